#include "plugins/layered/path_layers.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

// Two layers on a square: paths from 0 to 3 ascend over 1 in one, and over 2 in the other.
class TwoLayers {
 public:
  explicit TwoLayers(Ways ways)
      : on(test::square(), 2),
        layers(on.request, on.links, on.sources,
               {.ways = ways, .orders = {on.order({2, 3}), on.order({1, 3})}}) {}

  test::LayersOn on;
  PathLayers layers;
};

const Lid kToFirst = test::lid_of_ca(1);
const Lid kToSecond = test::lid_of_ca(2);

// One unit for each of some LIDs at switch 3.
DestinationOrder at_three(const std::vector<Lid>& lids) {
  DestinationOrder order;
  for (std::uint32_t i = 0; i < lids.size(); ++i) {
    order.lids.push_back(lids[i]);
    order.units.push_back({.sw = 3, .first = i, .count = 1, .end_ports = true});
  }
  return order;
}

TEST(PathLayers, PathsFitTheLayersAlongWhoseOrderTheyGo) {
  TwoLayers two(Ways::kOne);
  PathTree tree = two.on.tree({1, 3, 3, kNone});
  for (const SwitchIndex s : {1u, 2u}) {
    tree.fits[s] = two.layers.fits(tree, tree.link[s], 3);
    EXPECT_EQ(tree.fits[s], 0b11) << "one link has no turn";
  }
  EXPECT_EQ(two.layers.fits(tree, two.on.link(0, 1), 3), 0b01);
  EXPECT_EQ(two.layers.fits(tree, two.on.link(0, 2), 3), 0b10);
}

TEST(PathLayers, OnlySwitchesWithEndPortsNeedALayer) {
  const TwoLayers two(Ways::kOne);
  EXPECT_TRUE(two.layers.needs_layer(0));
  EXPECT_FALSE(two.layers.needs_layer(1));
}

// Do all paths to the last switch of a line of four fit one layer, in whose order the last link
// comes first? Has the first switch end ports?
bool all_fit(bool has_end_ports) {
  test::Sketch line(4);
  for (SwitchIndex s = 0; s < 3; ++s) line.link(s, 1, s + 1, 2);
  line.ca(3, 3);
  const test::LayersOn on(line.build());
  std::vector<std::uint32_t> end_ports = on.sources;
  end_ports[0] = has_end_ports ? 1 : 0;
  const PathLayers layers(on.request, on.links, end_ports, {.spare_order = on.order({2, 3})});
  MinimalPaths minimal;
  minimal.find(on.links, {}, 3);
  std::vector<std::uint64_t> first_place;
  return layers.all_fit(minimal, first_place);
}

TEST(PathLayers, AllFitIfThoseDoThatNeedALayer) {
  EXPECT_TRUE(all_fit(false)) << "that from the second switch need not";
  EXPECT_FALSE(all_fit(true)) << "the one over the second switch must";
}

TEST(PathLayers, EachLidHasALayerOfItsOwn) {
  TwoLayers two(Ways::kOne);
  two.layers.enter(0, 3, kToFirst, 0, 0b01);
  two.layers.enter(0, 3, kToSecond, 1, 0b10);
  EXPECT_EQ(two.layers.wanted(0, 3), PathLayers::kAnyLayer);
  EXPECT_EQ(two.layers.layer_of(0, 3, kToFirst), 0);
  EXPECT_EQ(two.layers.layer_of(0, 3, kToSecond), 1);
  EXPECT_EQ(two.layers.layer_of(0, 3, test::lid_of_ca(3)), kNoLayer);
  const SlBySwitch plan = std::move(two.layers).plan(at_three({kToFirst, kToSecond}));
  EXPECT_EQ(plan.rows[0][kToFirst], 0);
  EXPECT_EQ(plan.rows[0][kToSecond], 1);
}

TEST(PathLayers, APairHasAChoiceUntilItIsFixed) {
  TwoLayers two(Ways::kBoth);
  two.layers.enter(0, 3, kToFirst, 0, 0b11);
  EXPECT_EQ(two.layers.wanted(0, 3), 0b11);
  EXPECT_EQ(two.layers.wanted(3, 0), 0b11) << "the same both ways";
  EXPECT_EQ(two.layers.wanted(0, 1), PathLayers::kAnyLayer);
  two.layers.add_load(0, 0);
  two.layers.fix_pairs();
  EXPECT_EQ(two.layers.wanted(0, 3), 0b10) << "the emptiest";
  EXPECT_EQ(two.layers.layer_of(3, 0, test::lid_of_ca(0)), 1);
}

TEST(PathLayers, ThePlanMakesLayersEven) {
  TwoLayers two(Ways::kBoth);
  two.layers.enter(0, 3, kToFirst, 0, 0b10);
  two.layers.enter(0, 1, test::lid_of_switch(1), 0, 0b11);
  DestinationOrder order = at_three({kToFirst});
  order.lids.push_back(test::lid_of_switch(1));
  order.units.push_back({.sw = 1, .first = 1, .count = 1, .end_ports = false});
  const SlBySwitch plan = std::move(two.layers).plan(order);
  EXPECT_EQ(plan.rows[0][kToFirst], 1);
  EXPECT_EQ(plan.rows[0][test::lid_of_switch(1)], 0);
}

TEST(PathLayers, AMovedPathKeepsItsLayerIfItFits) {
  TwoLayers two(Ways::kOne);
  two.layers.enter(0, 3, kToFirst, 0, 0b01);
  two.layers.refit(0, 3, kToFirst, 0b11);
  EXPECT_EQ(two.layers.layer_of(0, 3, kToFirst), 0);
  two.layers.refit(0, 3, kToFirst, 0b10);
  EXPECT_EQ(two.layers.layer_of(0, 3, kToFirst), 1);
}

TEST(PathLayers, SixteenCanBeOpened) {
  const test::LayersOn line(test::line());
  PathLayers layers(line.request, line.links, line.sources, {});
  EXPECT_FALSE(layers.has_orders());
  EXPECT_EQ(layers.count(), 1u);
  while (layers.open_one()) {
  }
  EXPECT_EQ(layers.count(), kMostLayers);
}

TEST(PathLayers, TheirTurnsHaveToFitIntoMemory) {
  const test::LayersOn line(test::line());
  const std::uint64_t turns = line.links.turn_count();
  EXPECT_TRUE(PathLayers::has_memory(line.links, kMostLayers));
  EXPECT_TRUE(PathLayers::has_memory(line.links, 1));
  EXPECT_FALSE(PathLayers::has_memory(line.links, 1'000'000'000 / turns));
}

}  // namespace
}  // namespace weft
