// Checks whether a fabric with given ranks is a tree.
#ifndef WEFT_TOPOLOGY_TREE_CHECK_H_
#define WEFT_TOPOLOGY_TREE_CHECK_H_

#include <span>

#include "common/base/error.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// How far a fabric is from a tree: the share of links that do not lead from one rank to the next,
// plus the share of hosts with other hosts below them (of end ports, if there are no hosts). With
// the roots that Weft finds, tori, meshes, rings, hypercubes, HyperX, dragonflies and random graphs
// have 0.7 and more, trees nearly 0; a tree with one CA on each switch, the fewest possible, 0.5.
//
// ranks: by switch; kFar: not connected to a root. Cost: O(links + E).
double odd_share(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks);

// Only the share of the links between switches of one rank, 0..1. Cost: O(links).
double share_inside_ranks(const Fabric& fabric, const SwitchGraph& graph,
                          std::span<const Hops> ranks);

inline constexpr double kMostOddOfATree = 0.6;

// Throws CannotRoute if a fabric has more than kMostRanks ranks, or an odd_share above
// kMostOddOfATree. The sentence has the shares, and one link that is odd: two switches, their ranks
// and ports.
void expect_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_CHECK_H_
