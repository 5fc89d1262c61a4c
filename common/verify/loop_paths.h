// Finds paths whose packets close a credit loop.
// Tested by tests/common/verify/loop_paths_test.cc.
#ifndef WEFT_VERIFY_LOOP_PATHS_H_
#define WEFT_VERIFY_LOOP_PATHS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "common/verify/verify.h"

namespace weft {

// A path whose packets, holding one channel, wait for the next.
struct LoopPath {
  EndPortIndex from = kNone;  // kNone: there is none, see below
  Lid to = 0;
  Sl sl = 0;

  friend bool operator==(const LoopPath&, const LoopPath&) = default;
};

// For each of the first `most` channels of a cycle (Verdict::credit_loop), finds a path of requests
// that goes from it to the next one: with the lowest LID, and of the first end port that is found.
// kNone: no path of requests does that, as in a cycle that needs replies, multicast or granted SLs.
// Cost: O(S) for each LID with an entry for both channels' ports, until a path is found.
std::vector<LoopPath> find_loop_paths(const RoutingView& view, std::span<const Channel> cycle,
                                      std::size_t most);

}  // namespace weft

#endif  // WEFT_VERIFY_LOOP_PATHS_H_
