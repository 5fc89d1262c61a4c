// Which node of a fabric is which of its plan's: by GUID and by name where these are good, by what
// it is linked to where they are not. So a switch that was replaced is one difference, and not one
// for each of its cables.
#ifndef WEFT_PLAN_PLAN_MATCH_H_
#define WEFT_PLAN_PLAN_MATCH_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

enum class MatchedBy : std::uint8_t { kNothing, kGuid, kName, kPlace };

// kNone: it has none.
struct PlanMatch {
  std::vector<SwitchIndex> switch_there;    // by switch of the plan
  std::vector<SwitchIndex> switch_planned;  // by switch of the fabric
  std::vector<EndPortIndex> port_there;     // by end port of the plan
  std::vector<EndPortIndex> port_planned;   // by end port of the fabric
  std::vector<MatchedBy> switch_by;         // by switch of the plan
  std::vector<MatchedBy> port_by;           // by end port of the plan
  // Do at least half of the cables of nodes that were matched by GUID or name have the ports that
  // the plan has? If not, it numbers them otherwise, and ports tell nothing.
  bool are_ports_alike = false;
};

// 1. By GUID, where the plan has those of real nodes.
// 2. By name, where both sides have it once: as it is, then as people write it («leaf1» for
//    «MF0;leaf01:MQM8700/U1»). Hosts by their first word, their ports in order, or, where there are
//    not as many on both sides, those at the same place.
// 3. Where a switch has less than half of its planned cables, and another one has them, these two
//    have taken each other's place.
// 4. The rest by place: what is linked to the same nodes, at the same ports if these are alike,
//    the likeliest first.
// If nothing at all has the same GUID or name, one switch after the other is taken for the same,
// until nine of ten links fit; if that does not happen, nothing is matched.
//
// Cost: O(N log N) for GUIDs and names of N nodes; for what these do not match O(d^2 log) for each
// switch with d links.
PlanMatch match_plan(const PlannedFabric& plan, const Fabric& there);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_MATCH_H_
