// Is a fabric with ranks a tree?
#ifndef WEFT_TOPOLOGY_TREE_CHECK_H_
#define WEFT_TOPOLOGY_TREE_CHECK_H_

#include <span>

#include "common/base/error.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

// Throws CannotRoute if a fabric has more than kMostRanks ranks, or is so little of a tree that it
// should not be routed as one. In a tree links lead from one rank to the next, and no end port has
// others below it; the shares of links and of end ports for which that is not so make 0.6 or less
// together. (With the roots that are found, tori, meshes, rings, hypercubes, HyperX, dragonflies
// and random graphs have 0.7 and more, trees hardly any; one with a CA on each of its switches,
// which has as few CAs as a tree can have, 0.5.) The sentence gives the shares, and one such link:
// two switches, their ranks and ports.
//
// ranks: by switch, distances from the roots; kFar: not connected to one. Cost: O(links + E).
void expect_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_CHECK_H_
