// The lanes that OpenSM's QoS options provide.
//
// With QoS, OpenSM writes the same SL2VL map, qos_swe_sl2vl, for every pair of an in port
// and an external out port of every switch; packets of the switch itself come in by port 0. So
// the lanes of this map need no update_sl2vl callback, which would also disable OpenSM's
// quick way of writing the maps. Only routings with own maps (Routing::sl2vl) set it. The
// maps of CAs, qos_ca_sl2vl, choose the VLs on their links into the fabric: an SL that they do not
// send makes no lane. OpenSM masks each VL
// with the operational VLs of the out port; a port with enough operational VLs keeps all VLs of
// the map.
#ifndef WEFT_SESSION_QOS_LANES_H_
#define WEFT_SESSION_QOS_LANES_H_

#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/options/stock_conf.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "common/routing/sl2vl.h"
#include "common/session/session_state.h"

namespace weft {

// Reads a list of VLs as a map, as OpenSM reads its options: numbers as in C,
// separated by commas; missing numbers are VL 0.
Sl2Vl::Map parse_sl2vl_option(const char* list);

// A lane for each VL of the map that some link between switches has, with its lowest
// SL that is not unsent; none for unserved VLs. If there is no such VL: one lane.
LaneBudget lane_budget(const Sl2Vl::Map& map, const Fabric& fabric, VlSet unserved = 0,
                       SlSet unsent = 0);

// The SLs whose packets switches forward, and a CA with this number of data VLs never sends:
// qos_ca_sl2vl maps them to VL 15, or to a VL without weight in qos_ca_vlarb_high and
// qos_ca_vlarb_low. None without QoS.
SlSet unsent_sls(const QosOptions& qos, std::uint8_t data_vls);
// Those of any end port.
SlSet unsent_sls(const QosOptions& qos, const Fabric& fabric);
// A sentence on these SLs, if there are any.
std::vector<std::string> unsent_sentences(SlSet unsent);

// The lanes that an engine gets: one lane without QoS. unserved: VLs that some port never sends on.
LaneSettings qos_lanes(const QosOptions& qos, const Fabric& fabric, VlSet unserved);

// The VLs of links between switches on which some port never sends. A port of which nothing is
// known is assumed to have an arbitration table with 8 entries, or one for each data VL.
VlSet unserved_vls(const QosOptions& qos, const Fabric& fabric, std::span<const VlSet> levels = {});

// A sentence for each SL of the map, or each QoS level (Routing::qos_levels), whose packets get
// stuck because some port never sends on their VL.
std::vector<std::string> unserved_sls(const Sl2Vl::Map& map, VlSet unserved);
std::vector<std::string> unserved_levels(std::span<const VlSet> levels, VlSet unserved);

// A sentence for each of these options that is not the default and has no effect because the
// routing has QoS levels (Routing::qos_levels): such a routing has own SL2VL maps, and serves
// the VLs of a level alike.
std::vector<std::string> overruled_options(const QosOptions& qos, std::span<const VlSet> levels);

// All of these sentences that concern a routing. map: of qos_swe_sl2vl. unserved: unserved_vls()
// with the routing's levels.
std::vector<std::string> qos_sentences(const QosOptions& qos, const Fabric& fabric,
                                       const Routing& routing, const Sl2Vl::Map& map,
                                       VlSet unserved);

}  // namespace weft

#endif  // WEFT_SESSION_QOS_LANES_H_
