// Names of a plan's nodes in messages.
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

// The constructor's arguments must outlive it.
class PlanNames {
 public:
  PlanNames(const PlannedFabric& plan, const Fabric& there, const PlanMatch& match)
      : given_(plan), plan_(plan.fabric), there_(there), match_(match) {}

  bool is_switch(PlanNode node) const { return node < plan_.switch_count(); }

  // «leaf-07 (0x2c5eab0300b87b40)»: the plan's name and the fabric's GUID. A host has its name in
  // the fabric.
  std::string text(PlanNode node) const;
  // As text(node); adds « port 3» if the port is known and the node has several.
  std::string text(PlanNode node, PortNum port) const;
  PlanEnd end(PlanNode node, PortNum port) const;
  // The plan's name of a switch; its GUID if the name is not useful.
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
