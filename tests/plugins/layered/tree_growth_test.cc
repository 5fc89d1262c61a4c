#include "plugins/layered/tree_growth.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/layers_on.h"

namespace weft {
namespace {

class TreeGrowthOnASquare : public ::testing::Test {
 protected:
  TreeGrowthOnASquare() { to_three.find(on.links, {}, 3); }

  test::LayersOn on{test::square()};
  TreeGrowth growth{on.links, on.sources};
  MinimalPaths to_three;
  PathTree tree;
};

TEST_F(TreeGrowthOnASquare, TakesTheLeastLoadedPath) {
  growth.load[on.link(2, 3)] = 1;
  growth.grow(to_three, tree);
  EXPECT_EQ(tree.link, on.tree({1, 3, 3, kNone}).link);
  growth.load[on.link(0, 1)] = 2;
  growth.grow(to_three, tree);
  EXPECT_EQ(tree.link, on.tree({2, 3, 3, kNone}).link);
}

TEST_F(TreeGrowthOnASquare, AddsAPathForEachEndPortAndLid) {
  growth.add(to_three, on.tree({1, 3, 3, kNone}), 5);
  EXPECT_EQ(growth.load[on.link(0, 1)], 5u);
  EXPECT_EQ(growth.load[on.link(1, 3)], 5u);
  EXPECT_EQ(growth.load[on.link(2, 3)], 0u) << "2 has no end ports";
  MinimalPaths to_zero;
  to_zero.find(on.links, {}, 0);
  growth.add(to_zero, on.tree({kNone, 0, 0, 2}), 1);
  EXPECT_EQ(growth.load[on.link(3, 2)], 4u);
  EXPECT_EQ(growth.load[on.link(2, 0)], 4u);
}

TEST_F(TreeGrowthOnASquare, RemovesWhatItAdded) {
  growth.load[on.link(0, 1)] = 7;
  growth.add(to_three, on.tree({1, 3, 3, kNone}), 3);
  growth.remove(to_three, on.tree({1, 3, 3, kNone}), 3);
  EXPECT_EQ(growth.load[on.link(0, 1)], 7u);
  EXPECT_EQ(growth.load[on.link(1, 3)], 0u);
}

TEST_F(TreeGrowthOnASquare, KeepsToTheOrderOfALayer) {
  const PathLayers layers(on.request, on.links, on.sources, {.orders = {on.order({1, 3})}});
  growth.load[on.link(0, 2)] = 9;
  ASSERT_TRUE(growth.grow_in_layers(to_three, layers, tree));
  EXPECT_EQ(tree.link, on.tree({2, 3, 3, kNone}).link) << "over 1 no path ascends";
  EXPECT_EQ(tree.fits[0], 0b1);
}

TEST_F(TreeGrowthOnASquare, FindsNoPathWhereNoneAscends) {
  const std::vector<LinkIndex> order = {on.link(1, 3), on.link(2, 3), on.link(0, 1), on.link(0, 2),
                                        on.link(1, 0), on.link(2, 0), on.link(3, 1), on.link(3, 2)};
  const PathLayers layers(on.request, on.links, on.sources, {.orders = {order}});
  EXPECT_FALSE(growth.grow_in_layers(to_three, layers, tree));
}

// Where leaves are alike the sums of several are computed at once.
TEST(TreeGrowth, TakesThePathsOfASlowSearchOnATree) {
  const test::LayersOn on(make_xgft({.down = {1, 5, 3}, .up = {1, 4, 5}}));
  TreeGrowth growth(on.links, on.sources);
  for (LinkIndex l = 0; l < on.links.count(); ++l) growth.load[l] = l * 7919 % 101;
  MinimalPaths minimal;
  PathTree tree;
  for (SwitchIndex to = 0; to < on.links.switch_count(); ++to) {
    minimal.find(on.links, {}, to);
    growth.grow(minimal, tree);
    std::vector<std::uint64_t> cost(on.links.switch_count());
    for (std::size_t i = 0; i < minimal.nearest_first().size(); ++i) {
      const SwitchIndex s = minimal.nearest_first()[i];
      LinkIndex best = kNone;
      for (const MinimalPaths::Step step : minimal.steps(i)) {
        const LinkIndex link = on.links.first_of(s) + step;
        const std::uint64_t sum = cost[on.links.to(link)] + growth.load[link];
        if (best != kNone && sum >= cost[s]) continue;
        best = link;
        cost[s] = sum;
      }
      EXPECT_EQ(tree.link[s], best);
    }
  }
}

}  // namespace
}  // namespace weft
