// Tables and SLs of a Dragonfly+: in each group towards a link to the next one.
//
// As for a dragonfly (dragonfly_tables.h), except that with missing links, and for spines, paths
// differ from destination to destination (leaf_spine_ways.h). A leaf switch that is not linked to
// the spine with the link to the next group takes another path than its neighbours: for a LID with
// an intermediate group the minimal path, for other LIDs up, down and up again, or through a third
// group.
//
// Cost: O(switches x LIDs), twice that if links are missing.
// Tested by tests/plugins/dragonfly/dfp_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DFP_TABLES_H_
#define WEFT_PLUGINS_DRAGONFLY_DFP_TABLES_H_

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "plugins/dragonfly/dragonfly_tables.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/intermediate_groups.h"
#include "plugins/dragonfly/leaf_spine_ways.h"

namespace weft {

struct DfpTask {
  const Fabric& fabric;
  const GroupGraph& graph;
  const LeafSpineWays& ways;
  const DragonflyLids& lids;
  unsigned vls;  // the VLs of all links
  const Workers& workers;
};

// rows: filled with kNoPath. Throws Stopped and std::bad_alloc.
DragonflyTables write_dfp_tables(const DfpTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DFP_TABLES_H_
