// What the nodes of a plan are called in messages.
// Tested by tests/common/plan/plan_diff_test.cc.
#ifndef WEFT_PLAN_PLAN_NAMES_H_
#define WEFT_PLAN_PLAN_NAMES_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"
#include "common/plan/cable_differences.h"
#include "common/plan/plan_diff.h"
#include "common/plan/plan_match.h"
#include "common/plan/planned_fabric.h"

namespace weft {

// All must outlive it.
class PlanNames {
 public:
  PlanNames(const PlannedFabric& plan, const Fabric& there, const PlanMatch& match)
      : given_(plan), plan_(plan.fabric), there_(there), match_(match) {}

  bool is_switch(PlanNode node) const { return node < plan_.switch_count(); }

  // «leaf-07 (0x2c5eab0300b87b40)»: the plan's name and the GUID that is there. Of a host the name
  // that it has there.
  std::string text(PlanNode node) const;
  // The same with « port 3» behind it, where the port is known, and the node has several.
  std::string text(PlanNode node, PortNum port) const;
  PlanEnd end(PlanNode node, PortNum port) const;
  // What the plan calls a switch: its name, or its GUID if the name tells nothing.
  std::string planned(SwitchIndex s) const;

 private:
  PlanEnd switch_end(SwitchIndex s, PortNum port) const;
  PlanEnd host_end(EndPortIndex e) const;
  std::string no_name(Guid guid) const;

  const PlannedFabric& given_;
  const Fabric& plan_;
  const Fabric& there_;
  const PlanMatch& match_;
};

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_NAMES_H_
