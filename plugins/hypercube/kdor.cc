#include "plugins/hypercube/kdor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/balance/evenness.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/repair/around_missing.h"
#include "common/repair/masters_beside.h"
#include "common/routing/lane_master.h"
#include "common/topology/product_labels.h"
#include "common/topology/whole_product.h"
#include "common/verify/lane_walk.h"
#include "common/verify/verify.h"
#include "plugins/hypercube/dimension_orders.h"
#include "plugins/hypercube/dimension_tables.h"
#include "plugins/hypercube/load_relief.h"
#include "plugins/hypercube/product_places.h"

namespace weft {
namespace {

enum class Shape { kHypercube, kGeneralised };

// The most lanes for paths around missing parts: the vendor's engines always need as many.
constexpr std::size_t kLanesAround = 3;
// More lanes are tried if the busiest link over the mean is this multiple of its value in the
// complete product.
constexpr double kEvenEnough = 1.15;
// Links are relieved again after a round that left at most this share of the busiest link's load.
constexpr double kProgress = 0.98;
// The most entries of all tables, times the rounds in which links are relieved. With more entries
// no link is relieved, and the first routing that reaches all is taken.
constexpr std::uint64_t kMostRelieved = std::uint64_t{1} << 24;

[[noreturn]] void refuse(Shape shape, const std::string& why) {
  const char* what =
      shape == Shape::kHypercube
          ? "no hypercube"
          : "no hypercube and no generalised hypercube (whose dimensions are cliques)";
  throw CannotRoute(fmt::format("the fabric is {}: {}", what, why));
}

const Product& only(const ProductLabels& labels, Shape shape) {
  if (labels.products.empty()) refuse(shape, "its links have no such pattern");
  if (labels.products.size() > 1) {
    refuse(shape, fmt::format("it is in {} pieces", labels.products.size()));
  }
  const Product& product = labels.products.front();
  for (const auto& [kind, size] : product.dimensions) {
    if (size == 2) continue;
    if (shape == Shape::kHypercube) {
      refuse(shape,
             fmt::format("one of its {} dimensions has {} switches{}", product.dimensions.size(),
                         size, kind == DimensionKind::kClique ? "; kdor-ghc can do that" : ""));
    }
    if (kind == DimensionKind::kClique) continue;
    refuse(shape,
           fmt::format("one of its {} dimensions is a {} of {} switches; {} can do that",
                       product.dimensions.size(), kind == DimensionKind::kRing ? "ring" : "row",
                       size, product.dimensions.size() <= 4 ? "torus-2QoS" : "dfsssp"));
  }
  return product;
}

unsigned path_bit_lids(const Fabric& fabric) {
  unsigned most = 0;
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) most = std::max<unsigned>(most, port.lmc);
  }
  return 1u << most;
}

// The lanes of the request that all links between switches have; at least one.
LaneBudget lanes_of_links(const RouteRequest& request) {
  LaneBudget lanes = request.lanes;
  std::uint8_t fewest = kSls;
  for (const Port& port : request.fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) fewest = std::min(fewest, port.link.data_vls);
  }
  while (lanes.lanes.size() > 1 && lanes.lanes.back().vl >= fewest) lanes.lanes.pop_back();
  return lanes;
}

// The busiest link over the mean, in the complete product: a link in a dimension carries the paths
// that end at one of its switches.
double unevenness_of(const Product& product) {
  double links = 0;
  double load = 0;
  double busiest = 0;
  for (const Dimension& dimension : product.dimensions) {
    const double share = 1.0 / dimension.size;
    links += dimension.size - 1;
    load += share * (dimension.size - 1);
    busiest = std::max(busiest, share);
  }
  return busiest * links / load;
}

class Kdor {
 public:
  Kdor(Shape shape, const RouteRequest& request, Tables rows)
      : shape_(shape),
        request_(request),
        fabric_(request.fabric),
        rows_(rows),
        lanes_(lanes_of_links(request)),
        group_vl_(map_of(request.lanes)[0]) {}

  Routing route() {
    const RegularPart part = find_regular_part(fabric_);
    const Product& product = only(part.labels, shape_);
    const Fabric& regular = part.fabric ? *part.fabric : fabric_;
    const bool is_whole = are_whole(SwitchGraph(regular), part.labels);
    std::optional<Routing> routing;
    if (is_whole && !part.fabric) {
      routing = of_whole({fabric_, product, orders_of(product)}, rows_);
    } else if (is_whole) {
      routing = around_missing(with_all_of_products(regular));
    } else if (const auto whole = with_whole_products(regular, part.labels)) {
      routing = around_missing(with_all_of_products(whole->fabric));
    }
    if (!routing) return by_nue();
    say_what_it_is(product, *routing);
    return *std::move(routing);
  }

 private:
  DimensionOrders orders_of(const Product& product) const {
    const auto dimensions = static_cast<std::uint32_t>(product.dimensions.size());
    std::size_t count = std::min<std::size_t>({dimensions, kMostOrders, lanes_.lanes.size()});
    if (request_.options.reversible) count = std::min<std::size_t>(count, path_bit_lids(fabric_));
    return {dimensions, static_cast<unsigned>(count)};
  }

  struct Whole {
    const Fabric& fabric;
    const Product& product;
    DimensionOrders orders;
  };

  Routing of_whole(const Whole& whole, Tables rows) const {
    const auto& [fabric, product, orders] = whole;
    const ProductPlaces places(product, fabric.switch_count());
    const std::vector<std::uint8_t> order_of_lid =
        orders_of_lids(fabric, places, orders,
                       request_.options.reversible ? OrderBy::kPathBit : OrderBy::kDestination);
    write_dimension_tables({fabric, places, orders, order_of_lid, request_.workers}, rows);
    Routing routing;
    if (orders.count > 1) routing.lanes = lanes_by_order(fabric, order_of_lid);
    routing.multicast = plan_master(fabric, places, orders);
    routing.notes.coordinates = coordinates(places, fabric.switch_count());
    return routing;
  }

  SlBySwitch lanes_by_order(const Fabric& fabric, const std::vector<std::uint8_t>& orders) const {
    std::vector<Sl> row;
    row.reserve(orders.size());
    for (const std::uint8_t order : orders) row.push_back(lanes_.lanes[order].sl);
    SlBySwitch sls;
    sls.rows.assign(fabric.switch_count(), row);
    return sls;
  }

  // Multicast groups share the VL of one of the orders, or have a separate VL.
  MulticastPlan plan_master(const Fabric& fabric, const ProductPlaces& places,
                            const DimensionOrders& orders) const {
    const auto lane = std::ranges::find(lanes_.lanes, group_vl_, &Lane::vl);
    const auto order = static_cast<unsigned>(lane - lanes_.lanes.begin());
    const Links links(fabric);
    std::vector<std::uint32_t> step_of(orders.dimensions);
    for (std::uint32_t step = 0; step < orders.dimensions; ++step) {
      step_of[orders.dimension(order < orders.count ? order : 0, step)] = step;
    }
    std::vector<std::uint32_t> steps(links.count(), kNone);
    for (LinkIndex l = 0; l < links.count(); ++l) {
      const std::uint32_t from = places.place_of(links[l].from);
      const std::uint32_t to = places.place_of(links.to(l));
      if (from == kNone || to == kNone) continue;
      const std::uint32_t d = places.dimension_between(from, to);
      if (d != kNone) steps[l] = step_of[d];
    }
    AcyclicTurns turns(links, {}, kMostMasterWork);
    turns.add_where([&](LinkTurn turn) {
      return steps[turn.to] != kNone && steps[turn.from] < steps[turn.to];
    });
    return plan_master_in_lane(fabric, turns).plan;
  }

  // At least three for each switch, as in a torus.
  static std::vector<std::vector<std::uint16_t>> coordinates(const ProductPlaces& places,
                                                             std::uint32_t switch_count) {
    std::vector<std::vector<std::uint16_t>> result(switch_count);
    for (SwitchIndex s = 0; s < switch_count; ++s) {
      if (places.place_of(s) == kNone) continue;
      const auto at = places.coordinates(places.place_of(s));
      result[s].assign(at.begin(), at.end());
      result[s].resize(std::max<std::size_t>(at.size(), 3));
    }
    return result;
  }

  struct Repaired {
    Routing routing;
    double unevenness;  // the paths over the busiest link over the mean of all
  };

  struct Attempt {
    unsigned orders;
    std::size_t lanes;
    bool is_last_resort = false;  // used only if no earlier routing reaches all
  };

  std::vector<Attempt> attempts(const Product& product) const {
    const unsigned orders = orders_of(product).count;
    const std::size_t most = lanes_.lanes.size();
    const std::size_t few = std::min(std::max<std::size_t>(orders, kLanesAround), most);
    std::vector<Attempt> result = {{orders, orders}};
    if (few > orders) result.push_back({orders, few});
    if (orders > 1) result.push_back({orders - 1, few, true});
    if (most > few) result.push_back({orders, most, true});
    return result;
  }

  // Nothing: there are too few lanes.
  std::optional<Routing> around_missing(const Fabric& whole) const {
    const ProductLabels labels = find_products(SwitchGraph(whole));
    const Product& product = only(labels, shape_);
    const double even_enough = kEvenEnough * unevenness_of(product);
    std::optional<Repaired> best;
    TableBlock best_rows(fabric_.switch_count(), fabric_.max_lid());
    for (const Attempt& attempt : attempts(product)) {
      const bool is_done = best && (best->unevenness <= even_enough || most_rounds() == 0);
      if (is_done || (best && attempt.is_last_resort)) break;
      std::optional<Repaired> repaired = repair(whole, product, attempt);
      if (!repaired || (best && best->unevenness <= repaired->unevenness)) continue;
      best = std::move(repaired);
      copy_rows(rows_, best_rows.tables());
    }
    if (!best) return std::nullopt;
    copy_rows(best_rows.tables(), rows_);
    const std::size_t lanes = lanes_in_use(best->routing);
    best->routing.remarks.push_back(
        fmt::format("some links or switches are missing or extra: with paths around them {} "
                    "virtual lane{} in use",
                    lanes, lanes == 1 ? "" : "s"));
    return std::move(best->routing);
  }

  // The routing of nue, which needs one lane for any fabric.
  Routing by_nue() const {
    const auto nue = std::ranges::find(request_.engines, "nue", &EngineInfo::name);
    if (nue == request_.engines.end()) throw CannotRoute("too much of the hypercube is missing");
    fill_no_path(rows_);
    Routing routing = (*nue)->route(request_, rows_);
    routing.remarks.push_back(
        fmt::format("so much of the hypercube is missing that {} lane{} not suffice for paths "
                    "around it: engine nue routes all paths",
                    lanes_.lanes.size(), lanes_.lanes.size() == 1 ? " does" : "s do"));
    return routing;
  }

  // Nothing: some pairs get no path, or multicast groups no tree beside the paths.
  std::optional<Repaired> repair(const Fabric& whole, const Product& product,
                                 const Attempt& attempt) const {
    TableBlock block(whole.switch_count(), whole.max_lid());
    const DimensionOrders orders = {orders_of(product).dimensions, attempt.orders};
    Routing planned = of_whole({whole, product, orders}, block.tables());
    LaneBudget lanes = lanes_;
    lanes.lanes.resize(attempt.lanes);
    if (attempt.lanes > 1 && std::holds_alternative<OneLane>(planned.lanes)) {
      planned.lanes = sl_by_switch(whole.switch_count(), whole.max_lid(), lanes.lanes.front().sl);
    }
    const AroundMissing around(request_, whole, block.tables(), planned);
    const double even = kEven * unevenness_of(product);
    for (const Sparing sparing : {Sparing::kNothing, Sparing::kTurns}) {
      try {
        fill_no_path(rows_);
        std::optional<Repaired> repaired =
            relieved(around.repaired(lanes, {}, sparing, true, rows_), lanes, even);
        if (repaired) return repaired;
      } catch (const Stopped&) {
        throw;
      } catch (const CannotRoute&) {
        continue;
      }
    }
    return std::nullopt;
  }

  // even: of ReliefTask. Nothing: the result is not safe.
  std::optional<Repaired> relieved(Routing routing, const LaneBudget& lanes, double even) const {
    const Sl2Vl sl2vl(map_of(request_.lanes));
    const auto view = [&] {
      return RoutingView{fabric_, rows_, routing.lanes, &sl2vl, &routing.multicast};
    };
    Verdict verdict = verify(view(), request_.workers);
    if (!verdict.credit_loop_multicast.empty()) {
      routing.multicast = plan_masters_beside(fabric_, verdict.evidence.get(), group_vl_);
      verdict = verify(view(), request_.workers);
    }
    LaneBudget in_use = lanes;
    in_use.lanes.resize(
        std::min(lanes.lanes.size(), std::max(lanes_in_use(routing), kLanesAround)));
    double before = std::numeric_limits<double>::max();
    for (std::uint64_t round = 0;; ++round) {
      if (!verdict.reaches_all() || !verdict.credit_loop.empty() ||
          !verdict.credit_loop_multicast.empty()) {
        return std::nullopt;
      }
      const Figures figures = measure_loads(view(), request_.workers);
      const double unevenness =
          static_cast<double>(figures.max_link_load) / std::max(figures.mean_link_load, 1.0);
      if (unevenness <= even || unevenness > before * kProgress || verdict.evidence == nullptr ||
          round == most_rounds() ||
          relieve_links(
              {fabric_, in_use, *verdict.evidence, sl2vl, figures, even, request_.workers},
              routing.lanes, rows_) == 0) {
        return Repaired{std::move(routing), unevenness};
      }
      before = unevenness;
      verdict = verify(view(), request_.workers);
    }
  }

  std::uint64_t most_rounds() const {
    const std::uint64_t entries = std::uint64_t{fabric_.switch_count()} * fabric_.max_lid();
    return kMostRelieved / std::max<std::uint64_t>(entries, 1);
  }

  // The number of lanes in use, up to the last.
  std::size_t lanes_in_use(const Routing& routing) const {
    const SlSet sls = sls_in_use(routing.lanes);
    std::size_t used = 1;
    for (std::size_t i = 0; i < lanes_.lanes.size(); ++i) {
      if ((sls >> lanes_.lanes[i].sl & 1) != 0) used = i + 1;
    }
    return used;
  }

  void say_what_it_is(const Product& product, Routing& routing) const {
    const std::size_t count = product.dimensions.size();
    std::string shape = fmt::format("{} dimension{}", count, count == 1 ? "" : "s");
    if (shape_ == Shape::kGeneralised) {
      shape.clear();
      for (const auto& [kind, size] : product.dimensions) {
        shape += fmt::format("{}{}", shape.empty() ? "" : " x ", size);
      }
    }
    const unsigned orders = orders_of(product).count;
    routing.remarks.push_back(
        fmt::format("a hypercube of {}: paths take the dimensions in {}{}", shape,
                    orders == 1 ? "one order" : fmt::format("{} orders, a lane each", orders),
                    orders > 1 || product.dimensions.size() == 1
                        ? ""
                        : "; more orders are possible with qos TRUE and an lmc, or with "
                          "weft_reversible FALSE"));
  }

  Shape shape_;
  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  LaneBudget lanes_;
  Vl group_vl_;  // of multicast groups, on SL 0
};

template <Shape kShape>
Routing route_kdor(const RouteRequest& request, Tables rows) {
  return Kdor(kShape, request, rows).route();
}

}  // namespace

const EngineInfo& kdor_hc_engine() {
  static constexpr EngineInfo kEngine = {
      "kdor-hc",
      "hypercubes: dimension by dimension, in several orders, a lane each",
      Claims{.credit_loop_free = true, .takes_lanes = true},
      &route_kdor<Shape::kHypercube>,
      {"kdor-hc"}};
  return kEngine;
}

const EngineInfo& kdor_ghc_engine() {
  static constexpr EngineInfo kEngine = {
      "kdor-ghc",
      "generalised hypercubes (HyperX), in several orders of their dimensions",
      Claims{.credit_loop_free = true, .takes_lanes = true},
      &route_kdor<Shape::kGeneralised>,
      {"kdor-ghc"}};
  return kEngine;
}

}  // namespace weft
