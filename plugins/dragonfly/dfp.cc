#include "plugins/dragonfly/dfp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/switch_graph.h"
#include "plugins/dragonfly/dfp_lanes.h"
#include "plugins/dragonfly/dfp_tables.h"
#include "plugins/dragonfly/dragonfly_frame.h"
#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/dragonfly_tree.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/intermediate_groups.h"
#include "plugins/dragonfly/leaf_spine_groups.h"
#include "plugins/dragonfly/leaf_spine_ways.h"

namespace weft {
namespace {

// «8», or «7 to 8».
std::string range_of(const std::vector<std::uint32_t>& counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

// The paths to use: minimal ones if spines with end ports have no leaf switches for turns before
// the first of two links between groups, and all paths would need such turns.
DragonflyPaths paths_of(const RouteRequest& request, const LeafSpineGroups& groups, unsigned vls) {
  const DragonflyPaths paths = dragonfly_paths(request, vls, kDetourVls);
  const std::vector<std::uint32_t> sources = sources_by_switch(request.fabric);
  for (SwitchIndex s = 0; s < sources.size(); ++s) {
    const std::uint32_t group = groups.groups.of[s];
    if (groups.is_leaf[s] || !groups.is_whole(group) || groups.leaves[group] >= kLeafTurns)
      continue;
    if (sources[s] != 0 || paths == DragonflyPaths::kNonminimal) return DragonflyPaths::kMinimal;
  }
  return paths;
}

Routing route_dfp(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  const SwitchGraph switches(fabric);
  const LeafSpineGroups groups =
      find_leaf_spine_groups(fabric, switches, request.options.dfp_max_cas_on_spine);
  if (!groups.found()) throw CannotRoute(groups.refusal);
  require_minimal_vls(request, "a Dragonfly+");
  const unsigned all_vls = dragonfly_vls(request);
  const GroupGraph graph(fabric, switches, groups.groups);
  const LeafSpineWays ways(fabric, graph, groups, request.options.dfp_turns, request.workers);
  const DragonflyLids lids =
      choose_intermediate_groups(fabric, graph, paths_of(request, groups, all_vls));
  const bool are_all_minimal =
      ways.are_whole() &&
      std::ranges::all_of(lids.all, [](const DragonflyLid& lid) { return lid.via == kNone; });
  const unsigned vls = are_all_minimal ? kMinimalVls : all_vls;
  DragonflyTables tables =
      write_dfp_tables({fabric, graph, ways, lids, vls, request.workers}, rows);
  Routing routing;
  routing.lanes = std::move(tables.sls);
  routing.sl2vl = dfp_sl2vl(fabric, graph, groups, vls);
  routing.qos_levels = {static_cast<VlSet>((1u << std::min(vls, kAroundVls)) - 1)};
  DragonflyTree tree = grow_dragonfly_tree(fabric, graph, &groups);
  routing.multicast.masters.push_back(std::move(tree.master));
  if (!tables.missing.empty() || !tree.is_regular) {
    routing = attach_missing(request, vls < kDetourVls ? 1 : kAllSls, tables.missing,
                             std::move(routing), rows);
  }
  routing.remarks.push_back(
      fmt::format("a Dragonfly+ of {} groups of {} leaf switches and {} spines", graph.count(),
                  range_of(groups.leaves), range_of(groups.spines)));
  remark_on_vls(request, all_vls, kDetourVls, routing);
  return routing;
}

}  // namespace

const EngineInfo& dfp_engine() {
  static constexpr EngineInfo kEngine = {
      "dfp",
      "Dragonfly+: minimal paths, and others through other groups",
      Claims{.credit_loop_free = true},
      &route_dfp,
      {"dfp"}};
  return kEngine;
}

}  // namespace weft
