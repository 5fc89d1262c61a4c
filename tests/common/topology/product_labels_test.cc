#include "common/topology/product_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

constexpr auto kPath = DimensionKind::kPath;
constexpr auto kRing = DimensionKind::kRing;
constexpr auto kClique = DimensionKind::kClique;

std::vector<Dimension> sorted(std::vector<Dimension> dimensions) {
  std::ranges::sort(dimensions, {}, [](const Dimension& d) { return std::pair(d.kind, d.size); });
  return dimensions;
}

// Every switch has a place of its own, and every link is a step. So the fabric is a part of the
// product, and all of it if it has as many links.
void expect_product(const Fabric& fabric, const std::vector<Dimension>& shape) {
  const SwitchGraph graph(fabric);
  const ProductLabels labels = find_products(graph);
  ASSERT_EQ(labels.products.size(), 1u);
  const Product& product = labels.products[0];
  EXPECT_EQ(sorted(product.dimensions), sorted(shape));
  EXPECT_EQ(product.switches.size(), fabric.switch_count());
  std::set<std::vector<std::uint32_t>> places;
  for (std::size_t i = 0; i < product.switches.size(); ++i) {
    const auto place = product.place(i);
    places.insert({place.begin(), place.end()});
    for (std::size_t d = 0; d < place.size(); ++d) EXPECT_LT(place[d], product.dimensions[d].size);
  }
  EXPECT_EQ(places.size(), product.switches.size());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      EXPECT_NE(labels.step(s, bundle.peer).dimension, kNone);
      EXPECT_NE(labels.step(s, bundle.peer).up, labels.step(bundle.peer, s).up);
    }
  }
}

// With GUIDs that tell nothing: as it is, and with 1 % of its links cut.
void expect_product_also_damaged(const Fabric& fabric, const std::vector<Dimension>& shape) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    expect_product(with_shuffled_guids(fabric, seed), shape);
    const Failures failures{.links = {1, true}, .seed = seed};
    expect_product(with_shuffled_guids(with_failures(fabric, failures), seed), shape);
  }
}

TEST(ProductLabels, OfTori) {
  expect_product_also_damaged(make_torus({.dims = {3, 3}}), {{kClique, 3}, {kClique, 3}});
  expect_product_also_damaged(make_torus({.dims = {5, 6}}), {{kRing, 5}, {kRing, 6}});
  expect_product_also_damaged(make_torus({.dims = {3, 5, 8}}),
                              {{kClique, 3}, {kRing, 5}, {kRing, 8}});
  expect_product_also_damaged(make_torus({.dims = {8, 8, 8}}),
                              {{kRing, 8}, {kRing, 8}, {kRing, 8}});
}

TEST(ProductLabels, TakeARingOfFourForTwoDimensions) {
  expect_product(make_torus({.dims = {4}}), {{kPath, 2}, {kPath, 2}});
  expect_product_also_damaged(make_torus({.dims = {4, 4}}), std::vector(4, Dimension{kPath, 2}));
  expect_product_also_damaged(make_torus({.dims = {4, 5}}), {{kPath, 2}, {kPath, 2}, {kRing, 5}});
}

TEST(ProductLabels, OfMeshesAndHypercubes) {
  expect_product(make_mesh({.dims = {2, 3}}), {{kPath, 2}, {kPath, 3}});
  expect_product_also_damaged(make_mesh({.dims = {4, 6, 8}}), {{kPath, 4}, {kPath, 6}, {kPath, 8}});
  expect_product_also_damaged(make_hypercube({.dimensions = 3}),
                              std::vector(3, Dimension{kPath, 2}));
  expect_product_also_damaged(make_hypercube({.dimensions = 7}),
                              std::vector(7, Dimension{kPath, 2}));
}

TEST(ProductLabels, OfHyperX) {
  expect_product_also_damaged(make_hyperx({.dims = {3, 4}}), {{kClique, 3}, {kClique, 4}});
  expect_product_also_damaged(make_hyperx({.dims = {5, 6, 2}}),
                              {{kPath, 2}, {kClique, 5}, {kClique, 6}});
}

TEST(ProductLabels, OfOneDimension) {
  expect_product(with_shuffled_guids(make_torus({.dims = {9}}), 1), {{kRing, 9}});
  expect_product(with_shuffled_guids(make_mesh({.dims = {9}}), 1), {{kPath, 9}});
  expect_product_also_damaged(make_hyperx({.dims = {9}}), {{kClique, 9}});
  expect_product(make_mesh({.dims = {2}}), {{kPath, 2}});
}

TEST(ProductLabels, ParallelLinksMakeNoDifference) {
  expect_product_also_damaged(make_torus({.dims = {5, 5}, .links = 3}), {{kRing, 5}, {kRing, 5}});
}

TEST(ProductLabels, SomeSwitchesMayBeMissing) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Failures failures{.switches = {2, true}, .links = {1, true}, .seed = seed};
    expect_product(
        with_shuffled_guids(with_failures(make_torus({.dims = {6, 6, 6}}), failures), seed),
        {{kRing, 6}, {kRing, 6}, {kRing, 6}});
    expect_product(
        with_shuffled_guids(with_failures(make_hypercube({.dimensions = 7}), failures), seed),
        std::vector(7, Dimension{kPath, 2}));
  }
}

// The corner has two links, as the place that is missing inside of it had to the same switches; yet
// there it would lack two more.
TEST(ProductLabels, ACornerIsNotTakenForTheSwitchThatIsMissingBesideIt) {
  test::Sketch sketch(19);  // rows of five, without the one at (3, 1)
  const auto at = [](SwitchIndex x, SwitchIndex y) {
    return SwitchIndex{5 * y + x - (5 * y + x > 8 ? 1 : 0)};
  };
  const auto is_there = [](SwitchIndex x, SwitchIndex y) {
    return x < 5 && y < 4 && (x != 3 || y != 1);
  };
  for (SwitchIndex y = 0; y < 4; ++y) {
    for (SwitchIndex x = 0; x < 5; ++x) {
      if (!is_there(x, y)) continue;
      if (is_there(x + 1, y)) sketch.link(at(x, y), 1, at(x + 1, y), 2);
      if (is_there(x, y + 1)) sketch.link(at(x, y), 3, at(x, y + 1), 4);
    }
  }
  expect_product(sketch.build(), {{kPath, 5}, {kPath, 4}});
}

// Rows of five, 0-4 and 5-9 and so on, joined to rings in both directions, in ports 1 to 4.
void draw_torus_5x5(test::Sketch& sketch, SwitchIndex first) {
  for (SwitchIndex row = 0; row < 5; ++row) {
    for (SwitchIndex column = 0; column < 5; ++column) {
      const SwitchIndex s = first + 5 * row + column;
      sketch.link(s, 1, first + 5 * row + (column + 1) % 5, 2);
      sketch.link(s, 3, first + 5 * ((row + 1) % 5) + column, 4);
    }
  }
}

TEST(ProductLabels, LeafSwitchesHangOff) {
  test::Sketch sketch(29);
  draw_torus_5x5(sketch, 0);
  sketch.link(25, 1, 0, 5);
  sketch.link(26, 1, 12, 5);
  sketch.link(27, 1, 26, 2);
  const ProductLabels labels = find_products(SwitchGraph(sketch.build()));
  ASSERT_EQ(labels.products.size(), 1u);
  EXPECT_EQ(labels.products[0].dimensions, (std::vector<Dimension>{{kRing, 5}, {kRing, 5}}));
  for (SwitchIndex s = 0; s < 29; ++s) EXPECT_EQ(labels.product_of[s], s < 25 ? 0 : kNone);
  EXPECT_EQ(labels.step(25, 0).dimension, kNone);
  EXPECT_NE(labels.step(0, 1).dimension, labels.step(0, 5).dimension);
}

TEST(ProductLabels, AreFoundInEachPiece) {
  test::Sketch sketch(54);
  draw_torus_5x5(sketch, 0);
  draw_torus_5x5(sketch, 27);
  sketch.link(25, 1, 26, 1);
  sketch.link(26, 2, 26, 3);
  const ProductLabels labels = find_products(SwitchGraph(sketch.build()));
  ASSERT_EQ(labels.products.size(), 3u);
  EXPECT_EQ(labels.product_of[24], 0u);
  EXPECT_EQ(labels.product_of[25], 1u);
  EXPECT_EQ(labels.product_of[27], 2u);
  EXPECT_EQ(labels.row_of[28], 1u);
  EXPECT_EQ(labels.product_of[52], kNone);
  EXPECT_EQ(labels.products[1].dimensions, (std::vector<Dimension>{{kPath, 2}}));
  EXPECT_EQ(labels.products[2].dimensions, labels.products[0].dimensions);
  EXPECT_EQ(labels.step(0, 28).dimension, kNone);
}

TEST(ProductLabels, OtherFabricsHaveNone) {
  const auto count = [](const Fabric& fabric) {
    return find_products(SwitchGraph(with_shuffled_guids(fabric, 1))).products.size();
  };
  EXPECT_EQ(count(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}})), 0u);
  EXPECT_EQ(count(make_xgft({.down = {4, 4}, .up = {1, 2}})), 0u);
  EXPECT_EQ(count(make_dragonfly({.routers = 6, .global_links = 3, .cas = 1})), 0u);
  EXPECT_EQ(count(make_random_regular({.switches = 100, .degree = 6})), 0u);
  EXPECT_EQ(count(make_mesh({.dims = {1}})), 0u);
  EXPECT_EQ(find_products(SwitchGraph(test::Sketch(0).build())).products.size(), 0u);
}

}  // namespace
}  // namespace weft
