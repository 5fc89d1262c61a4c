#include "plugins/fat_tree/fat_tree_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "common/graph/pieces.h"
#include "common/patterns/patterns.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_fit.h"
#include "common/topology/tree_walk.h"
#include "common/topology/typical_shape.h"
#include "plugins/fat_tree/load_routing.h"
#include "plugins/fat_tree/order_of_cas.h"
#include "plugins/fat_tree/slot_routing.h"
#include "plugins/fat_tree/tree_places.h"
#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

// Entries of tables that are made twice in some milliseconds.
constexpr std::uint64_t kFewEntries = 4'000'000;
// And those of tables that take too long to be made by load.
constexpr std::uint64_t kManyEntries = 40'000'000;
// Of the shifts of so many ranks that these are more, as many are looked at as make so many flows.
constexpr std::uint64_t kMostFlows = 8'000'000;
// What another table has to come down to, in an irregular tree, and in one that has lost something.
constexpr double kBetter = 0.98;
constexpr double kMuchBetter = 0.8;

std::uint64_t entries(ConstTables rows) {
  return std::uint64_t{rows.row_count()} * rows.row_size();
}

// Does the fabric differ enough from a tree, or is it so small, that what slots come to should be
// compared with what load does? A lost link alone must not move everything.
bool is_worth_a_second_look(const TreeFit& fit, ConstTables rows) {
  return !fit.misfit.empty() || (!fit.whole() && entries(rows) <= kFewEntries);
}

// The mean over shifts of the flows over the busiest link.
double contention(const RouteRequest& request, ConstTables rows, RankOrder order) {
  const std::uint64_t ranks = order.size();
  Pattern shifts;
  if (ranks * ranks > kMostFlows) shifts.phases = static_cast<std::uint32_t>(kMostFlows / ranks);
  return judge_pattern(request.fabric, rows, order, shifts, request.workers).mean_busiest_link;
}

// Replaces the tables by those that route_by_load makes, if these are clearly better. Returns what
// there is to say of it.
std::string choose_by_load(const RouteRequest& request, const TreeDestinations& destinations,
                           const HopTable& table, RankOrder order, double better, Tables rows) {
  if (entries(rows) > kManyEntries) {
    return "; whether ways chosen by load are better was not tried: the fabric is too large";
  }
  TableBlock block(request.fabric.switch_count(), request.fabric.max_lid());
  const Tables others = block.tables();
  const double by_slots = contention(request, rows, order);
  double least = by_slots;
  for (const LoadRule rule : {LoadRule::kOneWay, LoadRule::kFewestPaths}) {
    fill_no_path(others);
    route_by_load(request, destinations, table, rule, others);
    const double by_load = contention(request, others, order);
    if (by_load >= (least == by_slots ? better : kBetter) * least) continue;
    least = by_load;
    for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
      std::copy_n(others.row(s), request.fabric.max_lid() + std::size_t{1}, rows.row(s));
    }
  }
  if (least == by_slots) return {};
  return fmt::format(
      "; ways are chosen by load: over shifts the busiest link has {:.2f} flows on average, {:.2f} "
      "with regular ways",
      least, by_slots);
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
        const TreeShape wanted = shape != nullptr ? *shape : typical_shape(fabric, tree);
        const TreeFit fit = fit_tree(fabric, tree, wanted);
        if (shape != nullptr && !fit.misfit.empty()) {
          throw CannotRoute(
              fmt::format("the fabric does not fit {}: {}", describe(wanted), fit.misfit));
        }
        std::string what = describe_fit(wanted, fit);
        std::optional<TreePlaces> places;
        if (shape != nullptr) places = find_tree_places(fabric, *shape, tree);
        const UpPorts up(fabric, tree);
        const TreeDestinations destinations =
            find_tree_destinations(fabric, tree, up, request.options, places ? &*places : nullptr);
        const HopTable table =
            tree_hop_table(request, graph, tree, std::move(ranking.orientation), destinations);
        const std::vector<EndPortIndex> order = order_of_cas(fabric, request.options, destinations);
        route_over_slots(request, tree, up, destinations, table, rows);
        if (shape == nullptr && is_worth_a_second_look(fit, rows)) {
          what += choose_by_load(request, destinations, table, order,
                                 fit.misfit.empty() ? kMuchBetter : kBetter, rows);
        }
        Routing routing = complete_up_down(request, destinations.targets, table,
                                           std::move(ranking.roots), OtherPaths::kStay, rows);
        routing.remarks.push_back(std::move(what));
        routing.notes.ca_order = order;
        if (request.options.compute_nodes && routing.notes.ca_order.empty()) {
          routing.warnings.emplace_back(
              "cn_guid_file lists no CA port of the fabric, so that no routes are made for shift "
              "patterns");
        }
        return routing;
      });
}

}  // namespace weft
