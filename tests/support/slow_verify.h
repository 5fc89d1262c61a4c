// The slow obvious verifier: every path walked hop by hop, sets for sets. What verify() finds is
// compared with it.
#ifndef WEFT_TESTS_SUPPORT_SLOW_VERIFY_H_
#define WEFT_TESTS_SUPPORT_SLOW_VERIFY_H_

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "common/verify/verify.h"

namespace weft::test {

using ChannelKey = std::tuple<SwitchIndex, PortNum, Vl>;
using Dependencies = std::set<std::pair<ChannelKey, ChannelKey>>;

struct SlowVerdict {
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t disconnected_pairs = 0;
  std::uint64_t unreachable_switch_pairs = 0;
  std::uint64_t forwarding_loops = 0;
  unsigned lanes_used = 0;
  Dependencies requests;
  Dependencies with_replies;  // requests and replies
  Dependencies with_granted;  // requests, on the SLs of the plans of before as well
  Dependencies on_one_lane;   // requests, all VLs taken for 0
  // Requests, with those of the plans of before unless these close a cycle themselves, and
  // multicast groups of an SL: of 0 and those that paths have; of all where paths may have any.
  std::map<Sl, Dependencies> with_multicast;
};

// Any input that verify() takes. Cost: far too much, for fabrics of a few dozen nodes.
SlowVerdict slow_verify(const RoutingView& view);

// As measure(), with link_load by position in Fabric::all_ports().
Figures slow_measure(const RoutingView& view);

bool has_cycle(const Dependencies& dependencies);

// True if each channel depends on the one before it, and the first on the last.
bool is_cycle_of(const std::vector<Channel>& cycle, const Dependencies& dependencies);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SLOW_VERIFY_H_
