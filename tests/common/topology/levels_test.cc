#include "common/topology/levels.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Levels = std::vector<Hops>;

TEST(Levels, OfATreeAreThoseOfItsSwitches) {
  const Fabric fabric = make_xgft({.down = {2, 2, 2}, .up = {1, 2, 2}});
  EXPECT_EQ(levels_of(fabric), (Levels{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
}

// Four CAs on s0 and s1 each, one on s2 above, and s3 alone.
TEST(Levels, AFewHostsMakeNoLeafOfASpine) {
  test::Sketch sketch(4, 12);
  sketch.link(0, 9, 2, 1);
  sketch.link(1, 9, 2, 2);
  for (PortNum p = 1; p <= 5; ++p) {
    sketch.ca(0, p);
    sketch.ca(1, p);
  }
  sketch.ca(2, 3);
  EXPECT_EQ(levels_of(sketch.build()), (Levels{0, 0, 1, kFar}));
}

}  // namespace
}  // namespace weft
