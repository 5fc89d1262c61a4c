#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/topology/product_labels.h"
#include "plugins/layered/lane_orders.h"
#include "tests/support/ascending_paths.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

unsigned between(unsigned least, unsigned most) {
  return *rc::gen::inRange<unsigned>(least, most + 1);
}

// What a grid of that kind looks like in the end, in no particular order.
std::multiset<std::pair<DimensionKind, std::uint32_t>> shape_of(DimensionKind kind,
                                                                const std::vector<unsigned>& dims) {
  std::multiset<std::pair<DimensionKind, std::uint32_t>> shape;
  for (const unsigned size : dims) {
    if (size == 1) continue;
    if (kind == DimensionKind::kRing && size == 4) {
      shape.insert({DimensionKind::kPath, 2});
      shape.insert({DimensionKind::kPath, 2});
    } else if (size == 2) {
      shape.insert({DimensionKind::kPath, 2});
    } else if (kind == DimensionKind::kRing && size == 3) {
      shape.insert({DimensionKind::kClique, 3});
    } else {
      shape.insert({kind, size});
    }
  }
  return shape;
}

Fabric grid(DimensionKind kind, const GridSpec& spec) {
  if (kind == DimensionKind::kRing) return make_torus(spec);
  if (kind == DimensionKind::kPath) return make_mesh(spec);
  return make_hyperx(spec);
}

void check_shape(const ProductLabels& labels,
                 const std::multiset<std::pair<DimensionKind, std::uint32_t>>& expected) {
  RC_ASSERT(labels.products.size() == 1u);
  std::multiset<std::pair<DimensionKind, std::uint32_t>> shape;
  for (const Dimension& d : labels.products[0].dimensions) shape.insert({d.kind, d.size});
  RC_ASSERT(shape == expected);
}

// Places are distinct and inside the product, and the three ways to find them agree.
void check_places(const ProductLabels& labels, std::uint32_t switches) {
  std::size_t placed = 0;
  for (std::uint32_t i = 0; i < labels.products.size(); ++i) {
    const Product& product = labels.products[i];
    RC_ASSERT(std::ranges::is_sorted(product.switches));
    std::set<std::vector<std::uint32_t>> places;
    for (std::uint32_t row = 0; row < product.switches.size(); ++row) {
      const auto place = product.place(row);
      for (std::size_t d = 0; d < place.size(); ++d) {
        RC_ASSERT(place[d] < product.dimensions[d].size);
      }
      RC_ASSERT(places.insert({place.begin(), place.end()}).second);
      RC_ASSERT(labels.product_of[product.switches[row]] == i);
      RC_ASSERT(labels.row_of[product.switches[row]] == row);
    }
    placed += product.switches.size();
  }
  RC_ASSERT(labels.product_of.size() == switches);
  RC_ASSERT(placed + static_cast<std::size_t>(std::ranges::count(labels.product_of, kNone)) ==
            switches);
}

// The links of the placed switches that are a step.
std::size_t regular_links(const SwitchGraph& graph, const ProductLabels& labels) {
  std::size_t regular = 0;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const ProductStep step = labels.step(s, bundle.peer);
      const ProductStep back = labels.step(bundle.peer, s);
      RC_ASSERT(step.dimension == back.dimension);
      if (step.dimension == kNone) continue;
      RC_ASSERT(step.up != back.up);
      ++regular;
    }
  }
  return regular;
}

RC_GTEST_PROP(ProductLabels, AreExactOnCompleteGrids, ()) {
  const auto kind = static_cast<DimensionKind>(between(0, 2));
  GridSpec spec;
  const unsigned dimensions = between(1, 4);
  const unsigned most = dimensions == 1 ? 20 : dimensions == 2 ? 9 : dimensions == 3 ? 6 : 4;
  for (unsigned d = 0; d < dimensions; ++d) spec.dims.push_back(between(1, most));
  spec.links = between(1, 2);
  const Fabric fabric =
      test::shown(with_shuffled_guids(grid(kind, spec), *rc::gen::arbitrary<unsigned>()));
  if (fabric.switch_count() < 2) return;
  const SwitchGraph graph(fabric);
  const ProductLabels labels = find_products(graph);
  check_shape(labels, shape_of(kind, spec.dims));
  check_places(labels, fabric.switch_count());
  RC_ASSERT(labels.products[0].switches.size() == fabric.switch_count());
  RC_ASSERT(regular_links(graph, labels) == graph.bundle_count());
}

// Large enough that 2 % of the links leave no doubt about what was there.
RC_GTEST_PROP(ProductLabels, AreExactOnDamagedGrids, ()) {
  const auto kind = static_cast<DimensionKind>(between(0, 2));
  GridSpec spec;
  for (unsigned d = 0; d < 3; ++d) spec.dims.push_back(between(5, 6));
  const Failures failures{.links = {static_cast<double>(between(1, 2)), true},
                          .seed = *rc::gen::arbitrary<unsigned>()};
  const Fabric fabric =
      test::shown(with_shuffled_guids(with_failures(grid(kind, spec), failures), failures.seed));
  const SwitchGraph graph(fabric);
  const ProductLabels labels = find_products(graph);
  check_shape(labels, shape_of(kind, spec.dims));
  check_places(labels, fabric.switch_count());
  RC_ASSERT(regular_links(graph, labels) + 2 >= graph.bundle_count());
}

RC_GTEST_PROP(ProductLabels, AreSoundOnAnyFabric, ()) {
  const Fabric fabric = (*test::drawn_broken_fabric()).fabric;
  const SwitchGraph graph(fabric);
  const ProductLabels labels = find_products(graph);
  check_places(labels, fabric.switch_count());
  std::size_t placed_links = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (labels.product_of[s] != kNone && labels.product_of[bundle.peer] != kNone) ++placed_links;
    }
  }
  RC_ASSERT(regular_links(graph, labels) * 10 >= placed_links * 9);
}

Orientation any_orientation(std::uint32_t switches) {
  Orientation orientation;
  orientation.place.resize(switches);
  std::iota(orientation.place.begin(), orientation.place.end(), 0u);
  Random(*rc::gen::arbitrary<unsigned>()).shuffle(orientation.place);
  return orientation;
}

Ways any_ways() { return between(0, 1) == 0 ? Ways::kOne : Ways::kBoth; }

RC_GTEST_PROP(LaneOrders, HoldAllLinksOnce, ()) {
  const Fabric fabric = (*test::drawn_broken_fabric()).fabric;
  const Links links(fabric);
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  const unsigned lanes = between(1, 6);
  const LaneOrders orders =
      lane_orders(links, labels, any_orientation(fabric.switch_count()), lanes, any_ways());
  RC_ASSERT(orders.orders.size() == lanes);
  for (std::vector<LinkIndex> order : orders.orders) {
    std::ranges::sort(order);
    RC_ASSERT(order.size() == links.count());
    for (LinkIndex i = 0; i < links.count(); ++i) RC_ASSERT(order[i] == i);
  }
}

// Two more lanes than dimensions; on those without rings one lane.
RC_GTEST_PROP(LaneOrders, HaveAShortestPathForAllPairsOfGrids, ()) {
  const auto kind = static_cast<DimensionKind>(between(0, 2));
  GridSpec spec;
  const unsigned dimensions = between(1, 3);
  const unsigned most = dimensions == 1 ? 20 : dimensions == 2 ? 10 : 6;
  for (unsigned d = 0; d < dimensions; ++d) spec.dims.push_back(between(1, most));
  spec.links = between(1, 2);
  const Fabric fabric =
      test::shown(with_shuffled_guids(grid(kind, spec), *rc::gen::arbitrary<unsigned>()));
  const Links links(fabric);
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  const unsigned lanes = kind == DimensionKind::kRing ? dimensions + 2 : 1;
  const Ways ways = any_ways();
  const LaneOrders orders =
      lane_orders(links, labels, any_orientation(fabric.switch_count()), lanes, ways);
  const test::AscendingPaths paths(fabric, links, orders);
  RC_ASSERT(paths.pairs_without(ways) == 0u);
  RC_ASSERT(paths.pairs_without_in_trees(labels, ways) == 0u);
}

}  // namespace
}  // namespace weft
