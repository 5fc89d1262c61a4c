// Matches the nodes of a fabric with those of its plan: by GUID and name where these agree, else by
// neighbours. So a replaced switch is one difference, not one for each of its cables.
#ifndef WEFT_PLAN_PLAN_MATCH_H_
#define WEFT_PLAN_PLAN_MATCH_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

enum class MatchedBy : std::uint8_t { kNothing, kGuid, kName, kPlace };

// kNone: without a match.
struct PlanMatch {
  std::vector<SwitchIndex> switch_there;    // by switch of the plan
  std::vector<SwitchIndex> switch_planned;  // by switch of the fabric
  std::vector<EndPortIndex> port_there;     // by end port of the plan
  std::vector<EndPortIndex> port_planned;   // by end port of the fabric
  std::vector<MatchedBy> switch_by;         // by switch of the plan
  std::vector<MatchedBy> port_by;           // by end port of the plan
  // True if at least half of the cables between nodes matched by GUID or name have the planned
  // ports. If false, the plan uses other port numbers, and ports are ignored.
  bool are_ports_alike = false;
};

// The steps are:
// 1. By GUID, if the plan has GUIDs of real nodes.
// 2. By name, if it is unique on both sides: first as it is, then normalised («leaf1» for
//    «MF0;leaf01:MQM8700/U1»). Hosts match by the first word of their description, and their ports
//    in order; if the numbers of ports differ, by place.
// 3. If a switch has less than half of its planned cables, and another switch has these cables, the
//    two have exchanged places.
// 4. The other nodes by place: linked to the same nodes, at the same ports if are_ports_alike; the
//    best matches first.
// If no GUID or name matches at all, pairs of switches are tried until nine of ten links fit; if
// none fits, nothing is matched.
//
// Cost: O(N log N) for GUIDs and names of N nodes; for other switches O(d^2 log) each, d: its
// links.
PlanMatch match_plan(const PlannedFabric& plan, const Fabric& there);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_MATCH_H_
