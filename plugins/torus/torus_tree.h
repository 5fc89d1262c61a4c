// The master tree of a torus: that of stock OpenSM's torus-2QoS (osm_torus.c, torus_master_stree).
// From a switch in the middle a branch grows along the first dimension, from each of its switches
// a branch along the second, and so on; no branch crosses the ends of a complete ring. So packets
// of groups on SL 0 of either level close no credit loop with paths.
//
// Cost: O(switches).
// Tested by tests/plugins/torus/torus_tree_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_TREE_H_
#define WEFT_PLUGINS_TORUS_TORUS_TREE_H_

#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"
#include "plugins/torus/torus.h"

namespace weft {

// Switches that no branch reaches are not in the tree.
MasterTree grow_torus_tree(const Fabric& fabric, const Torus& torus, const TorusPorts& ports);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_TREE_H_
