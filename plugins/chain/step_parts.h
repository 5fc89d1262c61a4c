// The part of a fabric that a step of a chain routes.
#ifndef WEFT_PLUGINS_CHAIN_STEP_PARTS_H_
#define WEFT_PLUGINS_CHAIN_STEP_PARTS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/fabric/part.h"
#include "common/fabric/port_selection.h"
#include "common/policy/chain_policy.h"

namespace weft {

class StepParts {
 public:
  // Fabric and policy outlive it. Warnings, cost and exceptions: as of evaluate_groups().
  StepParts(const Fabric& fabric, const ChainPolicy& policy, const Workers& workers,
            std::vector<std::string>& warnings);

  // The part of a step of the policy, or of a fallback. Null: the whole fabric. first: no step has
  // routed before, so that this one routes every LID. Cost: that of take_part().
  std::shared_ptr<const FabricPart> of(const ChainStep& step, bool first) const;

 private:
  Topology topology_of(const ChainStep& step) const;
  void warn_of_others(const Topology& topology, std::vector<std::string>& warnings) const;

  const Fabric& fabric_;
  const ChainPolicy& policy_;
  std::map<GroupIndex, PortSelection> sets_;  // of the topologies of steps
};

}  // namespace weft

#endif  // WEFT_PLUGINS_CHAIN_STEP_PARTS_H_
