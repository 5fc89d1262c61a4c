// Finds the roots of a tree by the distances to its end ports.
#ifndef WEFT_TOPOLOGY_TREE_ROOTS_H_
#define WEFT_TOPOLOGY_TREE_ROOTS_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"

namespace weft {

// Sets of switches that may be the roots, the most likely first; all different, none empty. Each
// has a switch in every island.
//
// The basis is the histogram of hop counts to the end ports (Zahavi and Kalka, OpenSM Unicast
// Routing Enhancements for Scalability, 2005, 4.1), used differently: the roots of a
// tree are the switches with the shortest paths to most end ports; from any other switch, end ports
// below other switches of its level are farther. The end ports are those of leaf_switches (all end
// ports, if an island has no leaf switch). «Most» is a share of them, so that a few behind missing
// links do not matter; there is one set for each of several shares. But a root with few links that
// lost one is far from many end ports. So if all switches of the first set are at the distance from
// the leaf switches at which these are first connected, an earlier set has all switches that
// connect parts there. Where one pod, or one leaf switch, has that share, the first set is nearer
// to them: then likewise, if each of its switches has one that connects parts straight above it.
// The last set has one switch of each island, in the middle: up*/down* from there connects all
// pairs in any fabric, but not evenly.
//
// between: distances between all switches, columns by SwitchIndex. Cost: O(S^2).
std::vector<std::vector<SwitchIndex>> likely_roots(const Fabric& fabric, const Distances& between);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_ROOTS_H_
