#include "plugins/shortest/shortest_path_routing.h"

#include <utility>

#include "common/balance/balance.h"
#include "common/balance/port_settings.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/targets.h"

namespace weft {

Routing route_shortest_paths(const RouteRequest& request, bool one_neighbour, Tables rows) {
  const Fabric& fabric = request.fabric;
  const SwitchGraph graph(fabric);
  const Targets targets = targets_to_balance(request, graph);
  PortSettings settings(fabric, request.options);
  HopTable table = shortest_hop_table(fabric, graph, std::move(settings.hop_weight),
                                      targets.switches, request.workers);
  table.one_neighbour = one_neighbour;
  table.search_order = std::move(settings.search_order);
  balance_as_asked(request, targets, table, rows);
  Routing routing;
  routing.multicast = plan_multicast(fabric);
  return routing;
}

}  // namespace weft
