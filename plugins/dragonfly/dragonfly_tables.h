// Tables and SLs of a dragonfly: in each group towards a link to the next one.
//
// Minimal paths lead over one link between groups: of the links nearest to the switch, the one
// that ends nearest to the last switch. If a LID has an intermediate group, all other groups send
// through it, except groups without a link to it. A switch has one entry for a LID, for packets of
// any sender, so the packets of the intermediate group itself take the minimal path. If a LID has
// no intermediate group, a group without a link to the last group sends through another group. With
// SLs by lines no LID has an intermediate group, and the paths from group to group are on SLs on
// which other paths may be chosen later (avoid_busy_links.h). In groups with several rows, the
// links to the intermediate group are those that end at most one link away from a link to the last
// group (dragonfly_lanes.h says why).
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
  // Entries (LID, switch) without such a path, ascending.
  std::vector<std::pair<Lid, SwitchIndex>> missing = {};
};

// rows: filled with kNoPath. Throws Stopped and std::bad_alloc.
DragonflyTables write_dragonfly_tables(const DragonflyTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DRAGONFLY_TABLES_H_
