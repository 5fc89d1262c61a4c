#include "plugins/nue/direction.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;
using Places = std::vector<std::uint32_t>;

Places grow(const Fabric& fabric, SwitchIndex root, Growth growth, std::uint8_t min_vls = 0) {
  return grow_direction(Links(fabric), root, growth, min_vls, fabric.switch_count()).place;
}

TEST(GrowDirection, GoesRoundARingFromItsRoot) {
  const Fabric ring = test::clockwise_ring(4).fabric;
  EXPECT_EQ(grow(ring, 0, Growth::kBreadthFirst), (Places{0, 1, 3, 2}));
  EXPECT_EQ(grow(ring, 0, Growth::kDepthFirst), (Places{0, 3, 2, 1}));
  EXPECT_EQ(grow(ring, 2, Growth::kMostNeighbours), (Places{3, 2, 0, 1}));
}

TEST(GrowDirection, MeetsNextWhatHasMostLinksToWhatWasMet) {
  // A triangle s0, s1, s2, and s3 beside s0; links to itself do not count.
  Sketch sketch(4);
  sketch.link(0, 1, 3, 1);
  sketch.link(0, 2, 1, 1);
  sketch.link(0, 3, 2, 1);
  sketch.link(1, 2, 2, 2);
  sketch.link(3, 2, 3, 3);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(grow(fabric, 0, Growth::kBreadthFirst), (Places{0, 2, 3, 1}));
  EXPECT_EQ(grow(fabric, 1, Growth::kMostNeighbours), (Places{1, 0, 2, 3}));
}

TEST(GrowDirection, PiecesFollowEachOther) {
  Sketch sketch(5);
  sketch.link(1, 1, 4, 1);
  sketch.link(0, 1, 3, 1);
  EXPECT_EQ(grow(sketch.build(), 4, Growth::kBreadthFirst), (Places{2, 1, 4, 3, 0}));
}

TEST(GrowDirection, LinksWithTooFewLanesDoNotCount) {
  FabricBuilder builder("triangle");
  for (Guid guid = 1; guid < 4; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2});
  }
  builder.add_link(0, 1, 1, 1, {.data_vls = 1});
  builder.add_link(1, 2, 2, 1, {.data_vls = 4});
  builder.add_link(2, 2, 0, 2, {.data_vls = 4});
  const Fabric fabric = builder.build();
  EXPECT_EQ(grow(fabric, 0, Growth::kBreadthFirst, 1), (Places{0, 1, 2}));
  EXPECT_EQ(grow(fabric, 0, Growth::kBreadthFirst, 2), (Places{0, 2, 1}));
}

}  // namespace
}  // namespace weft
