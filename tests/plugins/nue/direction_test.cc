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
  return grow_direction(Links(fabric), root, growth, min_vls,
                        std::vector<Hops>(fabric.switch_count()))
      .place;
}

TEST(GrowDirection, FollowsARingFromItsRoot) {
  const Fabric ring = test::clockwise_ring(4).fabric;
  EXPECT_EQ(grow(ring, 0, Growth::kHighestFirst), (Places{0, 1, 3, 2}));
  EXPECT_EQ(grow(ring, 0, Growth::kDepthFirst), (Places{0, 3, 2, 1}));
  EXPECT_EQ(grow(ring, 2, Growth::kMostNeighbours), (Places{3, 2, 0, 1}));
}

TEST(GrowDirection, MeetsTheSwitchWithMostLinksToMetOnesNext) {
  // A triangle s0, s1, s2, and s3 beside s0; links to itself do not count.
  Sketch sketch(4);
  sketch.link(0, 1, 3, 1);
  sketch.link(0, 2, 1, 1);
  sketch.link(0, 3, 2, 1);
  sketch.link(1, 2, 2, 2);
  sketch.link(3, 2, 3, 3);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(grow(fabric, 0, Growth::kHighestFirst), (Places{0, 2, 3, 1}));
  EXPECT_EQ(grow(fabric, 1, Growth::kMostNeighbours), (Places{1, 0, 2, 3}));
}

TEST(GrowDirection, PiecesFollowEachOther) {
  Sketch sketch(5);
  sketch.link(1, 1, 4, 1);
  sketch.link(0, 1, 3, 1);
  EXPECT_EQ(grow(sketch.build(), 4, Growth::kHighestFirst), (Places{2, 1, 4, 3, 0}));
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
  EXPECT_EQ(grow(fabric, 0, Growth::kHighestFirst, 1), (Places{0, 1, 2}));
  EXPECT_EQ(grow(fabric, 0, Growth::kHighestFirst, 2), (Places{0, 2, 1}));
}

TEST(GrowDirection, ASpineIsAboveAllThatMeetItButTheFirst) {
  // Leaf switches s0 to s2, each below one in the middle, s3 to s5, and spines s6 and s7, of which
  // s3 has lost its link to the second: breadth first s7 would be below s4 and s5.
  Sketch sketch(8);
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
    sketch.link(leaf, 1, leaf + 3, 1);
    sketch.link(leaf + 3, 2, 6, static_cast<PortNum>(leaf + 1));
    if (leaf > 0) sketch.link(leaf + 3, 3, 7, static_cast<PortNum>(leaf + 1));
  }
  const Fabric fabric = sketch.build();
  const std::vector<Hops> levels = {0, 0, 0, 1, 1, 1, 2, 2};
  EXPECT_EQ(grow_direction(Links(fabric), 0, Growth::kHighestFirst, 0, levels).place,
            (Places{0, 6, 7, 1, 3, 5, 2, 4}));
  EXPECT_EQ(grow(fabric, 0, Growth::kHighestFirst), (Places{0, 5, 7, 1, 3, 4, 2, 6}));
}

}  // namespace
}  // namespace weft
