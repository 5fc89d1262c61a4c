#include "plugins/layered/layered_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/routing/targets.h"
#include "common/topology/product_labels.h"
#include "common/topology/spread_order.h"
#include "common/topology/switch_groups.h"
#include "common/topology/tree_roots.h"
#include "plugins/layered/balanced_paths.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/lane_orders.h"

namespace weft {
namespace {

// A load this uneven is worth another choice, up to so often, as long as one takes a twentieth off.
constexpr double kUneven = 1.1;
constexpr double kWorthwhile = 0.95;
constexpr int kMostChoices = 3;

// Bounds of a search, in turns looked at: some seconds' worth; of one with others to come; of one
// that should have nothing to search for; and of one that is over soon or not worth it.
constexpr std::uint64_t kLongSearch = 500'000'000;
constexpr std::uint64_t kShortSearch = 50'000'000;
constexpr std::uint64_t kHardlyAnySearch = 1'000'000;
constexpr std::uint64_t kBriefSearch = 30'000;

// Chooses again and again.
template <typename Choose>
void improve(const BalancedPaths& paths, Choose choose) {
  double before = paths.unevenness();
  for (int i = 1; i < kMostChoices && before > kUneven; ++i) {
    choose();
    const double after = paths.unevenness();
    if (after > before * kWorthwhile) return;
    before = after;
  }
}

// Leaves those that some link between switches has, or the first alone.
void keep_lanes_of_links(const Fabric& fabric, LaneBudget& budget) {
  std::uint8_t most = 0;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) most = std::max(most, port.link.data_vls);
  }
  while (budget.lanes.size() > 1 && budget.lanes.back().vl >= most) budget.lanes.pop_back();
}

// By link: all but those that avoid_throttled_links leaves out. Empty: all.
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
                  "without them the fabric falls apart",
                  throttled / 2));
  return {};
}

// Of up*/down* below the likeliest roots.
Orientation orientation_of(const RouteRequest& request, const SwitchGraph& graph) {
  const Fabric& fabric = request.fabric;
  std::vector<SwitchIndex> all(fabric.switch_count());
  std::iota(all.begin(), all.end(), SwitchIndex{0});
  const auto roots = likely_roots(fabric, distances_to(graph, all, request.workers));
  std::vector<Hops> ranks = ranks_below(graph, roots.front());
  lift_dead_ends(fabric, graph, ranks);
  std::vector<std::uint64_t> ids;
  ids.reserve(fabric.switch_count());
  for (const Switch& sw : fabric.switches()) ids.push_back(sw.node_guid);
  return order_by_rank(ranks, ids);
}

// Links up from the lowest on, then links down: all paths of up*/down* go along it.
std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation) {
  std::vector<std::pair<std::int64_t, LinkIndex>> keyed;
  keyed.reserve(links.count());
  for (LinkIndex l = 0; l < links.count(); ++l) {
    const std::int64_t place = orientation.place[links[l].from];
    keyed.emplace_back(orientation.goes_up(links[l].from, links[l].to) ? -1 - place : 1 + place, l);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<LinkIndex> order;
  order.reserve(keyed.size());
  for (const auto& [key, link] : keyed) order.push_back(link);
  return order;
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
        by_switch_(paths_of == PathsOf::kSwitches),
        graph_(fabric_),
        links_(fabric_),
        labels_(find_products(graph_)),
        order_(order()),
        paths_(request_, links_, order_, usable_links(request_, links_, routing_.warnings),
               by_switch_, rows_) {
    write_own_entries();
  }

  Routing balance();
  Routing fit_lanes();

 private:
  DestinationOrder order() const;
  void write_own_entries() const;
  bool fit_product(bool symmetric, const Orientation& up_down);
  bool fit_groups(bool symmetric, const Orientation& up_down);
  bool fit(LayeredGrowth::Setup setup, BalancedPaths::Preferred preferred = nullptr);
  [[noreturn]] void refuse() const;

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  bool by_switch_;
  SwitchGraph graph_;
  Links links_;
  ProductLabels labels_;
  DestinationOrder order_;
  Routing routing_;
  BalancedPaths paths_;
  unsigned layers_ = 0;                       // that the last search ended with
  unsigned layers_wanted_ = kMostLayers + 1;  // the fewest that a search ended with
};

DestinationOrder LayeredRouting::order() const {
  const std::vector<SwitchIndex> switches = order_switches(fabric_, graph_, labels_);
  return by_switch_ ? order_by_switch(fabric_, switches) : order_by_lid(request_, graph_, switches);
}

// Of the LIDs at their own switches.
void LayeredRouting::write_own_entries() const {
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const Switch& sw = fabric_.switches()[s];
    for (unsigned b = 0; sw.lid != 0 && b < 1u << sw.lmc; ++b) rows_.row(s)[sw.lid + b] = 0;
  }
  for (const EndPort& port : fabric_.end_ports()) {
    for (unsigned b = 0; port.lid != 0 && b < 1u << port.lmc; ++b) {
      rows_.row(port.sw)[port.lid + b] = port.switch_port;
    }
  }
}

Routing LayeredRouting::balance() {
  paths_.choose();
  improve(paths_, [this] { paths_.choose(); });
  routing_.multicast = plan_multicast(fabric_);
  return std::move(routing_);
}

Routing LayeredRouting::fit_lanes() {
  const Orientation up_down = orientation_of(request_, graph_);
  const std::vector<LinkIndex> order = up_down_order(links_, up_down);
  const bool both_ways = by_switch_ || request_.options.reversible;
  const bool is_product = !labels_.products.empty();
  using Prefer = LayeredGrowth::Prefer;
  const auto fit_up_down = [&](bool symmetric, Prefer prefer) {
    routing_.multicast = plan_multicast(fabric_, up_down);
    return fit({request_, links_, rows_, symmetric, {}, order, kLongSearch, prefer});
  };
  // A small tree can be a ring as well.
  if (is_product && order_.leaf_by_leaf && fit_up_down(both_ways, Prefer::kEvenLoad) &&
      layers_ == 1) {
    return std::move(routing_);
  }
  if (fit_product(both_ways, up_down) || fit_groups(both_ways, up_down)) {
    return std::move(routing_);
  }
  if (by_switch_) {
    if (!fit_up_down(true, Prefer::kFewLayers)) refuse();
    return std::move(routing_);
  }
  if (both_ways && !is_product &&
      (fit_up_down(true, Prefer::kEvenLoad) || fit_up_down(true, Prefer::kFewLayers))) {
    return std::move(routing_);
  }
  if (both_ways) {
    routing_.warnings.push_back(fmt::format(
        "weft_reversible is given up: replies, which travel on the SL of their requests, can close "
        "a credit loop, because {} lanes do not suffice for both",
        request_.lanes.lanes.size()));
    if (fit_product(false, up_down)) return std::move(routing_);
  }
  if (!fit_up_down(false, Prefer::kEvenLoad) && !fit_up_down(false, Prefer::kFewLayers)) refuse();
  return std::move(routing_);
}

// Tori, hypercubes and the like: as few of the lanes that dimension order asks for as will do.
bool LayeredRouting::fit_product(bool symmetric, const Orientation& up_down) {
  if (labels_.products.empty()) return false;
  routing_.multicast = plan_multicast(fabric_);
  const Ways ways = symmetric ? Ways::kBoth : Ways::kOne;
  const auto lanes = static_cast<unsigned>(request_.lanes.lanes.size());
  const std::vector<LinkIndex> order = up_down_order(links_, up_down);
  LaneOrders orders = lane_orders(links_, labels_, up_down, lanes, ways);
  const unsigned needed = orders.needed;
  for (const unsigned n : {needed, lanes}) {
    if (n != orders.orders.size()) orders = lane_orders(links_, labels_, up_down, n, ways);
    const auto planned = [&](LinkIndex link, SwitchIndex to) {
      return begins_planned_path(orders, labels_, links_, link, to);
    };
    const std::uint64_t most_work = symmetric && !by_switch_ ? kShortSearch : kLongSearch;
    if (fit({request_, links_, rows_, symmetric, orders.orders, order, most_work,
             LayeredGrowth::Prefer::kFewLayers},
            planned)) {
      return true;
    }
    if (needed == lanes) break;
  }
  return false;
}

// Whole dragonflies: lanes on which paths go from group to group directly.
bool LayeredRouting::fit_groups(bool symmetric, const Orientation& up_down) {
  constexpr unsigned kLanes = 3;
  const auto lanes = static_cast<unsigned>(request_.lanes.lanes.size());
  if (!labels_.products.empty() || order_.leaf_by_leaf || lanes < kLanes) return false;
  const SwitchGroups groups = find_groups(graph_);
  if (!groups.found()) return false;
  routing_.multicast = plan_multicast(fabric_, up_down);
  const std::vector<LinkIndex> order = up_down_order(links_, up_down);
  // Small ones need fewer, with stock too.
  if (fit({request_,
           links_,
           rows_,
           symmetric,
           {},
           order,
           kBriefSearch,
           LayeredGrowth::Prefer::kFewLayers}) &&
      layers_ < kLanes) {
    return true;
  }
  std::vector<std::vector<LinkIndex>> orders;
  for (const Orientation& orientation : group_orientations(groups, kLanes)) {
    orders.push_back(up_down_order(links_, orientation));
  }
  const auto direct = [&](LinkIndex link, SwitchIndex to) {
    return groups.begins_direct_path(links_[link], to);
  };
  return fit({request_, links_, rows_, symmetric, orders, order, kHardlyAnySearch}, direct) &&
         layers_ == kLanes;
}

bool LayeredRouting::fit(LayeredGrowth::Setup setup, BalancedPaths::Preferred preferred) {
  paths_.reset(std::move(preferred));
  // Where the order that all layers have decides next to nothing, the load of what would be chosen
  // without layers tells which links to spare.
  const bool even = setup.prefer == LayeredGrowth::Prefer::kEvenLoad;
  if (setup.orders.empty() && !order_.leaf_by_leaf && even) paths_.choose();
  LayeredGrowth growth(std::move(setup));
  const bool complete = paths_.choose(growth);
  layers_ = growth.layers();
  if (complete) layers_wanted_ = std::min(layers_wanted_, layers_);
  if (!complete || growth.layers() > request_.lanes.lanes.size()) return false;
  improve(paths_, [&] { paths_.balance(growth); });
  if (!order_.leaf_by_leaf && growth.is_movable()) {
    improve(paths_, [&] { paths_.shift(growth); });
  }
  routing_.lanes = OneLane{};
  if (growth.layers() > 1 || request_.lanes.lanes.front() != Lane{}) {
    routing_.lanes = growth.plan(order_);
  }
  return true;
}

void LayeredRouting::refuse() const {
  const std::size_t lanes = request_.lanes.lanes.size();
  const std::string available = lanes == 1 ? "is 1" : fmt::format("are {}", lanes);
  const std::string advice = lanes == 1 ? ": set qos TRUE, if the links have more" : "";
  if (layers_wanted_ > kMostLayers) {
    throw CannotRoute(fmt::format(
        "no way was found to keep the shortest paths of this fabric free of credit loops with up "
        "to {} lanes, and there {}{}",
        kMostLayers, available, advice));
  }
  throw CannotRoute(
      fmt::format("the shortest paths of this fabric need {} lanes to be free of credit loops, and "
                  "there {}{}",
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
