// Fills the QoS tables that OpenSM writes, for a routing with own SL2VL maps. OpenSM then masks the
// VLs by those of the port and sends tables that have changed.
#ifndef WEFT_PLUGINS_OPENSM_LANE_TABLES_H_
#define WEFT_PLUGINS_OPENSM_LANE_TABLES_H_

#include <span>

#include "common/base/types.h"
#include "common/session/session.h"
#include "plugins/opensm/opensm.h"

namespace weft {

using VlArbEntries = std::span<ib_vl_arb_element_t>;  // of one block

// The SL2VL map of an out port for packets from the in port: switch ports get the map of the
// routing, end ports and port 0 of switches the base map. The table is unchanged if the switch is
// not in the routing or the routing has no maps. Needs OpenSM's lock. Cost: O(log S).
void fill_sl2vl(const Verified& routing, const osm_physp_t& out, PortNum in_number,
                PortNum out_number, ib_slvl_table_t& table);

// A block of VL arbitration of an external port of a switch, by the QoS levels of the routing
// (level_weights.h). The block is unchanged if there are no levels, and at all other ports. Needs
// OpenSM's lock. Cost: O(log S + levels x entries).
void fill_vl_arbitration(const Verified& routing, const osm_physp_t& port, PortNum number,
                         VlArbEntries block);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LANE_TABLES_H_
