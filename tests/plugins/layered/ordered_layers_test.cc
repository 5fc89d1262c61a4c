#include "plugins/layered/ordered_layers.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

constexpr DestinationUnit kAtThree = {.sw = 3, .first = 0, .count = 4, .end_ports = true};
const std::vector<SwitchIndex> kNearestFirst = {1, 2, 0};  // to 3, in a square

OrderedLayers layers_on(const test::LayersOn& on, Ways ways,
                        std::vector<std::vector<LinkIndex>> orders) {
  return OrderedLayers(
      {on.request, on.links, on.sources, {.ways = ways, .orders = std::move(orders)}});
}

TEST(OrderedLayers, PathsSettleInTheEmptiestLayerThatTheyFit) {
  const test::LayersOn on(test::square(), 2);
  OrderedLayers layers = layers_on(on, Ways::kOne, {on.order({0, 1, 3}), on.order({0, 1, 3})});
  PathTree tree = on.tree({1, 3, 3, kNone});
  tree.fits = {0b11, 0b11, 0b11, 0};
  for (EndPortIndex a = 1; a < 5; ++a) {
    const Lid lid = test::lid_of_ca(a);
    ASSERT_TRUE(layers.settle(kNearestFirst, kAtThree, {&lid, 1}, tree));
    EXPECT_EQ(layers.paths().layer_of(0, 3, lid), (a + 1) % 2);
    EXPECT_EQ(layers.paths().layer_of(1, 3, lid), kNoLayer) << "there are no end ports";
  }
}

TEST(OrderedLayers, APairLosesTheLayersThatOneOfItsPathsDoesNotFit) {
  const test::LayersOn on(test::square(), 2);
  OrderedLayers layers = layers_on(on, Ways::kBoth, {on.order({0, 1, 3}), on.order({0, 2, 3})});
  PathTree tree = on.tree({1, 3, 3, kNone});
  const Lid first = test::lid_of_ca(1);
  const Lid second = test::lid_of_ca(2);
  tree.fits = {0b11, 0b11, 0b11, 0};
  ASSERT_TRUE(layers.settle(kNearestFirst, kAtThree, {&first, 1}, tree));
  EXPECT_EQ(layers.paths().wanted(3, 0), 0b11);
  tree.fits = {0b01, 0b11, 0b11, 0};
  ASSERT_TRUE(layers.settle(kNearestFirst, kAtThree, {&second, 1}, tree));
  EXPECT_EQ(layers.paths().wanted(3, 0), 0b01);
  tree.fits = {0b10, 0b11, 0b11, 0};
  EXPECT_FALSE(layers.settle(kNearestFirst, kAtThree, {&first, 1}, tree));
  EXPECT_EQ(layers.paths().wanted(3, 0), 0b01) << "nothing is changed";
  EXPECT_EQ(std::move(layers).finish().count(), 2u);
}

TEST(OrderedLayers, TellWhichLidsHaveSettled) {
  const test::LayersOn on(test::square());
  OrderedLayers layers = layers_on(on, Ways::kOne, {});
  const PathTree tree = on.tree({1, 3, 3, kNone});
  const std::vector<Lid> lids = {test::lid_of_ca(2), test::lid_of_ca(1)};
  ASSERT_TRUE(layers.settle(kNearestFirst, kAtThree, lids, tree));
  ASSERT_TRUE(layers.settle(kNearestFirst, kAtThree, lids, tree));
  EXPECT_EQ(layers.settled(), (std::vector<std::vector<Lid>>{{}, {}, {}, lids})) << "each once";
}

}  // namespace
}  // namespace weft
