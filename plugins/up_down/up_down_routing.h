// What engines that keep to a direction of the links share, once they know the direction.
#ifndef WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_
#define WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_

#include <vector>

#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Writes up*/down* tables, balanced as the options say, and the missing routes that can be added.
// What stays without a path is counted in unrouted_pairs and named in the warnings. roots:
// switches that connect_roots is about; returned in Routing::roots.
Routing route_up_down(const RouteRequest& request, const SwitchGraph& graph,
                      Orientation orientation, std::vector<SwitchIndex> roots, Tables rows);

// The part of it that follows when the up*/down* paths of the table stand in the rows.
Routing complete_up_down(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         std::vector<SwitchIndex> roots, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_UP_DOWN_ROUTING_H_
