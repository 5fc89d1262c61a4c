#include "plugins/layered/turn_layers.h"

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

constexpr std::uint64_t kWork = 1000;

// A ring of five with a CA each, whose paths grow one LID after the other. One switch may be taken
// for one without end ports.
class Ring {
 public:
  explicit Ring(LayerSpec spec, SwitchIndex without = kNone)
      : on(test::clockwise_ring(5).fabric, 2),
        end_ports(end_ports_without(without)),
        layers(OrderedLayers({on.request, on.links, end_ports, std::move(spec)}), on.tables) {}

  // The paths to a switch's CA, both ways round; false if there is no layer for them.
  bool grow(SwitchIndex to) {
    minimal.find(on.links, {}, to);
    std::vector<std::uint64_t> cost(5);
    const std::vector<std::uint32_t> load(on.links.count());
    const Lid lid = test::lid_of_ca(to);
    const DestinationUnit unit = {.sw = to, .first = 0, .count = 1, .end_ports = true};
    if (!layers.grow(minimal, unit, {&lid, 1}, {cost, load}, tree)) return false;
    on.write(tree, lid);
    return true;
  }

  std::vector<std::uint32_t> end_ports_without(SwitchIndex without) const {
    std::vector<std::uint32_t> all = on.sources;
    if (without != kNone) all[without] = 0;
    return all;
  }

  test::LayersOn on;
  std::vector<std::uint32_t> end_ports;
  TurnLayers layers;
  MinimalPaths minimal;
  PathTree tree;
};

TEST(TurnLayers, OpenOneMoreWhereACycleWouldClose) {
  Ring ring({.most_work = kWork});
  for (SwitchIndex to = 0; to < 5; ++to) ASSERT_TRUE(ring.grow(to));
  EXPECT_EQ(ring.layers.paths().count(), 2u);
  // Each path has a layer that holds its turn.
  for (SwitchIndex s = 0; s < 5; ++s) {
    const SwitchIndex middle = (s + 1) % 5;
    const SwitchIndex to = (s + 2) % 5;
    const unsigned layer = ring.layers.paths().layer_of(s, to, test::lid_of_ca(to));
    ASSERT_LT(layer, 2u);
    const LayerSet holding =
        ring.layers.paths().layers().holding({ring.on.link(s, middle), ring.on.link(middle, to)});
    EXPECT_NE(holding >> layer & 1, 0);
  }
}

TEST(TurnLayers, AddTheWayBackForBothWays) {
  Ring ring({.ways = Ways::kBoth, .most_work = kWork});
  ASSERT_TRUE(ring.grow(2));
  EXPECT_EQ(ring.layers.paths().wanted(2, 0), 0b01);
  EXPECT_EQ(ring.layers.paths().layers().holding({ring.on.link(2, 1), ring.on.link(1, 0)}), 0b01);
}

// A square whose one layer has the way from 0 to 3 over 1 against its order; that over 2 costs
// more. Returns the switch over which the path from 0 to the LID of the CA at 3 leads.
SwitchIndex middle_to_corner(bool has_end_ports) {
  test::LayersOn on(test::square());
  std::vector<std::uint32_t> end_ports = on.sources;
  if (!has_end_ports) end_ports[3] = 0;
  LayerSpec spec = {.ways = Ways::kBoth, .spare_order = on.order({1, 3}), .most_work = kWork};
  TurnLayers layers(OrderedLayers({on.request, on.links, end_ports, std::move(spec)}), on.tables);
  MinimalPaths minimal;
  minimal.find(on.links, {}, 3);
  std::vector<std::uint64_t> cost(4);
  std::vector<std::uint32_t> load(on.links.count());
  load[on.link(0, 2)] = 1;
  PathTree tree;
  const Lid lid = test::lid_of_ca(3);
  const DestinationUnit unit = {.sw = 3, .first = 0, .count = 1, .end_ports = has_end_ports};
  EXPECT_TRUE(layers.grow(minimal, unit, {&lid, 1}, {cost, load}, tree));
  const auto is_back = [&](LinkIndex first) {
    const SwitchIndex middle = on.links.to(first);
    return layers.paths().layers().holding({on.link(3, middle), on.link(middle, 0)}) != 0;
  };
  EXPECT_EQ(is_back(tree.link[0]), has_end_ports) << "nobody answers from there";
  return on.links.to(tree.link[0]);
}

TEST(TurnLayers, TakeWhatNeedsNoSearchWhereNothingIsLoaded) {
  EXPECT_EQ(middle_to_corner(true), 1u);
  EXPECT_EQ(middle_to_corner(false), 2u);
}

TEST(TurnLayers, GiveUpAfterTooMuchWork) {
  Ring ring({.most_work = 1});
  EXPECT_FALSE(ring.grow(0));
}

TEST(TurnLayers, LeaveOutPathsToSwitchesWithoutEndPortsAfterTooMuchWork) {
  // Both turns, 4-0-1 and 3-2-1, go against the order by number: the first is searched for.
  Ring ring({.most_work = 0}, 1);
  ASSERT_TRUE(ring.grow(1));
  EXPECT_EQ(ring.layers.left_out(), 1u);
  EXPECT_NE(ring.tree.link[3] == kNone, ring.tree.link[4] == kNone);
  EXPECT_EQ(ring.tree.link[0], ring.on.link(0, 1));
  EXPECT_EQ(ring.tree.link[2], ring.on.link(2, 1));
  EXPECT_FALSE(Ring({.most_work = 0}).grow(1)) << "where it has end ports";
}

// After a path from 0 over 1 to a LID at 3 has settled, and one over 2 to another.
TurnLayers layers_of_square(test::LayersOn& on, std::span<const std::uint32_t> end_ports,
                            LayerSpec spec) {
  OrderedLayers ordered({on.request, on.links, end_ports, std::move(spec)});
  const DestinationUnit unit = {.sw = 3, .first = 0, .count = 1, .end_ports = true};
  const std::vector<SwitchIndex> nearest_first = {1, 2, 0};
  for (const SwitchIndex middle : {1u, 2u}) {
    PathTree tree = on.tree({middle, 3, 3, kNone});
    tree.fits[0] = static_cast<LayerSet>(middle);
    const Lid lid = test::lid_of_ca(middle);
    EXPECT_TRUE(ordered.settle(nearest_first, unit, {&lid, 1}, tree));
    on.write(tree, lid);
  }
  return {std::move(ordered), on.tables};
}

// The layers that hold the turn on the way from one switch over another to a third.
LayerSet holding(const test::LayersOn& on, const TurnLayers& layers, SwitchIndex from,
                 SwitchIndex middle, SwitchIndex to) {
  return layers.paths().layers().holding({on.link(from, middle), on.link(middle, to)});
}

TEST(TurnLayers, AddTheTurnsOfWhatHadSettled) {
  test::LayersOn on(test::square(), 2);
  const TurnLayers layers = layers_of_square(
      on, on.sources, {.orders = {on.order({0, 1, 3}), on.order({0, 2, 3})}, .most_work = kWork});
  EXPECT_EQ(holding(on, layers, 0, 1, 3), 0b01);
  EXPECT_EQ(holding(on, layers, 0, 2, 3), 0b10);
  EXPECT_EQ(holding(on, layers, 3, 1, 0), 0);
  EXPECT_EQ(layers.paths().layer_of(0, 3, test::lid_of_ca(1)), 0);
}

TEST(TurnLayers, AddTheWaysBackOfWhatHadSettledInOneLayer) {
  test::LayersOn on(test::square());
  for (const bool has_end_ports : {true, false}) {
    std::vector<std::uint32_t> end_ports = on.sources;
    if (!has_end_ports) end_ports[3] = 0;
    for (const Ways ways : {Ways::kOne, Ways::kBoth}) {
      const TurnLayers layers = layers_of_square(on, end_ports, {.ways = ways, .most_work = kWork});
      EXPECT_EQ(holding(on, layers, 0, 1, 3), 0b1);
      EXPECT_EQ(holding(on, layers, 3, 1, 0), ways == Ways::kBoth && has_end_ports ? 0b1 : 0);
      EXPECT_EQ(layers.paths().layer_of(0, 3, test::lid_of_ca(1)), 0);
    }
  }
}

TEST(TurnLayers, SettlePathsThatGoAlongTheOrderOfALayer) {
  Ring ring({.most_work = kWork});
  for (SwitchIndex to = 0; to < 5; ++to) ASSERT_TRUE(ring.grow(to));
  ring.minimal.find(ring.on.links, {}, 2);
  PathTree tree = ring.on.tree({1, 2, kNone, 2, 3});
  const DestinationUnit unit = {.sw = 2, .first = 0, .count = 1, .end_ports = true};
  const Lid lid = test::lid_of_ca(2);
  const auto switches = ring.minimal.nearest_first();
  for (const SwitchIndex s : switches) {
    tree.fits[s] = ring.layers.paths().fits(tree, tree.link[s], 2);
  }
  EXPECT_TRUE(ring.layers.settle(switches, unit, {&lid, 1}, tree));
  tree.fits[0] = 0;
  EXPECT_FALSE(ring.layers.settle(switches, unit, {&lid, 1}, tree));
}

}  // namespace
}  // namespace weft
