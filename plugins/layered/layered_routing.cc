#include "plugins/layered/layered_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/distances.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/routing/multicast_turns.h"
#include "common/routing/targets.h"
#include "common/topology/product_labels.h"
#include "common/topology/spread_order.h"
#include "common/topology/switch_groups.h"
#include "common/topology/tree_check.h"
#include "common/topology/whole_product.h"
#include "common/verify/verify.h"
#include "plugins/layered/attempts.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/group_lane.h"
#include "plugins/layered/lane_orders.h"
#include "plugins/layered/planned_paths.h"
#include "plugins/layered/subtree_orders.h"
#include "plugins/layered/up_down_order.h"
#include "plugins/layered/without_missing.h"

namespace weft {
namespace {

// Removes the lanes that no link between switches has, but never the first.
void keep_lanes_of_links(const Fabric& fabric, LaneBudget& budget) {
  std::uint8_t most = 0;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) most = std::max(most, port.link.data_vls);
  }
  while (budget.lanes.size() > 1 && budget.lanes.back().vl >= most) budget.lanes.pop_back();
}

// By link: may paths use it with avoid_throttled_links? Empty: all.
std::vector<bool> usable_links(const RouteRequest& request, const Links& links,
                               std::vector<std::string>& warnings) {
  if (!request.options.avoid_throttled_links) return {};
  std::vector<bool> usable(links.count(), true);
  std::size_t throttled = 0;
  for (LinkIndex l = 0; l < links.count(); ++l) {
    const LinkIndex ends[] = {l, links.opposite(l)};
    for (const LinkIndex end : ends) {
      if (request.fabric.ports(links[end].from)[links[end].port].link.throttled) usable[l] = false;
    }
    throttled += !usable[l];
  }
  const Pieces pieces = find_pieces(links, [&](LinkIndex link) { return usable[link]; });
  if (throttled == 0 || pieces.count == find_pieces(request.fabric).count) return usable;
  warnings.push_back(
      fmt::format("avoid_throttled_links: the {} throttled links are used nevertheless, because "
                  "without them the fabric is not connected",
                  throttled / 2));
  return {};
}

std::vector<SwitchIndex> order_switches(const Fabric& fabric, const SwitchGraph& graph,
                                        const ProductLabels& labels) {
  std::vector<SwitchIndex> order = spread_order(labels);
  std::vector<bool> listed(fabric.switch_count());
  for (const SwitchIndex s : order) listed[s] = true;
  for (const SwitchIndex s : targets_in_search_order(fabric, graph).switches) {
    if (!listed[s]) order.push_back(s);
  }
  return order;
}

class LayeredRouting {
 public:
  LayeredRouting(const RouteRequest& request, PathsOf paths_of, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        rows_(rows),
        paths_of_(paths_of),
        graph_(fabric_),
        links_(fabric_),
        labels_(find_products(graph_)),
        order_(order()),
        end_ports_(end_ports_by_switch(fabric_)),
        sources_(sources_by_switch(fabric_)),
        usable_(usable_links(request_, links_, routing_.warnings)),
        paths_({request_, links_, order_, end_ports_, sources_, usable_, paths_of_, rows_}) {
    write_own_entries();
  }

  Routing balance();
  Routing fit_lanes();

 private:
  DestinationOrder order() const;
  void write_own_entries() const;
  Situation situation(const RankedTree& tree);
  // Of an attempt that fits.
  struct Outcome {
    std::uint64_t busiest = 0;   // the load of the busiest link
    double unevenness = 0;       // the same over the mean load
    std::uint64_t left_out = 0;  // PathsInLayers::left_out
    Groups groups = Groups::kBesidePaths;
  };
  // An attempt that fits, but makes some link too busy.
  struct SetAside {
    const Attempt* attempt;
    Outcome outcome;
    Routing routing;
    TableBlock rows;
  };
  void warn_of_paths_back(std::span<const SetAside> uneven);
  RankedTree find_tree() const;
  bool has_valleys(const RankedTree& tree) const;
  std::vector<SwitchIndex> hot_switches() const;
  bool is_too_uneven(const Attempt& attempt) const;
  void remark_longer_paths();
  void say_where_groups_are();
  bool fit(const Attempt& attempt, const RankedTree& tree);
  SetAside set_aside(const Attempt& attempt);
  Routing finish(SetAside&& taken);
  Routing finish(const Attempt& attempt);
  bool fit_dimensions(LayerSpec spec, unsigned lanes, const Orientation& up_down);
  bool fit_hot_switches(LayerSpec spec, const Orientation& up_down);
  unsigned few_more() const;
  bool fit_whole_product(const Orientation& up_down);
  std::optional<Routing> route_whole_product(Tables rows);
  bool fit_groups(LayerSpec spec);
  bool fit_tree(LayerSpec spec, const Attempt& attempt, const RankedTree& tree);
  Orientation below_a_leaf() const;
  bool fit(LayerSpec spec, const Orientation& orientation,
           MinimalPathCache::Preferred preferred = nullptr, const PlannedPaths* planned = nullptr);
  bool fit_paths(LayerSpec spec, const Orientation& orientation,
                 MinimalPathCache::Preferred preferred, const PlannedPaths* planned);
  unsigned lanes() const { return static_cast<unsigned>(request_.lanes.lanes.size()); }
  bool has_path_bits() const {
    return std::ranges::any_of(fabric_.end_ports(),
                               [](const EndPort& port) { return port.lmc > 0; });
  }
  [[noreturn]] void refuse() const;

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  PathsOf paths_of_;
  SwitchGraph graph_;
  Links links_;
  ProductLabels labels_;
  std::optional<WholeProduct> whole_;  // where they lack something
  SwitchGroups groups_;                // looked for where they matter
  DestinationOrder order_;
  std::vector<std::uint32_t> end_ports_;  // by switch
  std::vector<std::uint32_t> sources_;    // likewise
  Routing routing_;
  std::vector<bool> usable_;
  BalancedPaths paths_;
  Situation situation_ = {};                  // once lanes are asked for
  Outcome outcome_;                           // of the paths that fitted last
  std::uint64_t busiest_of_shortest_ = 0;     // with paths on one lane; if there are hot switches
  unsigned layers_wanted_ = kMostLayers + 1;  // the fewest that an attempt ended with
  std::uint64_t work_left_ = kAllSearches;    // for the attempts to come, together
};

DestinationOrder LayeredRouting::order() const {
  const std::vector<SwitchIndex> switches = order_switches(fabric_, graph_, labels_);
  return paths_of_ == PathsOf::kSwitches ? order_by_switch(fabric_, switches)
                                         : order_by_lid(request_, graph_, switches);
}

// Of the LIDs at their own switches.
void LayeredRouting::write_own_entries() const {
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    for (const Lid lid : lids_of(fabric_.switches()[s])) rows_.row(s)[lid] = 0;
  }
  for (const EndPort& port : fabric_.end_ports()) {
    for (const Lid lid : lids_of(port)) rows_.row(port.sw)[lid] = port.switch_port;
  }
}

Routing LayeredRouting::balance() {
  paths_.choose();
  routing_.multicast = plan_multicast(fabric_);
  return std::move(routing_);
}

Routing LayeredRouting::fit_lanes() {
  const RankedTree tree = find_tree();
  situation_ = situation(tree);
  if (situation_.has_hot_switches) {
    paths_.choose();
    busiest_of_shortest_ = paths_.busiest();
  }
  std::vector<SetAside> uneven;  // each less so than those before
  for (const Attempt& attempt : kAttempts) {
    if (!attempt.when(situation_)) continue;
    // Dimension order once more would not be more even.
    const bool is_for_hot = attempt.orders == OrdersOf::kDimensionsAndHotSwitches;
    if (situation_.has_hot_switches && !uneven.empty() && !is_for_hot &&
        attempt.uneven == Uneven::kTaken) {
      break;
    }
    if (!fit(attempt, tree)) continue;
    if (is_too_uneven(attempt)) {
      if (uneven.empty() || outcome_.busiest < uneven.back().outcome.busiest) {
        uneven.push_back(set_aside(attempt));
      }
      continue;
    }
    const bool gives_up = attempt.back == PathsBack::kGivenUp && situation_.ways == Ways::kBoth;
    const auto even_enough = std::ranges::find_if(uneven, [&](const SetAside& other) {
      return static_cast<double>(other.outcome.busiest) <=
             attempt.worth * static_cast<double>(outcome_.busiest);
    });
    if (even_enough != uneven.end()) return finish(std::move(*even_enough));
    if (gives_up) warn_of_paths_back(uneven);
    return finish(attempt);
  }
  if (uneven.empty()) refuse();
  return finish(std::move(uneven.back()));
}

bool LayeredRouting::is_too_uneven(const Attempt& attempt) const {
  if (attempt.uneven == Uneven::kTaken || outcome_.unevenness <= kMostUneven) return false;
  return attempt.uneven == Uneven::kSetAside ||
         (situation_.has_hot_switches &&
          static_cast<double>(outcome_.busiest) >
              kMostUneven * static_cast<double>(busiest_of_shortest_));
}

LayeredRouting::SetAside LayeredRouting::set_aside(const Attempt& attempt) {
  return {&attempt, outcome_, routing_, TableBlock(rows_, fabric_.max_lid(), request_.workers)};
}

Routing LayeredRouting::finish(SetAside&& taken) {
  copy_rows(std::as_const(taken.rows).tables(), rows_);
  routing_ = std::move(taken.routing);
  outcome_ = taken.outcome;
  return finish(*taken.attempt);
}

Routing LayeredRouting::finish(const Attempt& attempt) {
  if (situation_.has_valleys) remark_longer_paths();
  if (attempt.orders == OrdersOf::kWholeProduct) {
    routing_.remarks.push_back(
        fmt::format("routed as if the {} missing links and {} missing switches were present, then "
                    "repaired around them, so that few lanes suffice",
                    whole_->added_links, whole_->added_switches));
  }
  if (outcome_.left_out != 0) {
    routing_.remarks.push_back(
        fmt::format("{} paths to switches without end ports are left out: no virtual lane for them "
                    "was found within the work limit",
                    outcome_.left_out));
  }
  say_where_groups_are();
  return std::move(routing_);
}

void LayeredRouting::remark_longer_paths() {
  const std::vector<SwitchIndex> all = all_switches(fabric_);
  const Distances shortest = distances_to(graph_, all, request_.workers);
  std::vector<Lid> lids(all.size());
  for (const EndPort& port : fabric_.end_ports()) lids[port.sw] = port.lid;
  for (const SwitchIndex s : all) {
    if (fabric_.switches()[s].lid != 0) lids[s] = fabric_.switches()[s].lid;
  }
  std::uint64_t longer = 0;
  for (const SwitchIndex s : all) {
    for (const SwitchIndex d : all) {
      if (lids[d] == 0 || shortest.from(s)[d] == kFar) continue;
      if (rows_.row(s)[lids[d]] == kNoPath) continue;
      Hops hops = 0;
      for (SwitchIndex at = s; at != d; at = links_.to(links_.at(at, rows_.row(at)[lids[d]]))) {
        ++hops;
      }
      longer += hops > shortest.from(s)[d];
    }
  }
  if (longer == 0) return;
  routing_.remarks.push_back(
      fmt::format("{} pairs of switches have paths that are longer than the shortest, because on "
                  "so few lanes the shortest close a credit loop",
                  longer));
}

void LayeredRouting::warn_of_paths_back(std::span<const SetAside> uneven) {
  std::string why = fmt::format("{} lanes do not suffice for both", lanes());
  if (!uneven.empty()) {
    why = fmt::format("for both the busiest link would have {} paths instead of {}",
                      uneven.back().outcome.busiest, outcome_.busiest);
  }
  routing_.warnings.push_back(
      fmt::format("weft_reversible is ignored: replies, which use the SL of their requests, can "
                  "close a credit loop, because {}",
                  why));
}

void LayeredRouting::say_where_groups_are() {
  if (outcome_.groups == Groups::kInTheWay) {
    routing_.warnings.push_back(fmt::format(
        "multicast groups can close a credit loop with unicast paths: {} lane{} no room for a tree "
        "to all switches without one, and no lane is left for groups alone",
        lanes(), lanes() == 1 ? " has" : "s have"));
  } else if (outcome_.groups == Groups::kAlone && lanes() > 1) {
    routing_.remarks.push_back(
        "no unicast path uses SL 0, so that multicast groups close no credit loop with them");
  }
}

Situation LayeredRouting::situation(const RankedTree& tree) {
  const bool both = paths_of_ == PathsOf::kSwitches || request_.options.reversible;
  Situation situation = {.paths_of = paths_of_,
                         .ways = both ? Ways::kBoth : Ways::kOne,
                         .is_tree = order_.leaf_by_leaf,
                         .has_valleys = false,
                         .is_product = !labels_.products.empty(),
                         .has_hot_switches = false,
                         .is_dragonfly = false};
  if (!situation.is_tree && !situation.is_product && lanes() >= kGroupLanes) {
    groups_ = find_groups(graph_);
    situation.is_dragonfly = groups_.found() && groups_.are_complete;
  }
  situation.has_hot_switches =
      situation.is_product && paths_of_ == PathsOf::kLids && !hot_switches().empty();
  if (situation.is_product) whole_ = with_whole_products(fabric_, labels_);
  situation.has_valleys = has_valleys(tree);
  return situation;
}

// The switches with many more end ports than the mean of those that have some, the most first.
std::vector<SwitchIndex> LayeredRouting::hot_switches() const {
  const auto with_some = static_cast<double>(end_ports_.size()) -
                         static_cast<double>(std::ranges::count(end_ports_, 0u));
  const double mean = static_cast<double>(fabric_.end_port_count()) / std::max(with_some, 1.0);
  std::vector<SwitchIndex> hot = all_switches(fabric_);
  std::erase_if(hot, [&](SwitchIndex s) { return end_ports_[s] <= kMostUneven * mean; });
  std::ranges::stable_sort(hot, std::greater<>(), [&](SwitchIndex s) { return end_ports_[s]; });
  return hot;
}

// Below the best roots if it has valleys; the likeliest roots are enough otherwise.
RankedTree LayeredRouting::find_tree() const {
  if (labels_.products.empty()) {
    RankedTree tree = best_tree(request_, graph_, sources_);
    if (has_valleys(tree)) return tree;
  }
  return likely_tree(request_, graph_);
}

// Is it a tree with end ports above others? A Dragonfly+ is none: its spines are linked to each
// other.
bool LayeredRouting::has_valleys(const RankedTree& tree) const try {
  if (!labels_.products.empty()) return false;
  expect_tree(fabric_, graph_, tree.ranks);
  if (share_inside_ranks(fabric_, graph_, tree.ranks) > kMostInsideRanks) return false;
  return std::any_of(links_.all().begin(), links_.all().end(), [&](const Link& link) {
    return end_ports_[link.from] != 0 && tree.ranks[link.from] < tree.ranks[link.to];
  });
} catch (const CannotRoute&) {
  return false;
}

bool LayeredRouting::fit(const Attempt& attempt, const RankedTree& tree) {
  const Ways ways = attempt.back == PathsBack::kGivenUp ? Ways::kOne : situation_.ways;
  const Orientation& up_down = tree.orientation;
  LayerSpec spec = {.ways = ways,
                    .spare_order = up_down_order(links_, up_down),
                    .prefer = attempt.prefer,
                    // Else all hosts of a leaf switch are behind one spine. The paths to the only
                    // LID of a port stay together, which keeps shifts free of contention.
                    .shift_in_trees = situation_.paths_of == PathsOf::kSwitches || has_path_bits(),
                    .most_layers = attempt.most_layers,
                    .most_work = attempt.most_work};
  const bool by_dimension =
      attempt.orders == OrdersOf::kDimensions || attempt.orders == OrdersOf::kDimensionsOnAllLanes;
  const unsigned needed = by_dimension ? lanes_needed(labels_, lanes(), ways) : 0;
  switch (attempt.orders) {
    case OrdersOf::kUpDown:
      return fit(std::move(spec), up_down);
    case OrdersOf::kWholeProduct:
      return fit_whole_product(up_down);
    case OrdersOf::kDimensions:
      if (attempt.few_more) spec.most_layers = needed + few_more();
      return fit_dimensions(std::move(spec), needed, up_down);
    case OrdersOf::kDimensionsOnAllLanes:
      return needed != lanes() && fit_dimensions(std::move(spec), lanes(), up_down);
    case OrdersOf::kDimensionsAndHotSwitches:
      return fit_hot_switches(std::move(spec), up_down);
    case OrdersOf::kGroups:
      return fit_groups(std::move(spec));
    case OrdersOf::kSubtrees:
    case OrdersOf::kBelowOneRoot:
    case OrdersOf::kSubtreesAndOneRoot:
      return fit_tree(std::move(spec), attempt, tree);
  }
  return false;
}

bool LayeredRouting::fit_dimensions(LayerSpec spec, unsigned lanes, const Orientation& up_down) {
  LaneOrders orders = lane_orders(links_, labels_, up_down, lanes, spec.ways);
  spec.orders = std::move(orders.orders);
  std::optional<PlannedPaths> planned;
  if (usable_.empty()) planned = PlannedPaths::of(links_, graph_, labels_, orders);
  if (planned) {
    LayerSpec without_search = spec;
    without_search.most_work = 0;
    if (fit(std::move(without_search), up_down, nullptr, &*planned)) return true;
  }
  return fit(std::move(spec), up_down, [&](LinkIndex link, SwitchIndex to) {
    return begins_planned_path(orders, labels_, links_, link, to);
  });
}

bool LayeredRouting::fit_hot_switches(LayerSpec spec, const Orientation& up_down) {
  const unsigned needed = lanes_needed(labels_, lanes(), spec.ways);
  std::vector<SwitchIndex> hot = hot_switches();
  hot.resize(std::min<std::size_t>(hot.size(), lanes() - std::min(needed, lanes())));
  if (hot.empty()) return false;
  LaneOrders orders = lane_orders(links_, labels_, up_down, needed, spec.ways);
  spec.orders = std::move(orders.orders);
  std::vector<bool> is_hot(fabric_.switch_count());
  for (const SwitchIndex s : hot) {
    is_hot[s] = true;
    spec.orders.push_back(
        up_down_order(links_, orientation_below(fabric_, links_, usable_, {&s, 1})));
  }
  return fit(std::move(spec), up_down, [&](LinkIndex link, SwitchIndex to) {
    return is_hot[to] || is_hot[links_[link].from] ||
           begins_planned_path(orders, labels_, links_, link, to);
  });
}

unsigned LayeredRouting::few_more() const {
  const unsigned links = whole_ ? std::min(whole_->added_links, kMostLayers * kLinksALane) : 1;
  return (links + kLinksALane - 1) / kLinksALane;
}

// The rows get the routing of the fabric as it is.
bool LayeredRouting::fit_whole_product(const Orientation& up_down) {
  if (!whole_) return false;
  paths_.free_memory();
  TableBlock block(whole_->fabric.switch_count(), whole_->fabric.max_lid());
  std::optional<Routing> of_whole = route_whole_product(block.tables());
  if (!of_whole) return false;
  try {
    fill_no_path(rows_);
    WithoutMissing found =
        without_missing(request_, whole_->fabric, block.tables(), *std::move(of_whole), rows_);
    routing_.lanes = std::move(found.lanes);
    routing_.multicast = std::move(found.multicast);
    if (!found.groups_fit) {
      outcome_.groups =
          place_groups(request_, links_, {std::move(found.orders), up_down}, rows_, routing_);
    }
  } catch (const CannotRoute&) {
    fill_no_path(rows_);
    write_own_entries();
    return false;
  }
  const Figures figures = measure_loads({fabric_, rows_, routing_.lanes}, request_.workers);
  outcome_.busiest = figures.max_link_load;
  outcome_.unevenness =
      static_cast<double>(figures.max_link_load) / std::max(figures.mean_link_load, 1.0);
  return true;
}

std::optional<Routing> LayeredRouting::route_whole_product(Tables rows) {
  static constexpr Attempt kWhole = {.when = nullptr,
                                     .orders = OrdersOf::kDimensions,
                                     .prefer = Prefer::kFewLayers,
                                     .most_work = kShortSearch};
  RouteRequest request = {whole_->fabric, request_.options, request_.workers, request_.lanes};
  LayeredRouting whole(request, paths_of_, rows);
  whole.situation_.ways = situation_.ways;
  whole.work_left_ = work_left_;
  const bool is_fit = whole.fit(kWhole, whole.find_tree());
  work_left_ = whole.work_left_;
  if (!is_fit) return std::nullopt;
  outcome_ = whole.outcome_;
  return std::move(whole.routing_);
}

bool LayeredRouting::fit_groups(LayerSpec spec) {
  const std::vector<Orientation> orientations = group_orientations(groups_, kGroupLanes);
  for (const Orientation& orientation : orientations) {
    spec.orders.push_back(up_down_order(links_, orientation));
  }
  return fit(std::move(spec), orientations.front(), [&](LinkIndex link, SwitchIndex to) {
    return groups_.begins_direct_path(links_[link], to);
  });
}

bool LayeredRouting::fit_tree(LayerSpec spec, const Attempt& attempt, const RankedTree& tree) {
  spec.longer_paths = true;
  if (attempt.orders != OrdersOf::kBelowOneRoot) {
    std::ranges::move(subtree_orders(links_, tree), std::back_inserter(spec.orders));
  }
  if (attempt.orders == OrdersOf::kSubtrees) return fit(std::move(spec), tree.orientation);
  const Orientation below = below_a_leaf();
  spec.spare_layers = spec.orders.empty() ? 0 : 1;
  spec.orders.push_back(up_down_order(links_, below));
  return fit(std::move(spec), below);
}

// Below the switch with the most end ports.
Orientation LayeredRouting::below_a_leaf() const {
  std::vector<SwitchIndex> switches = all_switches(fabric_);
  std::stable_sort(switches.begin(), switches.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return end_ports_[a] > end_ports_[b]; });
  return orientation_below(fabric_, links_, usable_, switches);
}

// orientation: what the masters keep to if the layers allow it. If they do not, their turns take
// the first layer before the paths do, unless these then fit no more.
bool LayeredRouting::fit(LayerSpec spec, const Orientation& orientation,
                         MinimalPathCache::Preferred preferred, const PlannedPaths* planned) {
  if (!fit_paths(spec, orientation, preferred, planned)) return false;
  if (outcome_.groups != Groups::kInTheWay) return true;
  const Outcome outcome = outcome_;
  Routing routing = routing_;
  const TableBlock rows(rows_, fabric_.max_lid(), request_.workers);
  MulticastPlan plan = plan_multicast(fabric_, orientation);
  plan.masters.resize(std::min<std::size_t>(plan.masters.size(), 1));  // it takes fewer turns
  spec.of_groups = multicast_turns(fabric_, links_, plan);
  if (fit_paths(std::move(spec), orientation, std::move(preferred), planned) &&
      outcome_.groups != Groups::kInTheWay) {
    return true;
  }
  outcome_ = outcome;
  routing_ = std::move(routing);
  copy_rows(rows.tables(), rows_);
  return true;
}

bool LayeredRouting::fit_paths(LayerSpec spec, const Orientation& orientation,
                               MinimalPathCache::Preferred preferred, const PlannedPaths* planned) {
  if (spec.orders.size() > lanes()) return false;
  if (!PathLayers::has_memory(links_, spec.orders.size())) return false;
  spec.most_work = std::min(spec.most_work, work_left_ / 2);
  PathsInLayers found = paths_.choose_in_layers(std::move(spec), std::move(preferred), planned);
  work_left_ -= std::min(work_left_, found.work);
  if (found.complete) layers_wanted_ = std::min(layers_wanted_, found.layers);
  if (!found.fit) return false;
  routing_.lanes = std::move(found.lanes);
  outcome_ = {
      paths_.busiest(), paths_.unevenness(), found.left_out,
      place_groups(request_, links_, {std::move(found.orders), orientation}, rows_, routing_)};
  return true;
}

void LayeredRouting::refuse() const {
  // The number of lanes that are wanted means nothing where links lack some of them.
  LinkIndex narrow = kNone;
  std::size_t narrow_ends = 0;
  for (LinkIndex l = 0; l < links_.count(); ++l) {
    if (links_[l].data_vls > request_.lanes.lanes.back().vl) continue;
    if (narrow == kNone || links_[l].data_vls < links_[narrow].data_vls) narrow = l;
    ++narrow_ends;
  }
  if (narrow != kNone) {
    throw CannotRoute(fmt::format(
        "the shortest paths of this fabric do not fit into {} lanes, and {} of {} links between "
        "switches have fewer VLs: {} port {} has {}",
        lanes(), (narrow_ends + 1) / 2, links_.count() / 2,
        request_.fabric.describe_switch(links_[narrow].from), links_[narrow].port,
        links_[narrow].data_vls));
  }
  const std::string available = lanes() == 1 ? "is 1" : fmt::format("are {}", lanes());
  const std::string advice = lanes() == 1 ? ": if the links have more, set qos TRUE, max_op_vls "
                                            "above 1, and several VLs in qos_swe_sl2vl"
                                          : "";
  if (layers_wanted_ > kMostLayers) {
    throw CannotRoute(fmt::format(
        "no way was found within {} lanes{} to keep the shortest paths of this fabric free of "
        "credit loops, and there {}{}",
        kMostLayers, work_left_ < kShortSearch ? " within the work limit" : "", available, advice));
  }
  throw CannotRoute(fmt::format(
      "the shortest paths of this fabric need {} lanes to be free of credit loops, but there {}{}",
      layers_wanted_, available, advice));
}

}  // namespace

Routing balance_paths(const RouteRequest& request, Tables rows) {
  if (request.fabric.switch_count() == 0) return {};
  return LayeredRouting(request, PathsOf::kLids, rows).balance();
}

Routing route_in_layers(const RouteRequest& request, PathsOf paths_of, Tables rows) {
  if (request.fabric.switch_count() == 0) return {};
  RouteRequest with_lanes = request;
  keep_lanes_of_links(request.fabric, with_lanes.lanes);
  return LayeredRouting(with_lanes, paths_of, rows).fit_lanes();
}

}  // namespace weft
