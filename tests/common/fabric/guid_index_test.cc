#include "common/fabric/guid_index.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"

namespace weft {
namespace {

using Entries = std::vector<EndPortsOfNodes::Entry>;

Entries list(std::span<const EndPortsOfNodes::Entry> entries) {
  return {entries.begin(), entries.end()};
}

// A switch 0x10 with three CAs: 0x100 with ports 0x2 and 0x109, 0x200 with 0x201, and 0x300 with
// 0x1. By port GUID: 0x1, 0x2, 0x109, 0x201.
Fabric three_cas() {
  FabricBuilder builder("test");
  const NodeId sw =
      builder.add_node({.type = NodeType::kSwitch, .node_guid = 0x10, .port_count = 8});
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 0x20, .port_count = 8});
  const NodeId first = builder.add_node({.node_guid = 0x100, .port_count = 2});
  const NodeId second = builder.add_node({.node_guid = 0x200, .port_count = 1});
  const NodeId third = builder.add_node({.node_guid = 0x300, .port_count = 1});
  builder.set_address(first, 1, 0x109, 0, 0);
  builder.set_address(first, 2, 0x2, 0, 0);
  builder.set_address(third, 1, 0x1, 0, 0);
  builder.add_link(sw, 1, first, 1, {});
  builder.add_link(sw, 2, first, 2, {});
  builder.add_link(sw, 3, second, 1, {});
  builder.add_link(sw, 4, third, 1, {});
  return builder.build();
}

TEST(GuidIndex, FindsSwitchesByNodeAndEndPortsByPort) {
  const Fabric fabric = three_cas();
  EXPECT_EQ(find_switch(fabric, 0x10), 0u);
  EXPECT_EQ(find_switch(fabric, 0x20), 1u);
  EXPECT_EQ(find_end_port(fabric, 0x1), 0u);
  EXPECT_EQ(find_end_port(fabric, 0x201), 3u);
  for (const Guid unknown : {0x0, 0x15, 0x100, 0xFFFF}) {
    EXPECT_EQ(find_switch(fabric, unknown), kNone) << unknown;
    EXPECT_EQ(find_end_port(fabric, unknown), kNone) << unknown;
  }
}

TEST(GuidIndex, KnowsTheEndPortsOfANode) {
  const Fabric fabric = three_cas();
  const EndPortsOfNodes nodes(fabric);
  EXPECT_EQ(list(nodes.of(0x100)), (Entries{{0x100, 1}, {0x100, 2}}));
  EXPECT_EQ(list(nodes.of(0x200)), (Entries{{0x200, 3}}));
  EXPECT_EQ(list(nodes.of(0x10)), Entries{}) << "a switch";
  EXPECT_EQ(list(nodes.of(0x101, 0x300)), (Entries{{0x200, 3}, {0x300, 0}}));
  EXPECT_EQ(list(nodes.of(0x300, 0x100)), Entries{});
  const auto groups = nodes.groups();
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(list(groups[0]), list(nodes.of(0x100)));
  EXPECT_EQ(list(groups[2]), list(nodes.of(0x300)));
}

}  // namespace
}  // namespace weft
