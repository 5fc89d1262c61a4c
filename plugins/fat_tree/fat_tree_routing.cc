#include "plugins/fat_tree/fat_tree_routing.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "common/graph/pieces.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_fit.h"
#include "common/topology/tree_walk.h"
#include "common/topology/typical_shape.h"
#include "plugins/fat_tree/order_of_cas.h"
#include "plugins/fat_tree/slot_routing.h"
#include "plugins/fat_tree/tree_places.h"
#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

std::string remark(const Fabric& fabric, const FatTree& tree, const TreeShape* shape) {
  if (shape == nullptr) {
    const TreeShape found = typical_shape(fabric, tree);
    return describe_fit(found, fit_tree(fabric, tree, found));
  }
  const TreeFit fit = fit_tree(fabric, tree, *shape);
  if (!fit.misfit.empty()) {
    throw CannotRoute(fmt::format("the fabric does not fit {}: {}", describe(*shape), fit.misfit));
  }
  return describe_fit(*shape, fit);
}

// Do up*/down* paths connect all switches with end ports that links connect?
bool connects(const Fabric& fabric, const Targets& targets, const HopTable& table) {
  const Pieces pieces = find_pieces(fabric);
  for (std::size_t from = 0; from < targets.switches.size(); ++from) {
    if (targets.at(from).empty()) continue;
    const SwitchIndex s = targets.switches[from];
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      if (table.distances.from(s)[d] == kFar && !targets.at(d).empty() &&
          pieces.of[targets.switches[d]] == pieces.of[s]) {
        return false;
      }
    }
  }
  return true;
}

// A link within a rank would carry all that its two switches send each other, alone: it is used
// only where some cannot be reached otherwise.
HopTable tree_hop_table(const RouteRequest& request, const SwitchGraph& graph, const FatTree& tree,
                        Orientation orientation, const TreeDestinations& destinations) {
  const std::vector<SwitchIndex>& switches = destinations.targets.switches;
  const SwitchGraph tree_links(request.fabric, tree.ranks);
  if (tree_links.bundle_count() < graph.bundle_count()) {
    HopTable table = up_down_hop_table(tree_links, orientation, switches, request.workers);
    if (connects(request.fabric, destinations.targets, table)) return table;
  }
  return up_down_hop_table(graph, std::move(orientation), switches, request.workers);
}

}  // namespace

Routing route_fat_tree(const RouteRequest& request, const TreeShape* shape, Tables rows) {
  const Fabric& fabric = request.fabric;
  return route_below_roots(
      request, rows, Ranks::kLifted, [&](const SwitchGraph& graph, Ranking ranking) {
        expect_tree(fabric, graph, ranking.ranks);
        FatTree tree = find_fat_tree(fabric, graph, std::move(ranking.ranks));
        if (request.options.quasi_ftree_indexing && shape == nullptr) {
          tree.order = depth_first_order(graph, tree.ranks);
        }
        std::string what = remark(fabric, tree, shape);
        std::optional<TreePlaces> places;
        if (shape != nullptr) places = find_tree_places(fabric, *shape, tree);
        const UpPorts up(fabric, tree);
        const TreeDestinations destinations =
            find_tree_destinations(fabric, tree, up, request.options, places ? &*places : nullptr);
        const HopTable table =
            tree_hop_table(request, graph, tree, std::move(ranking.orientation), destinations);
        route_over_slots(request, tree, up, destinations, table, rows);
        Routing routing = complete_up_down(request, destinations.targets, table,
                                           std::move(ranking.roots), OtherPaths::kStay, rows);
        routing.remarks.push_back(std::move(what));
        routing.notes.ca_order = order_of_cas(fabric, request.options, destinations);
        if (request.options.compute_nodes && routing.notes.ca_order.empty()) {
          routing.warnings.emplace_back(
              "cn_guid_file lists no CA port of the fabric, so that no routes are made for shift "
              "patterns");
        }
        return routing;
      });
}

}  // namespace weft
