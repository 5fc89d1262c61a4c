// The proof that a routing has no credit loop.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/lane_check_test.cc.
#ifndef WEFT_VERIFY_TURN_EVIDENCE_H_
#define WEFT_VERIFY_TURN_EVIDENCE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"

namespace weft {

// Either all paths are up*/down* by these ranks, or these are all turns of packets: without a cycle
// on any VL if packets keep their VLs, else without a cycle of channels.
struct TurnEvidence {
  // By switch, see leads_up(). Empty: not all paths are up*/down*.
  std::vector<std::uint32_t> ranks = {};
  // By Links::turn of the fabric: a bit for each VL of the packets on it. The turns of replies are
  // among them if these close no cycle, and so are those of multicast trees.
  std::vector<std::uint16_t> turns = {};
  bool replies = false;  // are the turns of replies among them?
  bool granted = true;   // and those of packets on SLs of earlier plans?
  bool exact = true;     // false: and turns that no packet takes any more
  // In place of `turns`, if packets change their VLs: from VL a to VL b, both below kPairedVls,
  // is bit kPairedVls a + b.
  static constexpr unsigned kPairedVls = 8;
  std::vector<std::uint64_t> vl_pairs = {};
};

// A link leads up to the switch with the higher rank, or at equal ranks the higher index.
inline bool leads_up(std::span<const std::uint32_t> ranks, SwitchIndex from, SwitchIndex to) {
  return ranks[to] > ranks[from] || (ranks[to] == ranks[from] && to > from);
}

// Does the path of the turn go up before it, or down after it?
inline bool keeps_up_down(std::span<const std::uint32_t> ranks, const Links& links, LinkTurn turn) {
  const SwitchIndex at = links.to(turn.from);
  return leads_up(ranks, links[turn.from].from, at) || !leads_up(ranks, at, links.to(turn.to));
}

}  // namespace weft

#endif  // WEFT_VERIFY_TURN_EVIDENCE_H_
