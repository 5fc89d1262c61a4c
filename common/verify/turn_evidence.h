// What proves that no packets of a routing wait for each other in a circle.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/lane_check_test.cc.
#ifndef WEFT_VERIFY_TURN_EVIDENCE_H_
#define WEFT_VERIFY_TURN_EVIDENCE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"

namespace weft {

// Either all paths go up first and then down, or these are all turns that packets make: without a
// cycle on any VL where packets keep their VLs, else without one of channels.
struct TurnEvidence {
  // By switch, see leads_up(). Empty: not all paths keep to that.
  std::vector<std::uint32_t> ranks = {};
  // By Links::turn of the fabric: on which VLs it is made, bit by bit. Those of replies, and of
  // multicast trees, are among them where these close no cycle either.
  std::vector<std::uint16_t> turns = {};
  bool replies = false;  // are they?
  // Where packets change their VLs, in place of `turns`: from VL a to VL b, both below kPairedVls,
  // is bit kPairedVls a + b.
  static constexpr unsigned kPairedVls = 8;
  std::vector<std::uint64_t> vl_pairs = {};
};

// Links lead up to switches with higher ranks, and among equals with higher numbers.
inline bool leads_up(std::span<const std::uint32_t> ranks, SwitchIndex from, SwitchIndex to) {
  return ranks[to] > ranks[from] || (ranks[to] == ranks[from] && to > from);
}

}  // namespace weft

#endif  // WEFT_VERIFY_TURN_EVIDENCE_H_
