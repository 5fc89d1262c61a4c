// SL2VL maps of a Dragonfly+, on which paths ascend from VL to VL. Paths through an intermediate
// group have an SL that tells their first link between groups from the second (group_halves.h);
// which leaf switch a path turns at tells the rest (leaf_spine_groups.h).
//
//   links                                    minimal paths    through another group
//   down from the first spine                0                0
//   up in the first group                    0                0
//   to another group, first of two           -                0
//   down there, and up again                 -                1, 1
//   to the last group                        1                1
//   down there, and up again to a spine      2, 2             2, 2
//
// In this order no link waits for one before it; on two VLs, with minimal paths alone, 1 is 0 and 2
// is 1. Around what is missing repairs may lead packets with the SL of another group up, down, up
// and down again: half of the spines send them down on VL 1, the others on the last VL, up to 3.
// Tested by tests/plugins/dragonfly/dfp_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_
#define WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_

#include <memory>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/leaf_spine_groups.h"

namespace weft {

// vls: that all links have, 2 at least. With fewer than kDetourVls all SLs are as that of minimal
// paths (dragonfly_lanes.h).
std::shared_ptr<const Sl2Vl> dfp_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                       const LeafSpineGroups& groups, unsigned vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_
