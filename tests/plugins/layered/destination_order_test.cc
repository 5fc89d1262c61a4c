#include "plugins/layered/destination_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/layers_on.h"
#include "tests/support/named_nodes.h"

namespace weft {
namespace {

std::vector<SwitchIndex> by_number(const Fabric& fabric) {
  std::vector<SwitchIndex> switches(fabric.switch_count());
  std::iota(switches.begin(), switches.end(), SwitchIndex{0});
  return switches;
}

DestinationOrder order_of(const test::LayersOn& on) {
  return order_by_lid(on.request, SwitchGraph(on.fabric()), by_number(on.fabric()));
}

std::vector<Lid> lids_of_units(const DestinationOrder& order) {
  std::vector<Lid> lids;
  for (const DestinationUnit& unit : order.units) {
    for (const Lid lid : order.of(unit)) lids.push_back(lid);
  }
  return lids;
}

// Two CAs at each of two switches.
Fabric pair() {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 2);
  sketch.ca(0, 3);
  sketch.ca(1, 2);
  sketch.ca(1, 3);
  return sketch.build();
}

TEST(DestinationOrder, SwitchesTakeTurnsWhereAllHaveEndPorts) {
  const test::LayersOn on(pair());
  const DestinationOrder order = order_of(on);
  EXPECT_FALSE(order.leaf_by_leaf);
  EXPECT_EQ(lids_of_units(order), (std::vector<Lid>{100, 102, 101, 103, 1, 2}));
  EXPECT_EQ(order.batches, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 6}))
      << "none of them at once but the switches' own";
  for (const DestinationUnit& unit : order.units) {
    EXPECT_EQ(unit.end_ports, order.of(unit)[0] >= 100);
  }
}

TEST(DestinationOrder, ComputeNodesComeBeforeIoNodes) {
  test::LayersOn on(pair());
  on.options.compute_nodes = test::named_nodes({on.fabric().end_ports()[3].port_guid});
  EXPECT_EQ(lids_of_units(order_of(on)), (std::vector<Lid>{103, 100, 102, 101, 1, 2}));
}

TEST(DestinationOrder, PathBitsOfAllCountUpTogether) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 2, 100, 1);
  sketch.ca(0, 3, 102, 1);
  const test::LayersOn on(sketch.build());
  std::vector<Lid> lids = lids_of_units(order_of(on));
  lids.resize(4);
  EXPECT_EQ(lids, (std::vector<Lid>{100, 102, 101, 103}));
}

// Two pods of two leaves with three CAs each.
TEST(DestinationOrder, LeavesOfDifferentPodsAreChosenAtOnce) {
  const test::LayersOn on(with_new_lids(make_xgft({.down = {3, 2, 2}, .up = {1, 2, 2}}), 0));
  const DestinationOrder order = order_of(on);
  EXPECT_TRUE(order.leaf_by_leaf);
  ASSERT_GE(order.batches.size(), 3u);
  for (std::size_t b = 0; b < 2; ++b) {
    ASSERT_EQ(order.batches[b + 1] - order.batches[b], 2u);
    const DestinationUnit& first = order.units[order.batches[b]];
    const DestinationUnit& second = order.units[order.batches[b] + 1];
    EXPECT_EQ(first.count, 3u);
    EXPECT_EQ(second.count, 3u);
    const auto a = on.links.neighbours(first.sw);
    const auto c = on.links.neighbours(second.sw);
    EXPECT_EQ(std::ranges::find_first_of(a, c), a.end()) << "no neighbour in common";
  }
  EXPECT_EQ(order.units[4].end_ports, false) << "then the switches";
}

TEST(DestinationOrder, AggregationNodesMakeNoLeavesOfSpines) {
  const Fabric tree = make_xgft({.down = {4, 2, 2}, .up = {1, 2, 2}});
  const test::LayersOn on(with_new_lids(with_aggregation_nodes(tree, {}, {}, 1), 0));
  const DestinationOrder order = order_of(on);
  EXPECT_TRUE(order.leaf_by_leaf);
  ASSERT_GE(order.batches.size(), 3u);
  EXPECT_EQ(order.units[order.batches[0]].count, 4u) << "the hosts";
  EXPECT_EQ(order_by_switch(on.fabric(), all_switches(on.fabric())).leaf_by_leaf, true);
}

TEST(DestinationOrder, BySwitchItsLidsAreOneUnit) {
  const Fabric fabric = pair();
  const std::vector<SwitchIndex> switches = {1, 0};
  const DestinationOrder order = order_by_switch(fabric, switches);
  ASSERT_EQ(order.units.size(), 2u);
  EXPECT_EQ(order.units[0].sw, 1u);
  EXPECT_TRUE(order.units[0].end_ports);
  EXPECT_EQ(lids_of_units(order), (std::vector<Lid>{102, 103, 2, 100, 101, 1}));
  EXPECT_EQ(order.batches, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(DestinationOrder, BySwitchEachPathBitIsAUnit) {
  test::Sketch sketch(1);
  sketch.ca(0, 1, 100, 1);
  sketch.ca(0, 2, 102, 0);
  sketch.ca(0, 3, 104, 2);
  const DestinationOrder order = order_by_switch(sketch.build(), std::vector<SwitchIndex>{0});
  ASSERT_EQ(order.units.size(), 4u);
  EXPECT_EQ(lids_of_units(order), (std::vector<Lid>{100, 102, 104, 1, 101, 105, 106, 107}));
  EXPECT_EQ(order.units[1].count, 2u);
}

}  // namespace
}  // namespace weft
