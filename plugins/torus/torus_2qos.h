// torus-2QoS: tori and meshes of one to four dimensions on two VLs, and two levels of QoS.
//
// Packets go dimension by dimension, and an SL says of each dimension whether its path goes round
// the ring's ends; SL2VL maps by ports make two VLs of that (osm_torus.c, and torus_tables.h,
// torus_lanes.h here). Where links or switches are missing, with `weft_balance switch` stock's own
// rule goes round these as far as it leads; else the torus is completed and routed as the whole
// that it was, and that is repaired (around_missing.h), so that all SLs stay but for those of paths
// that find no other way. Which switch is where is found from the links (product_labels.h), or told
// by a torus-2QoS.conf.
//
// Cost: that of product_labels.h, and O(switches x LIDs); where something is missing that of
// verifying the whole, and of repairing it.
// Tested by tests/plugins/torus/torus_2qos_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_2QOS_H_
#define WEFT_PLUGINS_TORUS_TORUS_2QOS_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& torus_2qos_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_2QOS_H_
