// torus-2QoS: tori and meshes of one to four dimensions on two VLs, and two levels of QoS.
//
// Packets go dimension by dimension. For each dimension the SL says whether the path crosses
// the ring's ends (its dateline), and SL2VL maps by ports make two VLs of that (osm_torus.c, and
// torus_tables.h, torus_lanes.h here). If links or switches are missing, stock's rule re-routes
// around them, as far as it can, with `weft_balance switch`. Otherwise the torus is completed and
// routed, and that routing is repaired (around_missing.h), so that SLs change only for paths
// that have no other. The coordinates of switches are found from the links (product_labels.h), or
// given by a torus-2QoS.conf.
//
// Cost: that of product_labels.h, and O(switches x LIDs); if parts are missing also that of
// verifying the complete torus, and of repairing it.
// Tested by tests/plugins/torus/torus_2qos_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_2QOS_H_
#define WEFT_PLUGINS_TORUS_TORUS_2QOS_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& torus_2qos_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_2QOS_H_
