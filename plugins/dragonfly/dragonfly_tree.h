// A master tree of a dragonfly: from a switch to all of its group, from these to all other groups,
// in each of them from one switch to the others.
//
// The first group is entered on the first VL, crossed on the second and the last, left on the
// first, so that on the VLs of dragonfly_lanes.h packets of multicast groups close no credit loop
// with paths. Where groups have several rows, or links are missing, branches go on from wherever
// they can, and may close one.
//
// In a Dragonfly+ groups are entered at a spine, from which branches lead down to the leaf switches
// and from those where paths to spines turn up to the other spines (dfp_lanes.h). Branches of other
// kinds are left out. To packets of multicast groups a group is what a path ends in: they go up
// again on the last VL. From there only branches lead on to links between groups, and a branch does
// not come back, so that no credit loop closes.
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_

#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/leaf_spine_groups.h"

namespace weft {

struct DragonflyTree {
  MasterTree master;
  bool is_regular = true;  // all branches are as above, and lead everywhere
};

// Over switches that can do multicast; no nodes are in it if there are none. leaves: of a
// Dragonfly+, else null. Cost: O(ports).
DragonflyTree grow_dragonfly_tree(const Fabric& fabric, const GroupGraph& graph,
                                  const LeafSpineGroups* leaves = nullptr);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_
