// The lanes that OpenSM's QoS options make.
//
// With QoS, OpenSM writes the same SL2VL map, that of qos_swe_sl2vl, for every pair of an in port
// and an external out port of every switch; packets of the switch itself come in by port 0. So
// lanes that this map tells apart need no update_sl2vl callback, which would also turn off OpenSM's
// quick way of writing the maps. Only routings with maps of their own (Routing::sl2vl) set it. The
// maps of CAs, routers and enhanced ports 0 choose the VLs on links from these into the fabric, and
// from a switch to itself; they make no difference to paths between switches. OpenSM masks each VL
// with the operational VLs of the out port. That is right for all VLs of the link, once the port
// has them.
#ifndef WEFT_SESSION_QOS_LANES_H_
#define WEFT_SESSION_QOS_LANES_H_

#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/options/stock_conf.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/session/session_state.h"

namespace weft {

// How OpenSM reads a list of VLs as a map, when it reads its options: numbers as C writes them,
// separated by commas; missing ones are VL 0.
Sl2Vl::Map parse_sl2vl_option(const char* list);

// A lane for each VL that the map leads to and that some link between switches has, with the lowest
// SL; none for VLs that are not served everywhere. If there is no such VL: one lane.
LaneBudget lane_budget(const Sl2Vl::Map& map, const Fabric& fabric, VlSet unserved = 0);

// The lanes that an engine gets: one lane without QoS. unserved: VLs that some port never sends on.
LaneSettings qos_lanes(const QosOptions& qos, const Fabric& fabric, VlSet unserved);

// The VLs of links between switches on which some port never sends. If nothing is known of the
// ports, their arbitration tables are taken to have room for 8 entries, or for one for each data
// VL.
VlSet unserved_vls(const QosOptions& qos, const Fabric& fabric, std::span<const VlSet> levels = {});

// A sentence for each SL of the map, or each QoS level (Routing::qos_levels), whose packets get
// stuck, because some port never sends on their VL.
std::vector<std::string> unserved_sls(const Sl2Vl::Map& map, VlSet unserved);
std::vector<std::string> unserved_levels(std::span<const VlSet> levels, VlSet unserved);

// A sentence for each of these options that is not the default and has no effect with a routing
// that has QoS levels (Routing::qos_levels): such a routing has SL2VL maps of its own, and serves
// the VLs of a level alike.
std::vector<std::string> overruled_options(const QosOptions& qos, std::span<const VlSet> levels);

}  // namespace weft

#endif  // WEFT_SESSION_QOS_LANES_H_
