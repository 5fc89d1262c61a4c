// SL2VL maps of a Dragonfly+, by which paths ascend from VL to VL. The SL of a path through an
// intermediate group distinguishes its first link between groups from the second (group_halves.h);
// the leaf switch at which it turns distinguishes the rest (leaf_spine_groups.h).
//
//   links                                    minimal paths    through another group
//   down from the first spine                0                0
//   up in the first group                    0                0
//   to another group, first of two           -                0
//   down there, and up again                 -                1, 1
//   to the last group                        1                1
//   down there, and up again to a spine      2, 2             2, 2
//
// In this order no link depends on an earlier one. With two VLs there are only minimal paths, and 1
// is 0 and 2 is 1. Around missing parts, repairs may lead packets with the SL of another group up,
// down, up and down again: half of the spines send them down on VL 1, the others on the last VL, up
// to 3.
// Tested by tests/plugins/dragonfly/dfp_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_
#define WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_

#include <memory>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/leaf_spine_groups.h"

namespace weft {

// vls: the VLs of all links, 2 at least. With fewer than kDetourVls all SLs are mapped as that of
// minimal paths (dragonfly_lanes.h).
std::shared_ptr<const Sl2Vl> dfp_sl2vl(const Fabric& fabric, const GroupGraph& graph,
                                       const LeafSpineGroups& groups, unsigned vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DFP_LANES_H_
