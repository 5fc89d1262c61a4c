// A lower bound for every routing of a dragonfly. Its groups have few links between them; a flow
// that does not use a direct link of its two groups uses at least two other links.
#ifndef WEFT_PATTERNS_GROUP_BOUND_H_
#define WEFT_PATTERNS_GROUP_BOUND_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/patterns/link_times.h"
#include "common/topology/switch_groups.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Counts the flows of one phase at a time; counts nothing if the fabric is not a dragonfly.
class GroupBound {
 public:
  GroupBound(const FabricIndex& index, const LinkTimes& times);

  void add(SwitchIndex from, SwitchIndex to, std::uint64_t flows) {
    if (groups_.found() && groups_.of[from] != groups_.of[to]) {
      flows_[std::size_t{groups_.of[from]} * groups_.count + groups_.of[to]] += flows;
    }
  }

  // The least time (LinkTimes) that the busiest link between groups needs, if flows can be divided;
  // clears the flows. In a time t the direct links of two groups carry what they can of the flows
  // between these groups; all other flows take two links. Cost: O(pairs of groups x log).
  double take();

 private:
  SwitchGroups groups_;
  std::vector<double> capacity_;  // [from][to]: flows per unit of time
  std::vector<std::uint64_t> flows_;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_GROUP_BOUND_H_
