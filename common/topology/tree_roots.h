// Which switches are the roots of a tree? Nobody says; the end ports tell.
#ifndef WEFT_TOPOLOGY_TREE_ROOTS_H_
#define WEFT_TOPOLOGY_TREE_ROOTS_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"

namespace weft {

// Sets of switches that may be the roots, the most likely first; all different, none empty. Each
// has a switch in every piece of the fabric that no link connects to the others.
//
// The start is the histogram of hop counts to the end ports (Zahavi and Kalka, OpenSM Unicast
// Routing Enhancements for Scalability, 2005, 4.1), read in another way than there: a root of a
// tree is where the way to most end ports is shortest, since from anywhere else those below other
// switches of its own level are farther. The end ports are those of leaf_switches (of a piece that
// has none, all). «Most» is a share of them, which those behind a missing link do not change; one
// set for each of several shares. A root that has few links and lost one is far from many, though:
// where all switches of the first of these sets are at the distance from the leaf switches at which
// these first hang together, the set before it is of all that join parts there. The last set is of
// a single switch a piece, in the middle: up*/down* from there connects all pairs in any fabric, if
// not evenly.
//
// between: distances between all switches, columns by SwitchIndex. Cost: O(S^2).
std::vector<std::vector<SwitchIndex>> likely_roots(const Fabric& fabric, const Distances& between);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_ROOTS_H_
