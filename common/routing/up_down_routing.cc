#include "common/routing/up_down_routing.h"

#include <fmt/format.h>

#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/balance.h"
#include "common/routing/missing_routes.h"
#include "common/routing/targets.h"

namespace weft {

Routing route_up_down(const RouteRequest& request, Orientation orientation,
                      std::vector<SwitchIndex> roots, Tables rows) {
  const Fabric& fabric = request.fabric;
  const Options& options = request.options;
  const SwitchGraph graph(fabric);
  const Targets targets = targets_to_balance(request, graph);
  const HopTable table =
      up_down_hop_table(graph, std::move(orientation), targets.switches, request.workers);
  balance_as_asked(request, targets, table, rows);
  const MissingRoutes missing =
      add_missing_routes(request, targets, table, options.calculate_missing_routes,
                         options.connect_roots ? roots : std::vector<SwitchIndex>(), rows);

  Routing routing;
  routing.multicast =
      plan_multicast(fabric, table.orientation, missing.valleys, missing.turns.get());
  routing.unrouted_pairs = missing.unrouted_pairs;
  routing.warnings = missing.unrouted;
  if (missing.unrouted_pairs > 0) {
    routing.warnings.push_back(
        fmt::format("{} pairs of end ports have no path that keeps to up*/down*, nor could one be "
                    "added without a credit loop",
                    missing.unrouted_pairs));
  }
  routing.roots = std::move(roots);
  routing.orientation = table.orientation;
  return routing;
}

}  // namespace weft
