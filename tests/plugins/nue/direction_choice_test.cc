#include "plugins/nue/direction_choice.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/topology/levels.h"

namespace weft {
namespace {

using Switches = std::vector<SwitchIndex>;

DirectionChoice choose(const Fabric& fabric, unsigned threads) {
  const Links links(fabric);
  Switches all(fabric.switch_count());
  std::iota(all.begin(), all.end(), SwitchIndex{0});
  const Switches roots = {0, fabric.switch_count() / 2};
  const std::vector<std::uint32_t> sources(all.size(), 2);
  return choose_direction(links, roots, all, sources, levels_of(fabric), 0, Workers(threads));
}

TEST(DirectionChoice, ATreeIsLeftToTheFirstDirection) {
  const Fabric fabric = make_xgft({.down = {4, 4}, .up = {1, 4}});
  const Links links(fabric);
  const Switches leaves = {0, 1, 2, 3};
  std::vector<std::uint32_t> sources(8);
  for (const SwitchIndex leaf : leaves) sources[leaf] = 4;
  const std::vector<Hops> levels = levels_of(fabric);
  const DirectionChoice choice =
      choose_direction(links, leaves, leaves, sources, levels, 0, Workers(2));
  EXPECT_EQ(choice.growth, Growth::kHighestFirst);
  EXPECT_EQ(choice.direction->place,
            grow_direction(links, 0, Growth::kHighestFirst, 0, levels).place);
}

TEST(DirectionChoice, DoesNotDependOnTheNumberOfThreads) {
  for (const Fabric& fabric :
       {make_torus({.dims = {5, 5}, .cas = 2}), make_torus({.dims = {3, 3, 3}, .cas = 2})}) {
    const DirectionChoice one = choose(fabric, 1);
    const DirectionChoice seven = choose(fabric, 7);
    EXPECT_EQ(one.growth, seven.growth);
    EXPECT_EQ(one.direction->place, seven.direction->place);
  }
}

}  // namespace
}  // namespace weft
