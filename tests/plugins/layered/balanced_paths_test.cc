#include "plugins/layered/balanced_paths.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

class Paths {
 public:
  explicit Paths(Fabric fabric, unsigned lanes = 1, PathsOf paths_of = PathsOf::kLids)
      : on(std::move(fabric), lanes),
        order(order_of(on, paths_of)),
        paths({on.request, on.links, order, on.sources, on.sources, usable_, paths_of, on.tables}) {
  }

  std::vector<PortNum> row(SwitchIndex s) const {
    return {on.tables.row(s), on.tables.row(s) + on.fabric().max_lid() + 1};
  }

  test::LayersOn on;
  DestinationOrder order;

 private:
  static DestinationOrder order_of(const test::LayersOn& on, PathsOf paths_of) {
    std::vector<SwitchIndex> switches(on.fabric().switch_count());
    std::iota(switches.begin(), switches.end(), SwitchIndex{0});
    return paths_of == PathsOf::kSwitches
               ? order_by_switch(on.fabric(), switches)
               : order_by_lid(on.request, SwitchGraph(on.fabric()), switches);
  }
  std::vector<bool> usable_;

 public:
  BalancedPaths paths;
};

TEST(BalancedPaths, BothWaysAroundASquareCarryTwoOfFour) {
  Paths square(test::square());
  square.paths.choose();
  std::vector<unsigned> shares(3);
  for (EndPortIndex a = 1; a < 5; ++a) ++shares.at(square.row(0)[test::lid_of_ca(a)]);
  EXPECT_EQ(shares, (std::vector<unsigned>{0, 2, 2}));
}

TEST(BalancedPaths, OnePathForEachPairOfSwitchesIsShared) {
  Paths square(test::square(), 1, PathsOf::kSwitches);
  square.paths.choose();
  const std::vector<PortNum> row = square.row(0);
  for (EndPortIndex a = 2; a < 5; ++a) EXPECT_EQ(row[test::lid_of_ca(a)], row[test::lid_of_ca(1)]);
  EXPECT_EQ(row[test::lid_of_switch(3)], row[test::lid_of_ca(1)]);
}

TEST(BalancedPaths, BeginAnewWhateverWasChosenBefore) {
  Paths fresh(test::square());
  fresh.paths.choose();
  Paths square(test::square());
  const auto over_2 = [&](LinkIndex link, SwitchIndex) { return link == square.on.link(0, 2); };
  square.paths.choose_in_layers({.most_work = 1000}, over_2);
  square.paths.choose();
  for (SwitchIndex s = 0; s < 4; ++s) EXPECT_EQ(square.row(s), fresh.row(s));
}

LayerSpec searched(const Paths& paths) {
  LayerSpec spec = {.most_work = 1'000'000};
  for (LinkIndex l = 0; l < paths.on.links.count(); ++l) spec.spare_order.push_back(l);
  return spec;
}

TEST(BalancedPaths, ARingFitsTwoLayers) {
  Paths ring(test::clockwise_ring(5).fabric, 2);
  const PathsInLayers found = ring.paths.choose_in_layers(searched(ring), nullptr);
  EXPECT_TRUE(found.complete);
  EXPECT_TRUE(found.fit);
  EXPECT_EQ(found.layers, 2u);
  EXPECT_TRUE(std::holds_alternative<SlBySwitch>(found.lanes));
}

TEST(BalancedPaths, TellHowManyLayersThereWouldHaveToBe) {
  Paths ring(test::clockwise_ring(5).fabric, 1);
  const PathsInLayers found = ring.paths.choose_in_layers(searched(ring), nullptr);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.fit);
  EXPECT_EQ(found.layers, 2u);
  Paths wide(test::clockwise_ring(5).fabric, 8);
  LayerSpec spec = searched(wide);
  spec.most_layers = 1;
  EXPECT_FALSE(wide.paths.choose_in_layers(spec, nullptr).fit) << "more than wanted";
}

TEST(BalancedPaths, AreIncompleteWhereTheSearchGivesUp) {
  Paths ring(test::clockwise_ring(5).fabric, 2);
  LayerSpec spec = searched(ring);
  spec.most_work = 0;
  const PathsInLayers found = ring.paths.choose_in_layers(spec, nullptr);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.fit);
}

TEST(BalancedPaths, OneLayerOnTheFirstLaneIsNoPlan) {
  Paths line(test::line(), 8);
  const PathsInLayers found = line.paths.choose_in_layers(searched(line), nullptr);
  EXPECT_TRUE(found.fit);
  EXPECT_TRUE(std::holds_alternative<OneLane>(found.lanes));
}

}  // namespace
}  // namespace weft
