#include "plugins/fat_tree/fat_tree_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/cabling/lonely_links.h"
#include "common/fabric/link_rate.h"
#include "common/patterns/patterns.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_fit.h"
#include "common/topology/tree_walk.h"
#include "common/topology/typical_shape.h"
#include "plugins/fat_tree/load_routing.h"
#include "plugins/fat_tree/order_of_cas.h"
#include "plugins/fat_tree/shift_search.h"
#include "plugins/fat_tree/slot_routing.h"
#include "plugins/fat_tree/stray_links.h"
#include "plugins/fat_tree/tree_places.h"
#include "plugins/up_down/tree_ranking.h"
#include "plugins/up_down/up_down_routing.h"

namespace weft {
namespace {

// Tables with more entries take too long to be made by load.
constexpr std::uint64_t kManyEntries = 40'000'000;
// A search with this number of counters takes some milliseconds, so that several can be compared.
constexpr std::uint64_t kFewCounters = 1'000'000;
// The most flows of all shifts that are compared; with many ranks only some of the shifts.
constexpr std::uint64_t kMostFlows = 8'000'000;
// Tables by load are taken if their contention is at most this share of that by slots: in an
// irregular tree, and in an incomplete one, where a single lost link must not move everything.
constexpr double kClose = 1.02;  // times the least possible contention: nothing else is tried
constexpr double kBetter = 0.98;
constexpr double kMuchBetter = 0.9;

std::uint64_t entries(ConstTables rows) {
  return std::uint64_t{rows.row_count()} * rows.row_size();
}

// The mean over shifts of the flows over the busiest link.
double contention(const RouteRequest& request, ConstTables rows, RankOrder order) {
  const std::uint64_t ranks = order.size();
  Pattern shifts;
  if (ranks * ranks > kMostFlows) shifts.phases = static_cast<std::uint32_t>(kMostFlows / ranks);
  return judge_pattern(request.fabric, rows, order, shifts, request.workers).mean_busiest_link;
}

// In a complete tree slots give shifts without contention. In an incomplete tree entries are
// re-routed (shift_search.h), and tables by slots are compared with tables by load
// (load_routing.h).
class LessContention {
 public:
  LessContention(const RouteRequest& request, const TreeDestinations& destinations,
                 const HopTable& table, RankOrder order, const TreeFit& fit)
      : request_(request),
        destinations_(destinations),
        table_(table),
        order_(order),
        fit_(fit),
        counters_(std::uint64_t{Links(request.fabric).count()} * order.size()) {}

  // Returns a remark, or nothing. rows: tables by slots, which it may change.
  std::string improve(Tables rows) {
    const bool is_regular = fit_.misfit.empty();
    const bool is_quick = counters_ <= kFewCounters;
    // If only hosts are missing, slots are as good as in the complete tree.
    const bool lacks_links = fit_.lost_switches + fit_.lost_links > 0;
    if (is_regular && !lacks_links && have_one_rate(request_.fabric)) return {};
    if (is_regular && !is_quick) return describe(search(rows));
    // In a small tree the search is part of the comparison; else only the chosen tables are
    // searched.
    ShiftSearch taken = is_quick ? search(rows) : as_it_is(rows);
    std::string what;
    if (!is_quick || taken.after > kClose * taken.least) {
      what = choose_by_load(is_quick, taken, rows);
    }
    if (!is_quick) taken = search(rows);
    return what + describe(taken);
  }

 private:
  ShiftSearch search(Tables rows) const {
    return search_shifts(request_, destinations_.targets, table_, order_, rows);
  }
  ShiftSearch as_it_is(ConstTables rows) const {
    const double flows = contention(request_, rows, order_);
    return {.before = flows, .after = flows};
  }

  // Replaces the tables by those that route_by_load makes, if these are clearly better.
  std::string choose_by_load(bool is_quick, ShiftSearch& taken, Tables rows) const {
    if (entries(rows) > kManyEntries) {
      return "; paths chosen by load were not tried, because the fabric is too large";
    }
    const double by_slots = taken.after;
    TableBlock block(request_.fabric.switch_count(), request_.fabric.max_lid());
    const Tables others = block.tables();
    for (const LoadRule rule : {LoadRule::kOneWay, LoadRule::kFewestPaths}) {
      fill_no_path(others);
      route_by_load(request_, destinations_, table_, rule, others);
      const ShiftSearch by_load = is_quick ? search(others) : as_it_is(others);
      const bool is_first = taken.after == by_slots;
      const double better = is_first && fit_.misfit.empty() ? kMuchBetter : kBetter;
      if (by_load.after == 0 || by_load.after >= better * taken.after) continue;
      taken = by_load;
      copy_rows(std::as_const(block).tables(), rows);
    }
    if (taken.after == by_slots) return {};
    return fmt::format(
        "; paths are chosen by load: over all shifts the busiest link has {:.2f} flows on average, "
        "with regular paths {:.2f}",
        taken.after, by_slots);
  }

  static std::string describe(const ShiftSearch& search) {
    if (search.moved == 0) return {};
    return fmt::format(
        "; {} forwarding entries differ from the regular pattern: over all shifts the busiest link "
        "has {:.2f} flows on average, without that {:.2f}",
        search.moved, search.after, search.before);
  }

  const RouteRequest& request_;
  const TreeDestinations& destinations_;
  const HopTable& table_;
  RankOrder order_;
  const TreeFit& fit_;
  std::uint64_t counters_;
};

// A link within a rank would carry all packets between its two switches: only paths to switches
// that some others cannot reach otherwise use it.
HopTable tree_hop_table(const RouteRequest& request, const SwitchGraph& graph, const FatTree& tree,
                        const Orientation& orientation, const Targets& targets) {
  HopTable all = up_down_hop_table(graph, orientation, targets.switches, request.workers);
  const SwitchGraph tree_links(request.fabric, tree.ranks);
  if (tree_links.bundle_count() == graph.bundle_count()) return all;
  HopTable table = up_down_hop_table(tree_links, orientation, targets.switches, request.workers);
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const bool loses_pairs = std::ranges::any_of(targets.switches, [&](SwitchIndex s) {
      return table.distances.from(s)[d] == kFar && all.distances.from(s)[d] != kFar;
    });
    for (SwitchIndex s = 0; loses_pairs && s < request.fabric.switch_count(); ++s) {
      table.distances.from(s)[d] = all.distances.from(s)[d];
    }
  }
  return table;
}

Routing route_tree(const RouteRequest& request, const TreeShape* shape, const SwitchGraph& graph,
                   Ranking ranking, Tables rows) {
  const Fabric& fabric = request.fabric;
  expect_tree(fabric, graph, ranking.ranks);
  FatTree tree = find_fat_tree(fabric, graph, std::move(ranking.ranks));
  if (request.options.quasi_ftree_indexing && shape == nullptr) {
    tree.order = depth_first_order(graph, tree.ranks);
  }
  const TreeShape wanted = shape != nullptr ? *shape : typical_shape(fabric, tree);
  const TreeFit fit = fit_tree(fabric, tree, wanted);
  if (shape != nullptr && !fit.misfit.empty()) {
    throw CannotRoute(fmt::format("the fabric does not fit {}: {}", describe(wanted), fit.misfit));
  }
  std::string what = describe_fit(wanted, fit);
  std::optional<TreePlaces> places;
  if (shape != nullptr) places = find_tree_places(fabric, *shape, tree);
  const UpPorts up(fabric, tree);
  const TreeDestinations destinations =
      find_tree_destinations(fabric, tree, up, request.options, places ? &*places : nullptr);
  const HopTable table =
      tree_hop_table(request, graph, tree, ranking.orientation, destinations.targets);
  const std::vector<EndPortIndex> order = order_of_cas(fabric, request.options, destinations);
  route_over_slots(request, tree, up, destinations, table, rows);
  if (shape == nullptr && order.size() > 1) {
    what += LessContention(request, destinations, table, order, fit).improve(rows);
  }
  Routing routing = complete_up_down(request, destinations.targets, table, std::move(ranking.roots),
                                     OtherPaths::kStay, rows);
  routing.remarks.push_back(std::move(what));
  routing.notes.ca_order = order;
  if (request.options.compute_nodes && routing.notes.ca_order.empty()) {
    routing.warnings.emplace_back(
        "cn_guid_file lists no CA port of the fabric, so no routes are optimised for shift "
        "patterns");
  }
  return routing;
}

std::string describe(const Fabric& fabric, const StrayLinks& stray) {
  const auto& [lower, upper] = stray.pairs.front();
  return fmt::format(
      "{} pair{} of switches, for example {} and {}, {} linked past a level or into another part "
      "of the tree: these links stay idle, because they would carry all packets between their "
      "ends; "
      "weft check names them",
      stray.pairs.size(), stray.pairs.size() == 1 ? "" : "s", fabric.describe_switch(lower),
      fabric.describe_switch(upper), stray.pairs.size() == 1 ? "is" : "are");
}

// Routes the fabric as if it had no stray links, if that leaves no pair without a path.
std::optional<Routing> route_without_strays(const RouteRequest& request, const TreeShape* shape,
                                            const SwitchGraph& graph, const Ranking& ranking,
                                            Tables rows) {
  const StrayLinks stray = find_stray_links(graph, ranking.ranks);
  if (stray.pairs.empty()) return std::nullopt;
  const Fabric rest = without_links(request.fabric, graph, stray.pairs);
  const SwitchGraph rest_graph(rest);
  // Links without which the fabric falls into parts stay.
  if (rest_graph.bundle_count() + 2 * stray.pairs.size() > graph.bundle_count()) {
    return std::nullopt;
  }
  // The places keep the order of switches of one rank.
  const std::vector<std::uint64_t> ids(ranking.orientation.place.begin(),
                                       ranking.orientation.place.end());
  Routing routing =
      route_tree({rest, request.options, request.workers, request.lanes}, shape, rest_graph,
                 {ranking.roots, stray.ranks, order_by_rank(stray.ranks, ids)}, rows);
  if (routing.unrouted_pairs > 0) {
    fill_no_path(rows);
    return std::nullopt;
  }
  routing.warnings.push_back(describe(request.fabric, stray));
  return routing;
}

}  // namespace

Routing route_fat_tree(const RouteRequest& request, const TreeShape* shape, Tables rows) {
  return route_below_roots(
      request, rows, Ranks::kLifted, [&](const SwitchGraph& graph, Ranking ranking) {
        if (auto routing = route_without_strays(request, shape, graph, ranking, rows)) {
          return *std::move(routing);
        }
        return route_tree(request, shape, graph, std::move(ranking), rows);
      });
}

}  // namespace weft
