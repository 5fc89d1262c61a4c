// A master tree of a dragonfly: from a switch to all of its group, from these to all other groups,
// in each of them from one switch to the others.
//
// The first group is entered on the first VL, crossed on the second and the last, left on the
// first, so that on the VLs of dragonfly_lanes.h packets of multicast groups close no credit loop
// with paths. Where groups have several rows, or links are missing, branches go on from wherever
// they can, and may close one.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_

#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

struct DragonflyTree {
  MasterTree master;
  bool is_regular = true;  // all branches are as above
};

// Over switches that can do multicast; no nodes are in it if there are none. Cost: O(ports).
DragonflyTree grow_dragonfly_tree(const Fabric& fabric, const GroupGraph& graph);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_
