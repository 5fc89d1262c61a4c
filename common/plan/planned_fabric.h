// A plan as a Fabric, for comparison with the real one.
#ifndef WEFT_PLAN_PLANNED_FABRIC_H_
#define WEFT_PLAN_PLANNED_FABRIC_H_

#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/plan/cable_list.h"

namespace weft {

// A link without a rate in the plan has width 0 and speed kUnknown.
struct PlannedFabric {
  Fabric fabric;
  // By position in fabric.all_ports(): false if the plan does not name the port, so that its number
  // is an arbitrary free one.
  std::vector<bool> is_port_known;
  bool has_guids = true;  // false: all GUIDs are made up; true: only those with is_made_up()
};

// For plans that are fabrics: earlier files, or from a generator.
PlannedFabric as_plan(Fabric fabric, bool has_guids);

bool is_made_up(Guid guid);

// Parts of a system have one system GUID.
//
// there: the real fabric. It decides which nodes are CAs if the plan does not say: CAs of that
// fabric, by GUID or name; then nodes whose name differs from a known CA's only in digits; else
// nodes with one or two cables that all lead to nodes with more. CAs without a link to a switch add
// a sentence to `warnings`. source: prefix of messages. Throws BadInput if a node needs more than
// 254 ports. Cost: O(nodes log nodes + cables).
PlannedFabric make_planned_fabric(const CableList& list, const Fabric& there,
                                  const std::string& source, std::vector<std::string>& warnings);

// The cables of a fabric, by switch and port. Nodes: its switches, then its CAs.
CableList cables_of(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_PLAN_PLANNED_FABRIC_H_
