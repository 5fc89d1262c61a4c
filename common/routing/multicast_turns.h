// The turns that packets of multicast groups can take, now or after any later join.
#ifndef WEFT_ROUTING_MULTICAST_TURNS_H_
#define WEFT_ROUTING_MULTICAST_TURNS_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// The turns of all masters, in ascending order, without repetitions. A group's tree is pruned to
// its members, so a turn counts if there are end ports with LIDs (sources_by_switch) on both sides
// of it. Branches that the fabric does not have are ignored. If parents form a cycle instead of a
// tree, all its turns count. Cost: O(S x links of a switch) for each master.
std::vector<LinkTurn> multicast_turns(const Fabric& fabric, const Links& links,
                                      const MulticastPlan& plan);

}  // namespace weft

#endif  // WEFT_ROUTING_MULTICAST_TURNS_H_
