// Engine dfp: Dragonfly+, groups of leaf switches and spines, whose spines are linked to those of
// other groups (A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi, Dragonfly+: Low
// Cost Topology for Scaling Datacenters, HiPINEB 2017).
//
// Minimal paths, on one SL and two VLs: up in the first group, over one link, down in the last one.
// If ports have several LIDs, paths to the other LIDs lead through one other group each, on ten SLs
// and three VLs, as in engine dragonfly; six more SLs are for paths around missing links.
// doc/dragonfly.md says what that is worth.
//
//   leaf_spine_groups.h          which switches are leaf switches, spines, a group
//   leaf_spine_ways.h            paths in a group
//   intermediate_groups.h        the groups on the paths to a LID
//   group_halves.h, dfp_lanes.h  why there is no credit loop
//   dfp_tables.h                 entries and SLs
//   dragonfly_tree.h             multicast
//
// If links or switches are missing, switches without such a path are attached as in a repair
// (common/repair/repair.h). Cost: O(switches x LIDs).
// Tested by tests/plugins/dragonfly/dfp_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_DFP_H_
#define WEFT_PLUGINS_DRAGONFLY_DFP_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& dfp_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_DFP_H_
