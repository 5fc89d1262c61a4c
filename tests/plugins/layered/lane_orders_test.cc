#include "plugins/layered/lane_orders.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/ascending_paths.h"
#include "tests/support/lane_orders_on.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

struct Lanes : test::LaneOrdersOn {
  Lanes(const Fabric& fabric, unsigned lanes, Ways ways)
      : LaneOrdersOn(fabric, lanes, ways), paths(fabric, links, orders) {}

  test::AscendingPaths paths;
};

std::size_t pairs_without_lane(const Fabric& fabric, unsigned lanes, Ways ways = Ways::kOne) {
  return Lanes(fabric, lanes, ways).paths.pairs_without(ways);
}

// That many lanes are enough, also for trees, which know nothing of the paths that join them.
void expect_lanes(std::vector<unsigned> dims, unsigned lanes, Ways ways) {
  const Fabric fabric = with_shuffled_guids(make_torus({.dims = std::move(dims)}), 1);
  const Lanes enough(fabric, lanes, ways);
  EXPECT_EQ(enough.paths.pairs_without(ways), 0u);
  EXPECT_EQ(enough.paths.pairs_without_in_trees(enough.labels, ways), 0u);
  if (lanes > 1) {
    const Lanes fewer(fabric, lanes - 1, ways);
    EXPECT_GT(fewer.paths.pairs_without_in_trees(fewer.labels, ways), 0u);
  }
}

// One lane more than there are rings, and no more where there is room for that many cuts.
TEST(LaneOrders, OfTori) {
  expect_lanes({5}, 2, Ways::kOne);
  expect_lanes({9}, 2, Ways::kOne);
  expect_lanes({6, 6}, 3, Ways::kOne);
  expect_lanes({10, 10}, 3, Ways::kOne);
  expect_lanes({16, 16}, 4, Ways::kOne);
  expect_lanes({3, 5, 8}, 3, Ways::kOne);
  expect_lanes({5, 5, 5}, 4, Ways::kOne);
  expect_lanes({6, 6, 6}, 4, Ways::kOne);
  expect_lanes({7, 7, 7}, 5, Ways::kOne);
  expect_lanes({8, 8, 8}, 4, Ways::kOne);
}

TEST(LaneOrders, OfToriWhereBothWaysShareALane) {
  expect_lanes({5}, 2, Ways::kBoth);
  expect_lanes({9}, 2, Ways::kBoth);
  expect_lanes({6, 6}, 3, Ways::kBoth);
  expect_lanes({8, 8}, 3, Ways::kBoth);
  expect_lanes({10, 10}, 3, Ways::kBoth);
  expect_lanes({16, 16}, 4, Ways::kBoth);
  expect_lanes({3, 5, 8}, 3, Ways::kBoth);
  expect_lanes({4, 4, 4, 4}, 1, Ways::kBoth);
  expect_lanes({5, 5, 5}, 4, Ways::kBoth);
  expect_lanes({6, 6, 6}, 4, Ways::kBoth);
  expect_lanes({7, 7, 7}, 5, Ways::kBoth);
  expect_lanes({8, 8, 8}, 5, Ways::kBoth);
}

// Cuts for one way leave pairs without a lane for both.
TEST(LaneOrders, OfOneWayDoNotServeBoth) {
  const Lanes lanes(make_torus({.dims = {8, 8, 8}}), 4, Ways::kOne);
  EXPECT_EQ(lanes.paths.pairs_without(Ways::kOne), 0u);
  EXPECT_GT(lanes.paths.pairs_without(Ways::kBoth), 0u);
}

// The switches that planned paths from one to another go to first.
std::vector<SwitchIndex> planned_next(const Lanes& lanes, SwitchIndex from, SwitchIndex to) {
  std::vector<SwitchIndex> found;
  const LinkIndex first = lanes.links.first_of(from);
  for (LinkIndex link = first; link < first + lanes.links.count_of(from); ++link) {
    if (begins_planned_path(lanes.orders, lanes.labels, lanes.links, link, to)) {
      found.push_back(lanes.links[link].to);
    }
  }
  return found;
}

TEST(LaneOrders, PlanOneWayRoundARingAndTheSameBack) {
  const Lanes lanes(make_torus({.dims = {6}}), 2, Ways::kBoth);
  for (SwitchIndex s = 0; s < 6; ++s) {
    const SwitchIndex opposite = (s + 3) % 6;
    ASSERT_EQ(planned_next(lanes, s, opposite).size(), 1u);
    const bool up = planned_next(lanes, s, opposite)[0] == (s + 1) % 6;
    EXPECT_EQ(planned_next(lanes, opposite, s),
              std::vector<SwitchIndex>{(opposite + (up ? 5 : 1)) % 6});
    EXPECT_EQ(planned_next(lanes, s, (s + 2) % 6), std::vector<SwitchIndex>{(s + 1) % 6});
    EXPECT_EQ(planned_next(lanes, s, (s + 4) % 6), std::vector<SwitchIndex>{(s + 5) % 6});
    EXPECT_TRUE(planned_next(lanes, s, s).empty());
  }
}

TEST(LaneOrders, PlanOneCoordinateAfterTheOther) {
  // Which of them is the first dimension is up to the labels.
  const Lanes lanes(make_mesh({.dims = {2, 3}}), 1, Ways::kBoth);
  ASSERT_EQ(lanes.labels.products.size(), 1u);
  const bool rows_first = lanes.labels.products[0].dimensions[0].size == 3;
  EXPECT_EQ(planned_next(lanes, 0, 5), std::vector<SwitchIndex>{rows_first ? 1u : 3u});
  EXPECT_EQ(planned_next(lanes, 5, 0), std::vector<SwitchIndex>{rows_first ? 4u : 2u});
  const Lanes clique(make_hyperx({.dims = {5}}), 1, Ways::kBoth);
  EXPECT_EQ(planned_next(clique, 1, 4), std::vector<SwitchIndex>{4});
}

TEST(LaneOrders, NeedOneLaneWithoutRings) {
  expect_lanes({3, 3}, 1, Ways::kOne);
  expect_lanes({4, 4, 4}, 1, Ways::kBoth);
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
  const auto order = lane_orders(links, labels, test::by_number(6), 1, Ways::kOne).orders[0];
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
  const LaneOrders orders = lane_orders(links, none, orientation, 2, Ways::kOne);
  EXPECT_EQ(orders.orders[0], orders.orders[1]);
  // All but the two between the spines.
  EXPECT_EQ(test::AscendingPaths(tree, links, orders).pairs_without(Ways::kOne), 2u);
}

}  // namespace
}  // namespace weft
