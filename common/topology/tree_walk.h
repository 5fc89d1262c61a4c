// The switches of a tree in the order of a walk from its roots.
#ifndef WEFT_TOPOLOGY_TREE_WALK_H_
#define WEFT_TOPOLOGY_TREE_WALK_H_

#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// All switches, each once: from each root down, depth first, over the ports of a switch in
// ascending order, each switch before those below it; at the end the switches that no path down
// reaches. Roots are the switches of rank 0. The new switches below a switch are consecutive, even
// if they have links to other subtrees. ranks: by switch. Cost: O(bundles).
std::vector<SwitchIndex> depth_first_order(const SwitchGraph& graph, std::span<const Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_WALK_H_
