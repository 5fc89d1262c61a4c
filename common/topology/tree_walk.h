// The switches of a tree as a walk from its roots meets them.
#ifndef WEFT_TOPOLOGY_TREE_WALK_H_
#define WEFT_TOPOLOGY_TREE_WALK_H_

#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// All switches, each once: from every root in turn down, depth first, over the ports of a switch in
// ascending order, each switch before what is below it; in the end those that no way down leads to.
// Roots are the switches of rank 0. Those below a switch that was met first stand together, whether
// or not links join them to others. ranks: by switch. Cost: O(bundles).
std::vector<SwitchIndex> depth_first_order(const SwitchGraph& graph, std::span<const Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_WALK_H_
