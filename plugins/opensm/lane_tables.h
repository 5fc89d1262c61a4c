// What a routing with SL2VL maps of its own says of the tables that OpenSM writes for QoS: before
// it masks the VLs in them with those of the port, and sends what is another one than before.
#ifndef WEFT_PLUGINS_OPENSM_LANE_TABLES_H_
#define WEFT_PLUGINS_OPENSM_LANE_TABLES_H_

#include <span>

#include "common/base/types.h"
#include "common/session/session.h"
#include "plugins/opensm/opensm.h"

namespace weft {

using VlArbEntries = std::span<ib_vl_arb_element_t>;  // of a block

// The map of an out port for packets that came in by another: of a switch its own, of an end port,
// and of a switch's port 0, the base map. Of switches that are not in the routing, and where that
// has no maps, the table stays. Under OpenSM's lock. Cost: O(log S).
void fill_sl2vl(const Verified& routing, const osm_physp_t& out, PortNum in_number,
                PortNum out_number, ib_slvl_table_t& table);

// A block of VL arbitration of a switch's external port, by the QoS levels of the routing
// (level_weights.h); it stays where there are none, and of all other ports. Under OpenSM's lock.
// Cost: O(log S + levels x entries).
void fill_vl_arbitration(const Verified& routing, const osm_physp_t& port, PortNum number,
                         VlArbEntries block);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LANE_TABLES_H_
