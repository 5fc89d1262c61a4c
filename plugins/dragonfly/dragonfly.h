// Engine dragonfly: groups whose switches are all linked to each other, or to all of their row and
// of their column, and links between the groups (J. Kim, W. J. Dally, S. Scott, D. Abts,
// Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008).
//
// Minimal paths, on one SL and two VLs, or one VL if every switch has links to all groups. If ports
// have several LIDs, paths to the other LIDs lead through one other group each, on ten SLs and
// three VLs (or two), so that traffic from one group to another can use more than the links between
// the two. doc/dragonfly.md says what that is worth.
//
//   common/topology/switch_groups.h   which switches are a group, a row, a column
//   group_graph.h, group_ways.h       links from group to group, paths to them
//   intermediate_groups.h             the groups on the paths to a LID
//   group_halves.h, dragonfly_lanes.h why there is no credit loop
//   dragonfly_tables.h                entries and SLs
//   dragonfly_tree.h                  multicast
//
// If links or switches are missing, switches without such a path are attached as in a repair
// (common/repair/repair.h). Cost: O(switches x LIDs).
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& dragonfly_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_H_
