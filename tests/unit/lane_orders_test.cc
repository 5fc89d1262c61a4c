#include "common/graph/lane_orders.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/ascending_paths.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

Orientation by_number(std::uint32_t switches) {
  Orientation orientation;
  for (SwitchIndex s = 0; s < switches; ++s) orientation.place.push_back(s);
  return orientation;
}

std::size_t pairs_without_lane(const Fabric& fabric, unsigned lanes) {
  const Links links(fabric);
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  return test::pairs_without_ascending_path(
      fabric, links, lane_orders(links, labels, by_number(fabric.switch_count()), lanes));
}

// One lane more than there are rings, and no more where there is room for that many cuts.
void expect_lanes(std::vector<unsigned> dims, unsigned lanes) {
  const Fabric fabric = with_shuffled_guids(make_torus({.dims = std::move(dims)}), 1);
  EXPECT_EQ(pairs_without_lane(fabric, lanes), 0u);
  if (lanes > 1) {
    EXPECT_GT(pairs_without_lane(fabric, lanes - 1), 0u);
  }
}

TEST(LaneOrders, OfTori) {
  expect_lanes({5}, 2);
  expect_lanes({9}, 2);
  expect_lanes({6, 6}, 3);
  expect_lanes({10, 10}, 3);
  expect_lanes({16, 16}, 4);
  expect_lanes({3, 5, 8}, 3);
  expect_lanes({5, 5, 5}, 4);
  expect_lanes({6, 6, 6}, 4);
  expect_lanes({7, 7, 7}, 5);
  expect_lanes({8, 8, 8}, 4);
}

TEST(LaneOrders, NeedOneLaneWithoutRings) {
  expect_lanes({3, 3}, 1);
  expect_lanes({4, 4, 4}, 1);
  const auto shuffled = [](const Fabric& fabric) { return with_shuffled_guids(fabric, 2); };
  EXPECT_EQ(pairs_without_lane(shuffled(make_mesh({.dims = {3, 4, 5}, .links = 2})), 1), 0u);
  EXPECT_EQ(pairs_without_lane(shuffled(make_hypercube({.dimensions = 6})), 1), 0u);
  EXPECT_EQ(pairs_without_lane(shuffled(make_hyperx({.dims = {4, 5, 2}})), 1), 0u);
}

TEST(LaneOrders, LanesToSpareServePathsAroundMissingLinks) {
  const Failures failures{.links = {1, true}, .seed = 3};
  const Fabric torus = with_failures(make_torus({.dims = {6, 6, 6}}), failures);
  EXPECT_LT(2 * pairs_without_lane(torus, 5), pairs_without_lane(torus, 4));
  EXPECT_LT(2 * pairs_without_lane(torus, 6), pairs_without_lane(torus, 5));
  const Fabric cube = with_failures(make_hypercube({.dimensions = 7}), failures);
  EXPECT_LT(10 * pairs_without_lane(cube, 2), pairs_without_lane(cube, 1));
}

// A path of three, 3 - 4 - 5, above which hang 0 on 4, and 1 and 2 on 3.
TEST(LaneOrders, OtherLinksAreUpDown) {
  test::Sketch sketch(6);
  sketch.link(3, 1, 4, 1);
  sketch.link(4, 2, 5, 1);
  sketch.link(0, 1, 4, 3);
  sketch.link(1, 1, 3, 2);
  sketch.link(2, 1, 3, 3);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  ProductLabels labels;
  labels.products = {{{{DimensionKind::kPath, 3}}, {3, 4, 5}, {0, 1, 2}}};
  labels.product_of = {kNone, kNone, kNone, 0, 0, 0};
  labels.row_of = {kNone, kNone, kNone, 0, 1, 2};
  const auto order = lane_orders(links, labels, by_number(6), 1)[0];
  std::vector<std::pair<SwitchIndex, SwitchIndex>> ends;
  for (const LinkIndex i : order) ends.emplace_back(links[i].from, links[i].to);
  EXPECT_EQ(ends,
            (std::vector<std::pair<SwitchIndex, SwitchIndex>>{
                {4, 0}, {3, 1}, {3, 2}, {3, 4}, {4, 5}, {5, 4}, {4, 3}, {0, 4}, {1, 3}, {2, 3}}));
}

TEST(LaneOrders, WithoutLabelsAreUpDown) {
  const Fabric tree = make_xgft({.down = {2, 3}, .up = {1, 2}});
  const SwitchGraph graph(tree);
  std::vector<SwitchIndex> spines;
  for (SwitchIndex s = 0; s < tree.switch_count(); ++s) {
    if (tree.switch_name(s).starts_with("spine")) spines.push_back(s);
  }
  ASSERT_EQ(spines.size(), 2u);
  const std::vector<std::uint64_t> ids(tree.switch_count(), 0);
  const Orientation orientation = order_by_rank(ranks_below(graph, spines), ids);
  ProductLabels none;
  none.product_of.assign(tree.switch_count(), kNone);
  none.row_of.assign(tree.switch_count(), kNone);
  const Links links(tree);
  const auto orders = lane_orders(links, none, orientation, 2);
  EXPECT_EQ(orders[0], orders[1]);
  // All but the two between the spines.
  EXPECT_EQ(test::pairs_without_ascending_path(tree, links, orders), 2u);
}

}  // namespace
}  // namespace weft
