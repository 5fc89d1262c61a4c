// A plan as a Fabric, so that it can be held against one.
#ifndef WEFT_PLAN_PLANNED_FABRIC_H_
#define WEFT_PLAN_PLANNED_FABRIC_H_

#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/plan/cable_list.h"

namespace weft {

// A link whose rate the plan does not tell has width 0 and speed kUnknown.
struct PlannedFabric {
  Fabric fabric;
  // By position in fabric.all_ports(): does the plan say which port this is? Of a link with a port
  // that it does not name, the number is one that was left.
  std::vector<bool> is_port_known;
  bool has_guids = true;  // false: all are made up; else those that is_made_up() tells are
};

// Plans that are fabrics themselves: of another day, or of a generator.
PlannedFabric as_plan(Fabric fabric, bool has_guids);

bool is_made_up(Guid guid);

// Parts of a system have one system GUID.
//
// there: tells which nodes are CAs where the plan does not: those that it has as such, by GUID or
// name; then those whose names differ from a known one's in digits alone; else those with one or
// two cables, all of which lead to nodes with more. CAs without a link to a switch add a sentence
// to `warnings`. source: what messages begin with. Throws BadInput for nodes that would have more
// than 254 ports. Cost: O(nodes log nodes + cables).
PlannedFabric make_planned_fabric(const CableList& list, const Fabric& there,
                                  const std::string& source, std::vector<std::string>& warnings);

// The cables of a fabric: switch by switch, in the order of their ports. Nodes: its switches, then
// its CAs.
CableList cables_of(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_PLAN_PLANNED_FABRIC_H_
