#include "plugins/layered/layered_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/routing/targets.h"
#include "common/topology/product_labels.h"
#include "common/topology/spread_order.h"
#include "common/topology/switch_groups.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/lane_orders.h"
#include "plugins/layered/up_down_order.h"

namespace weft {
namespace {

// What the fabric and the request say about which attempts are worth making.
struct Situation {
  PathsOf paths_of;
  Ways ways;          // that were asked for
  bool is_tree;       // DestinationOrder::leaf_by_leaf
  bool is_product;    // a torus, mesh, hypercube or HyperX, also with parts missing
  bool is_dragonfly;  // a whole one, with lanes enough for kGroups, and neither of the above

  // May the paths back be left out in the end, so that there are other attempts to come?
  bool may_give_up() const { return paths_of == PathsOf::kLids && ways == Ways::kBoth; }
};

// The orders of the links that layers begin with, and how many layers are open then.
enum class OrdersOf : std::uint8_t {
  kUpDown,      // one layer, in up*/down* order, and more in the same as paths ask for them
  kDimensions,  // dimension order, other cuts in each: as many lanes as the whole product needs
  kDimensionsOnAllLanes,  // the same on all lanes, if these are more
  kGroups,                // of the groups of a dragonfly, on kGroupLanes
};
constexpr unsigned kGroupLanes = 3;

enum class PathsBack : std::uint8_t { kAsAsked, kGivenUp };

// Bounds of a search, in turns looked at: some seconds' worth; of one with others to come; of one
// that should have nothing to search for; and of one that is over soon or not worth it.
constexpr std::uint64_t kLongSearch = 500'000'000;
constexpr std::uint64_t kShortSearch = 50'000'000;
constexpr std::uint64_t kHardlyAnySearch = 1'000'000;
constexpr std::uint64_t kBriefSearch = 30'000;

struct Attempt {
  bool (*when)(const Situation&);
  OrdersOf orders;
  PathsBack back = PathsBack::kAsAsked;
  unsigned most_layers = kMostLayers;  // and no more than there are lanes
  Prefer prefer;
  std::uint64_t most_work;
};

// The first that applies and finds layers enough is the routing.
constexpr Attempt kAttempts[] = {
    // A small tree can be a product as well, two leaves below two spines a ring of four. In its
    // up*/down* order a whole one needs one lane.
    {.when = [](const Situation& s) { return s.is_product && s.is_tree; },
     .orders = OrdersOf::kUpDown,
     .most_layers = 1,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    // Tori and the like, whole: dimension order is all they need. The search, which is for paths
    // around missing links, is short where it can be made easier by giving up the paths back.
    {.when = [](const Situation& s) { return s.is_product && s.may_give_up(); },
     .orders = OrdersOf::kDimensions,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && !s.may_give_up(); },
     .orders = OrdersOf::kDimensions,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // With too much missing for that, more lanes, with dimensions in other orders, lead around it.
    {.when = [](const Situation& s) { return s.is_product && s.may_give_up(); },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && !s.may_give_up(); },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // Small dragonflies need fewer lanes than the orders of their groups, with stock OpenSM too.
    {.when = [](const Situation& s) { return s.is_dragonfly; },
     .orders = OrdersOf::kUpDown,
     .most_layers = kGroupLanes - 1,
     .prefer = Prefer::kFewLayers,
     .most_work = kBriefSearch},
    // Others go from group to group directly.
    {.when = [](const Situation& s) { return s.is_dragonfly; },
     .orders = OrdersOf::kGroups,
     .most_layers = kGroupLanes,
     .prefer = Prefer::kEvenLoad,
     .most_work = kHardlyAnySearch},
    // Of what is not regular nothing is known but that up*/down* paths are safe on one lane. With
    // one path for each pair of switches load cannot be evened out much, so lanes are saved.
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kSwitches; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // With paths of LIDs load comes first, and lanes where these do not suffice. Products had
    // better orders already: they give up the paths back at once.
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // Paths alone are easier to fit than paths and those back: the same once more without.
    {.when = [](const Situation& s) { return s.may_give_up() && s.is_product; },
     .orders = OrdersOf::kDimensions,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.may_give_up() && s.is_product; },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kLids; },
     .orders = OrdersOf::kUpDown,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kLids; },
     .orders = OrdersOf::kUpDown,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
};

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
  Situation situation();
  bool fit(const Attempt& attempt, Ways ways, const Orientation& up_down);
  bool fit_dimensions(LayerSpec spec, unsigned lanes, const Attempt& attempt,
                      const Orientation& up_down);
  bool fit_groups(LayerSpec spec, const Attempt& attempt);
  bool fit(LayerSpec spec, const Attempt& attempt, MinimalPathCache::Preferred preferred = nullptr);
  unsigned lanes() const { return static_cast<unsigned>(request_.lanes.lanes.size()); }
  [[noreturn]] void refuse() const;

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  PathsOf paths_of_;
  SwitchGraph graph_;
  Links links_;
  ProductLabels labels_;
  SwitchGroups groups_;  // looked for where they matter
  DestinationOrder order_;
  std::vector<std::uint32_t> end_ports_;  // by switch
  std::vector<std::uint32_t> sources_;    // likewise
  Routing routing_;
  std::vector<bool> usable_;
  BalancedPaths paths_;
  unsigned layers_wanted_ = kMostLayers + 1;  // the fewest that an attempt ended with
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
  const Orientation up_down = likely_orientation(request_, graph_);
  const Situation situation = this->situation();
  for (const Attempt& attempt : kAttempts) {
    if (!attempt.when(situation)) continue;
    const Ways ways = attempt.back == PathsBack::kGivenUp ? Ways::kOne : situation.ways;
    if (!fit(attempt, ways, up_down)) continue;
    if (ways != situation.ways) {
      routing_.warnings.push_back(fmt::format(
          "weft_reversible is given up: replies, which travel on the SL of their requests, can "
          "close a credit loop, because {} lanes do not suffice for both",
          lanes()));
    }
    return std::move(routing_);
  }
  refuse();
}

Situation LayeredRouting::situation() {
  const bool both = paths_of_ == PathsOf::kSwitches || request_.options.reversible;
  Situation situation = {.paths_of = paths_of_,
                         .ways = both ? Ways::kBoth : Ways::kOne,
                         .is_tree = order_.leaf_by_leaf,
                         .is_product = !labels_.products.empty(),
                         .is_dragonfly = false};
  if (!situation.is_tree && !situation.is_product && lanes() >= kGroupLanes) {
    groups_ = find_groups(graph_);
    situation.is_dragonfly = groups_.found();
  }
  return situation;
}

bool LayeredRouting::fit(const Attempt& attempt, Ways ways, const Orientation& up_down) {
  LayerSpec spec = {.ways = ways,
                    .spare_order = up_down_order(links_, up_down),
                    .prefer = attempt.prefer,
                    .most_work = attempt.most_work};
  if (attempt.orders == OrdersOf::kUpDown || attempt.orders == OrdersOf::kGroups) {
    routing_.multicast = plan_multicast(fabric_, up_down);
    return attempt.orders == OrdersOf::kUpDown ? fit(std::move(spec), attempt)
                                               : fit_groups(std::move(spec), attempt);
  }
  routing_.multicast = plan_multicast(fabric_);
  const unsigned needed = lanes_needed(labels_, lanes(), ways);
  if (attempt.orders == OrdersOf::kDimensions) {
    return fit_dimensions(std::move(spec), needed, attempt, up_down);
  }
  return needed != lanes() && fit_dimensions(std::move(spec), lanes(), attempt, up_down);
}

bool LayeredRouting::fit_dimensions(LayerSpec spec, unsigned lanes, const Attempt& attempt,
                                    const Orientation& up_down) {
  LaneOrders orders = lane_orders(links_, labels_, up_down, lanes, spec.ways);
  spec.orders = std::move(orders.orders);
  return fit(std::move(spec), attempt, [&](LinkIndex link, SwitchIndex to) {
    return begins_planned_path(orders, labels_, links_, link, to);
  });
}

bool LayeredRouting::fit_groups(LayerSpec spec, const Attempt& attempt) {
  for (const Orientation& orientation : group_orientations(groups_, kGroupLanes)) {
    spec.orders.push_back(up_down_order(links_, orientation));
  }
  return fit(std::move(spec), attempt, [&](LinkIndex link, SwitchIndex to) {
    return groups_.begins_direct_path(links_[link], to);
  });
}

bool LayeredRouting::fit(LayerSpec spec, const Attempt& attempt,
                         MinimalPathCache::Preferred preferred) {
  PathsInLayers found =
      paths_.choose_in_layers(std::move(spec), attempt.most_layers, std::move(preferred));
  if (found.complete) layers_wanted_ = std::min(layers_wanted_, found.layers);
  if (found.fit) routing_.lanes = std::move(found.lanes);
  return found.fit;
}

void LayeredRouting::refuse() const {
  const std::string available = lanes() == 1 ? "is 1" : fmt::format("are {}", lanes());
  const std::string advice = lanes() == 1 ? ": set qos TRUE, if the links have more" : "";
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
