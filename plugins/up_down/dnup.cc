// Down/up routing: up*/down* from the leaf switches instead of the roots. Switches with hosts
// (leaf_switches) have rank 0, the rank of others is their distance from these, and every link
// leads up to the higher rank (at equal ranks to the lower GUID). Stock OpenSM's engine of this
// name (2009) uses links between equal ranks in any direction, which can close credit loops; here
// they have a direction too. If some pairs have no path that way, or no switch is above the leaf
// switches, it routes as updn does. Cost: as up*/down* with given roots; see up_down_routing.h.
#include "plugins/up_down/dnup.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/switch_graph.h"
#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

Routing route_dnup(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  const std::vector<SwitchIndex> leaves = leaf_switches(fabric);
  if (leaves.empty())
    throw CannotRoute("there is no leaf switch (a switch with end ports) to start from");
  const SwitchGraph graph(fabric);
  std::vector<Hops> ranks = ranks_below(graph, leaves);
  for (Hops& rank : ranks) rank = static_cast<Hops>(kFar - rank);  // the farthest is the highest

  const auto route = [&](Orientation orientation, std::vector<SwitchIndex> roots) {
    // With connect_roots all pairs of switches get paths, as in stock.
    Routing routing =
        route_up_down(request, graph, std::move(orientation), all_switches(fabric), rows);
    routing.notes.roots = std::move(roots);
    return routing;
  };
  const auto as_updn = [&](const std::string& why) {
    Routing routing =
        route_below_roots(request, rows, Ranks::kAsStock, [&](const SwitchGraph&, Ranking ranking) {
          return route(std::move(ranking.orientation), std::move(ranking.roots));
        });
    routing.warnings.insert(routing.warnings.begin(), why);
    return routing;
  };
  if (leaves.size() > 1 && leaves.size() == fabric.switch_count() &&
      request.options.calculate_missing_routes) {
    return as_updn("no switch is above the leaf switches; Weft routes as with updn");
  }
  Routing routing = route(order_by_rank(ranks, guids_by_switch(fabric)), {});
  if (routing.unrouted_pairs == 0 || !request.options.calculate_missing_routes) return routing;
  fill_no_path(rows);
  return as_updn(fmt::format(
      "with the leaf switches lowest {} pairs of end ports have no path without a credit loop; "
      "Weft routes as with updn instead",
      routing.unrouted_pairs));
}

}  // namespace

const EngineInfo& dnup_engine() {
  static constexpr EngineInfo kEngine = {
      "dnup", "up*/down* from the leaves of a tree, free of credit loops",
      Claims{.credit_loop_free = true}, &route_dnup};
  return kEngine;
}

}  // namespace weft
