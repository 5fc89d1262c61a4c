// The lanes that OpenSM's QoS options make.
//
// With QoS, OpenSM writes the same SL2VL map, that of qos_swe_sl2vl, for every pair of an in port
// and an external out port of every switch; the packets of the switch itself come in by port 0. So
// lanes that are chosen among what this map tells apart need no update_sl2vl callback, which would
// also turn off OpenSM's quick way of writing the maps: only routings that have maps of their own
// (Routing::sl2vl) set it. The maps of CAs, routers and
// enhanced ports 0 choose the VLs on links from those into the fabric and from a switch to itself:
// no path between switches is any different for them. OpenSM masks each VL with the operational VLs
// of the out port, which is right for all VLs that the link has, once the port has those.
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

// The map that a list of VLs means to OpenSM, which checks it when it reads its options: numbers as
// C writes them, with commas between; what is missing is VL 0.
Sl2Vl::Map parse_sl2vl_option(const char* list);

// For each VL that the map leads to, and some link between switches has, the lowest SL; not for
// those that are not served everywhere. Where there is none, one lane.
LaneBudget lane_budget(const Sl2Vl::Map& map, const Fabric& fabric, VlSet unserved = 0);

// What an engine is given: one lane without QoS. unserved: VLs that some port never sends on.
LaneSettings qos_lanes(const QosOptions& qos, const Fabric& fabric, VlSet unserved);

// The VLs that some link between switches has and no port of one sends on, where nothing is known
// of the ports: their tables are taken to have room for 8 entries, or for one of each data VL.
VlSet unserved_vls(const QosOptions& qos, const Fabric& fabric, std::span<const VlSet> levels = {});

// A sentence for each SL of the map, or each QoS level (Routing::qos_levels), whose packets get
// stuck on VLs that some port never sends on.
std::vector<std::string> unserved_sls(const Sl2Vl::Map& map, VlSet unserved);
std::vector<std::string> unserved_levels(std::span<const VlSet> levels, VlSet unserved);

// A sentence for each of these options that is not the default, and that a routing with QoS levels
// (Routing::qos_levels) does not keep to: it has SL2VL maps of its own, and serves the VLs of a
// level alike.
std::vector<std::string> overruled_options(const QosOptions& qos, std::span<const VlSet> levels);

}  // namespace weft

#endif  // WEFT_SESSION_QOS_LANES_H_
