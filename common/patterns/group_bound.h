// What no routing can better in a dragonfly: the links between its groups are few, and whatever
// does not take the ones that join two groups takes two others at least.
#ifndef WEFT_PATTERNS_GROUP_BOUND_H_
#define WEFT_PATTERNS_GROUP_BOUND_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/patterns/link_times.h"
#include "common/topology/switch_groups.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Counts the flows of one phase after the other; nothing where the fabric is no dragonfly.
class GroupBound {
 public:
  GroupBound(const FabricIndex& index, const LinkTimes& times);

  void add(SwitchIndex from, SwitchIndex to, std::uint64_t flows) {
    if (groups_.found() && groups_.of[from] != groups_.of[to]) {
      flows_[std::size_t{groups_.of[from]} * groups_.count + groups_.of[to]] += flows;
    }
  }

  // How long some link between groups is busy at least (LinkTimes), if flows could be divided;
  // forgets them. In a time t the links from a group to another carry what they can of the flows
  // between the two, and all links together the rest twice. Cost: O(pairs of groups x log).
  double take();

 private:
  SwitchGroups groups_;
  std::vector<double> capacity_;  // [from][to]: flows in the time of 1
  std::vector<std::uint64_t> flows_;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_GROUP_BOUND_H_
