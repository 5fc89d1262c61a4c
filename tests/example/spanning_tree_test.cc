#include "tests/example/spanning_tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// A ring of four switches, s0 the root: the link between s2 and s3 or s1 and s2 stays idle.
TEST(SpanningTree, OfARing) {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  const test::RoutedEngine routed(spanning_tree_engine(), sketch.build(), {});
  EXPECT_EQ(routed.faults(), "");
  EXPECT_TRUE(routed.verdict.safe_on_one_lane);
  EXPECT_EQ(routed.path(1, test::lid_of_ca(3)), (std::vector<SwitchIndex>{1, 0, 3}));
  EXPECT_EQ(routed.path(3, test::lid_of_ca(2)), (std::vector<SwitchIndex>{3, 0, 1, 2}));
}

}  // namespace
}  // namespace weft
