#include "plugins/up_down/up_down_routing.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "common/balance/balance.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/targets.h"
#include "plugins/up_down/missing_routes.h"

namespace weft {
namespace {

std::string why_not_added(MissingPairs pairs, const Options& options) {
  switch (pairs) {
    case MissingPairs::kAll:
      return "nor could one be added without a credit loop";
    case MissingPairs::kIoNodes:
      return fmt::format(
          "and calculate_missing_routes is FALSE; paths between I/O nodes were added if they go up "
          "over {} links at most (max_reverse_hops) after they came down, and close no credit loop",
          options.max_reverse_hops);
    case MissingPairs::kNoPairs:
      break;
  }
  return "and calculate_missing_routes is FALSE";
}

}  // namespace

Routing route_up_down(const RouteRequest& request, const SwitchGraph& graph,
                      Orientation orientation, std::vector<SwitchIndex> roots, Tables rows) {
  const Targets targets = targets_to_balance(request, graph);
  const HopTable table =
      up_down_hop_table(graph, std::move(orientation), targets.switches, request.workers);
  balance_as_asked(request, targets, table, rows);
  return complete_up_down(request, targets, table, std::move(roots), rows);
}

Routing complete_up_down(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         std::vector<SwitchIndex> roots, Tables rows) {
  const Options& options = request.options;
  const MissingPairs pairs = missing_pairs_to_add(options);
  const MissingRoutes missing =
      add_missing_routes(request, targets, table, pairs,
                         options.connect_roots ? roots : std::vector<SwitchIndex>(), rows);

  Routing routing;
  routing.multicast =
      plan_multicast(request.fabric, table.orientation, missing.valleys, missing.turns.get());
  routing.unrouted_pairs = missing.unrouted_pairs;
  routing.warnings = missing.unrouted;
  if (missing.unrouted_pairs > 0) {
    routing.warnings.push_back(
        fmt::format("{} pairs of end ports have no path that keeps to up*/down*, {}",
                    missing.unrouted_pairs, why_not_added(pairs, options)));
  }
  routing.notes.roots = std::move(roots);
  routing.notes.orientation = table.orientation;
  return routing;
}

}  // namespace weft
