// A master tree of a dragonfly: from a switch to all of its group, from these to all other groups,
// in each of them from one switch to the others.
//
// Packets enter the first group on the first VL, cross it on the second and the last, and leave it
// on the first. So on the VLs of dragonfly_lanes.h packets of multicast groups close no credit loop
// with paths. If groups have several rows, or links are missing, branches continue from any switch,
// and may close a credit loop.
//
// In a Dragonfly+ branches enter a group at a spine. From there they lead down to the leaf
// switches, and from leaf switches at which paths to spines turn, up to the other spines
// (dfp_lanes.h). Branches of other kinds are left out. For packets of multicast groups each group
// is like the last group of a path: they go up again on the last VL. From there only branches lead
// on to links between groups, and a branch does not come back, so that no credit loop closes.
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
  bool is_regular = true;  // all branches are as above, and reach all switches
};

// Over switches that can do multicast; if there are none, the tree is empty. leaves: of a
// Dragonfly+, else null. Cost: O(ports).
DragonflyTree grow_dragonfly_tree(const Fabric& fabric, const GroupGraph& graph,
                                  const LeafSpineGroups* leaves = nullptr);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TREE_H_
