#include "common/fabric/fabric.h"

#include <gtest/gtest.h>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(Fabric, NamesCannotForgeLogLines) {
  FabricBuilder builder("test");
  builder.add_node({NodeType::kSwitch, 1, 0, 1, false, true, "a\nb\x7f", 0});
  EXPECT_EQ(builder.build().describe_switch(0), "a b  (0x0000000000000001)");
}

TEST(Fabric, DescribesByNameAndGuid) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(1, 3, 100, 2);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(fabric.describe_switch(1), "s1 (0x0000000000000002)");
  EXPECT_EQ(fabric.describe_end_port(0), "a0 (0x0000000000001001)");
  EXPECT_EQ(fabric.describe_lid(2), "LID 2 of s1 (0x0000000000000002)");
  EXPECT_EQ(fabric.describe_lid(103), "LID 103 of a0 (0x0000000000001001)");
  EXPECT_EQ(fabric.describe_lid(104), "LID 104 (of no port)");
  FabricBuilder nameless("test");
  nameless.add_node({.type = NodeType::kSwitch, .node_guid = 0xab, .port_count = 1});
  EXPECT_EQ(nameless.build().describe_switch(0), "0x00000000000000ab");
}

TEST(Fabric, LidsLeaveAtTheSwitchOfTheirOwner) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(1, 3, 100, 2);
  const Fabric fabric = sketch.build();
  EXPECT_EQ(fabric.max_lid(), 103);
  EXPECT_EQ(fabric.lid_count(), 6u);
  EXPECT_EQ(fabric.destination_switch(1), 0u);
  EXPECT_EQ(fabric.destination_switch(103), 1u) << "a path bit is as good as the base LID";
  for (const unsigned unused : {0u, 3u, 99u, 104u, 0xFFFFu}) {
    const auto lid = static_cast<Lid>(unused);
    EXPECT_EQ(fabric.destination_switch(lid), kNone) << lid;
    EXPECT_EQ(fabric.owner(lid).kind, PeerKind::kNothing) << lid;
  }
}

}  // namespace
}  // namespace weft
