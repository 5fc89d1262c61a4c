#include "plugins/layered/fitting_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "plugins/layered/subtree_orders.h"
#include "tests/support/layers_on.h"

namespace weft {
namespace {

MinimalPaths find(const test::LayersOn& on, const std::vector<std::vector<LinkIndex>>& orders,
                  SwitchIndex destination, unsigned spare = 0) {
  const auto lanes = first_lanes(static_cast<unsigned>(orders.size()));
  MinimalPaths paths;
  FittingPaths(on.links, lanes.lanes, orders, spare).find({}, destination, paths);
  return paths;
}

// Where the paths from a switch go next.
std::vector<SwitchIndex> next_of(const test::LayersOn& on, const MinimalPaths& paths,
                                 SwitchIndex s) {
  const auto at = std::ranges::find(paths.nearest_first(), s);
  std::vector<SwitchIndex> next;
  if (at == paths.nearest_first().end()) return next;
  for (const auto step :
       paths.steps(static_cast<std::size_t>(at - paths.nearest_first().begin()))) {
    next.push_back(on.links.to(on.links.first_of(s) + step));
  }
  return next;
}

using Switches = std::vector<SwitchIndex>;

// 0 above 1 and 2, these above 3.
TEST(FittingPaths, AreAllMinimalOnesWhereTheseFit) {
  const test::LayersOn square(test::square());
  const MinimalPaths paths = find(square, {up_down_order(square.links, {{0, 1, 2, 3}})}, 0);
  EXPECT_TRUE(paths.is_complete());
  EXPECT_EQ(next_of(square, paths, 3), (Switches{1, 2}));
}

TEST(FittingPaths, LeaveOutStepsThatDoNotFit) {
  const test::LayersOn square(test::square());
  const MinimalPaths paths = find(square, {square.order({3, 1, 0})}, 0);
  EXPECT_EQ(next_of(square, paths, 3), (Switches{1})) << "3 - 2 comes after 2 - 0";
}

TEST(FittingPaths, AreLongerWhereNoMinimalOneFits) {
  const test::LayersOn ring(test::clockwise_ring(5).fabric);
  const MinimalPaths paths = find(ring, {ring.order({2, 3, 4, 0})}, 0);
  EXPECT_TRUE(paths.is_complete());
  EXPECT_EQ(next_of(ring, paths, 1), (Switches{0}));
  EXPECT_EQ(next_of(ring, paths, 2), (Switches{3})) << "2 - 1 comes after 1 - 0";
}

TEST(FittingPaths, SayWhereSomeoneIsLeftOut) {
  const test::LayersOn line(test::line());
  const MinimalPaths paths = find(line, {line.order({1, 2, 1})}, 2);
  EXPECT_EQ(next_of(line, paths, 1), (Switches{2}));
  EXPECT_FALSE(paths.is_complete()) << "0 - 1 comes after 1 - 2";
}

TEST(FittingPaths, TakeASpareLayerThen) {
  const test::LayersOn line(test::line());
  const MinimalPaths paths = find(line, {line.order({1, 2, 1}), line.order({0, 1, 2})}, 2, 1);
  EXPECT_TRUE(paths.is_complete());
  EXPECT_EQ(next_of(line, paths, 0), (Switches{1}));
}

bool ascends(const std::vector<std::vector<std::uint32_t>>& places, unsigned layer, LinkIndex from,
             LinkIndex to) {
  return places[layer][from] < places[layer][to];
}

// In a tree with links missing, each choice of steps, the first or the last of each switch, makes
// paths that go along one of the two orders.
TEST(FittingPaths, FitWhateverStepsAreTaken) {
  const Fabric fabric = with_failures(make_xgft({.down = {1, 4, 4}, .up = {1, 3, 3}}),
                                      {.links = {5, true}, .seed = 2});
  const test::LayersOn on(fabric);
  std::vector<std::vector<LinkIndex>> orders;
  std::ranges::move(subtree_orders(on.links, likely_tree(on.request, SwitchGraph(on.fabric()))),
                    std::back_inserter(orders));
  std::vector<std::vector<std::uint32_t>> places;
  for (const auto& order : orders) {
    places.emplace_back(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) places.back()[order[i]] = i;
  }
  for (SwitchIndex d = 0; d < on.fabric().switch_count(); ++d) {
    const MinimalPaths paths = find(on, orders, d);
    for (const bool last : {false, true}) {
      std::vector<LinkIndex> next(on.fabric().switch_count(), kNone);
      for (std::size_t i = 0; i < paths.nearest_first().size(); ++i) {
        const SwitchIndex s = paths.nearest_first()[i];
        next[s] = on.links.first_of(s) + (last ? paths.steps(i).back() : paths.steps(i).front());
        unsigned fits = 3;
        for (LinkIndex link = next[s]; on.links.to(link) != d; link = next[on.links.to(link)]) {
          for (unsigned k = 0; k < 2; ++k) {
            if (!ascends(places, k, link, next[on.links.to(link)])) fits &= ~(1u << k);
          }
        }
        EXPECT_NE(fits, 0u);
      }
    }
  }
}

}  // namespace
}  // namespace weft
