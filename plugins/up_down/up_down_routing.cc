#include "plugins/up_down/up_down_routing.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "common/balance/balance.h"
#include "common/balance/path_shifts.h"
#include "common/balance/port_settings.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/lane_master.h"
#include "common/routing/targets.h"
#include "common/verify/verify.h"
#include "plugins/up_down/missing_routes.h"

namespace weft {
namespace {

std::string why_not_added(MissingPairs pairs, const Options& options) {
  switch (pairs) {
    case MissingPairs::kAll:
      return "and none can be added without a credit loop";
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

// Added paths crowd the links of hubs: moves other paths off these links.
void make_room(const RouteRequest& request, const Targets& targets, const HopTable& table,
               const MissingRoutes& missing, Tables rows) {
  const std::vector<std::uint8_t> charges =
      port_charges(PortSettings(request.fabric, request.options));
  LinkLoads loads(request.fabric, charges);
  const LanePlan plan = OneLane{};
  const std::vector<std::uint64_t> paths =
      measure_loads({request.fabric, rows, plan}, request.workers).link_load;
  std::vector<std::uint32_t> charged(paths.size());
  for (std::size_t p = 0; p < paths.size(); ++p) {
    charged[p] = static_cast<std::uint32_t>(paths[p] * (charges.empty() ? 1 : charges[p]));
  }
  loads.replace(std::move(charged));
  shift_paths(request, targets, table, missing.has_added_paths, loads, rows);
}

}  // namespace

Routing route_up_down(const RouteRequest& request, const SwitchGraph& graph,
                      Orientation orientation, std::vector<SwitchIndex> roots, Tables rows) {
  const Targets targets = targets_to_balance(request, graph);
  const HopTable table =
      up_down_hop_table(graph, std::move(orientation), targets.switches, request.workers);
  balance_as_asked(request, targets, table, rows);
  return complete_up_down(request, targets, table, std::move(roots), OtherPaths::kMakeRoom, rows);
}

Routing complete_up_down(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         std::vector<SwitchIndex> roots, OtherPaths others, Tables rows) {
  const Options& options = request.options;
  const MissingPairs pairs = missing_pairs_to_add(options);
  MissingRoutes missing =
      add_missing_routes(request, targets, table, pairs,
                         options.connect_roots ? roots : std::vector<SwitchIndex>(), rows);
  if (others == OtherPaths::kMakeRoom && options.balance == Balance::kFabric &&
      !missing.has_added_paths.empty() && missing.leaves_up_down_free) {
    make_room(request, targets, table, missing, rows);
  }
  if (pairs == MissingPairs::kAll && missing.turns != nullptr) {
    add_answers(request, targets, table, missing, rows);
  }

  Routing routing;
  routing.multicast =
      plan_masters_up_down(request.fabric, table.orientation, missing.valleys, missing.turns.get());
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
