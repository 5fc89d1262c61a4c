// Is a fabric with ranks a tree?
#ifndef WEFT_TOPOLOGY_TREE_CHECK_H_
#define WEFT_TOPOLOGY_TREE_CHECK_H_

#include <span>

#include "common/base/error.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// How little of a tree a fabric is. In a tree links lead from one rank to the next, and no host has
// others below it: the shares of links and of hosts for which that is not so, together (of end
// ports, where there are no hosts). With the roots that are found, tori, meshes, rings, hypercubes,
// HyperX, dragonflies and random graphs have 0.7 and more, trees hardly any; one with a CA on each
// of its switches, which has as few CAs as a tree can have, 0.5.
//
// ranks: by switch; kFar: not connected to a root. Cost: O(links + E).
double odd_share(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks);

// Share of the links between switches of one rank alone, 0..1. Cost: O(links).
double share_inside_ranks(const Fabric& fabric, const SwitchGraph& graph,
                          std::span<const Hops> ranks);

inline constexpr double kMostOddOfATree = 0.6;

// Throws CannotRoute if a fabric has more than kMostRanks ranks, or a larger odd_share than a tree.
// The sentence gives the shares, and one such link: two switches, their ranks and ports.
void expect_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_CHECK_H_
