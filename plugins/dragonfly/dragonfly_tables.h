// Tables and SLs of a dragonfly: in each group towards a link to the next one.
//
// Minimal paths lead over one link between groups, of those that are nearest to the switch the one
// that ends nearest to the last switch. To a LID with an intermediate group all other
// groups send through that: the switches of a group have one entry for a LID, whoever sends to it,
// so the intermediate group's own packets take the minimal path. So does a group that has no link
// to it. To a LID without one, a group that has no link to the last goes through another one. With
// SLs by lines no LID has one, and all paths from group to group are on SLs on which others may be
// chosen later (avoid_busy_links.h). Where
// groups have several rows the links to the intermediate group are those which lead to a switch
// that is at most one link away from one to the last (dragonfly_lanes.h says why).
//
// Cost: O(switches x LIDs).
// Tested by tests/plugins/dragonfly/dragonfly_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TABLES_H_
#define WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TABLES_H_

#include <utility>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"
#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/intermediate_groups.h"

namespace weft {

struct DragonflyTask {
  const Fabric& fabric;
  const GroupGraph& graph;
  const DragonflyLids& lids;
  DragonflyLanes lanes;
  const Workers& workers;
};

struct DragonflyTables {
  SlBySwitch sls = {};
  // Entries that no such path leads to a LID by, ascending.
  std::vector<std::pair<Lid, SwitchIndex>> missing = {};
};

// rows: filled with kNoPath. Throws Stopped and std::bad_alloc.
DragonflyTables write_dragonfly_tables(const DragonflyTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TABLES_H_
