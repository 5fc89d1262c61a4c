#include "common/patterns/group_bound.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

struct Bound {
  explicit Bound(const Fabric& fabric) : index(fabric), times(index), bound(index, times) {}

  FabricIndex index;
  LinkTimes times;
  GroupBound bound;
};

// Each group to the next: of 36 flows on one link x stay, and 36 - x take two of the 18 links that
// a group has.
TEST(GroupBound, IsThatOfAnIdealAdaptiveRouter) {
  const Fabric fabric = make_dragonfly({.routers = 6, .global_links = 3, .cas = 6});
  Bound judged(fabric);
  for (std::uint32_t group = 0; group < 19; ++group) {
    judged.bound.add(group * 6, (group + 1) % 19 * 6 + 2, 36);
  }
  EXPECT_NEAR(judged.bound.take(), 72.0 / 19, 1e-6);
  EXPECT_EQ(judged.bound.take(), 0) << "they are forgotten";
}

TEST(GroupBound, CountsWhatLeavesOneGroup) {
  const Fabric fabric = make_dragonfly({.routers = 4, .global_links = 2, .cas = 1});
  Bound judged(fabric);
  for (std::uint32_t other = 1; other < 9; ++other) judged.bound.add(0, other * 4, 3);
  EXPECT_NEAR(judged.bound.take(), 3, 1e-6);
}

TEST(GroupBound, OfOneGroupIsNone) {
  const Fabric fabric = make_dragonfly({.routers = 4, .global_links = 2, .cas = 1});
  Bound judged(fabric);
  judged.bound.add(0, 3, 100);
  EXPECT_EQ(judged.bound.take(), 0);
  const Fabric tree = make_xgft({.down = {3, 3}, .up = {1, 3}});
  Bound of_tree(tree);
  of_tree.bound.add(0, 1, 5);
  EXPECT_EQ(of_tree.bound.take(), 0);
}

}  // namespace
}  // namespace weft
