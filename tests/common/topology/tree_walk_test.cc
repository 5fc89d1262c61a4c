#include "common/topology/tree_walk.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/up_down.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Switches = std::vector<SwitchIndex>;

Switches order_below(test::Sketch& sketch, const Switches& roots) {
  const Fabric fabric = sketch.build();
  const SwitchGraph graph(fabric);
  return depth_first_order(graph, ranks_below(graph, roots));
}

// The roots s0 and s1; below s0 at ports 1 and 2 the switches s5 and s3, below s1 at port 1 s4 and
// at port 2 s3 too; s2 below s5 and s6 below s3, these two joined; s7 alone.
TEST(TreeWalk, GoesDownFromRootToRootAndPortToPort) {
  test::Sketch sketch(8);
  sketch.link(0, 1, 5, 1);
  sketch.link(0, 2, 3, 1);
  sketch.link(1, 1, 4, 1);
  sketch.link(1, 2, 3, 2);
  sketch.link(5, 2, 2, 1);
  sketch.link(3, 3, 6, 1);
  sketch.link(2, 2, 6, 2);
  EXPECT_EQ(order_below(sketch, {0, 1}), (Switches{0, 5, 2, 3, 6, 1, 4, 7}));
}

TEST(TreeWalk, WithoutRootsIsByNumber) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 2, 1);
  EXPECT_EQ(order_below(sketch, {}), (Switches{0, 1, 2}));
}

// More ranks than any tree: nothing here recurses.
TEST(TreeWalk, GoesAsDeepAsTheFabricIs) {
  constexpr SwitchIndex kSwitches = 20'000;
  test::Sketch sketch(kSwitches, 2);
  for (SwitchIndex s = 0; s + 1 < kSwitches; ++s) sketch.link(s, 1, s + 1, 2);
  const Switches order = order_below(sketch, {kSwitches - 1});
  ASSERT_EQ(order.size(), kSwitches);
  EXPECT_EQ(order.front(), kSwitches - 1);
  EXPECT_EQ(order.back(), 0u);
}

}  // namespace
}  // namespace weft
