#include "common/fabric/generators/blueprint.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

// A switch with an enhanced port 0, a link of its own and a port that is looped back; another
// without multicast; a CA with a port at each of them, and one at the first.
Fabric all_kinds() {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch,
                                     .node_guid = 0x10,
                                     .system_guid = 0x11,
                                     .port_count = 8,
                                     .enhanced_port0 = true,
                                     .name = "a"});
  const NodeId b = builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 0x20, .port_count = 4, .multicast = false});
  const NodeId both = builder.add_node(
      {.type = NodeType::kCa, .node_guid = 0x200, .port_count = 2, .name = "both"});
  const NodeId one =
      builder.add_node({.type = NodeType::kRouter, .node_guid = 0x100, .port_count = 1});
  builder.set_address(a, 0, 0, 4, 2);
  builder.set_address(both, 1, 0x7, 8, 1);
  builder.set_address(one, 1, 0, 2, 0);
  builder.add_link(b, 1, a, 1, {12, LinkSpeed::kEdr, 4});
  builder.add_link(a, 2, a, 3, {});
  builder.add_link_end(a, 4, a, 4, {});
  builder.add_link(both, 1, a, 5, {});
  builder.add_link(both, 2, b, 2, {});
  builder.add_link(one, 1, a, 6, {});
  return builder.build();
}

TEST(Blueprint, BuildsWhatItWasTakenFrom) {
  EXPECT_EQ(as_text(Blueprint(all_kinds()).build()), as_text(all_kinds()));
}

TEST(Blueprint, HasSwitchesFirstAndLinksOnce) {
  const Blueprint blueprint(all_kinds());
  EXPECT_EQ(blueprint.switches, 2u);
  ASSERT_EQ(blueprint.nodes.size(), 4u);
  EXPECT_EQ(blueprint.nodes[1].node_guid, 0x20u);
  EXPECT_EQ(blueprint.nodes[2].name, "both") << "its first port has the lowest port GUID";
  EXPECT_EQ(blueprint.nodes[3].type, NodeType::kRouter);
  std::vector<PortNum> ports_of_a;
  for (const Blueprint::Link& link : blueprint.links) {
    if (link.a == 0) ports_of_a.push_back(link.port_a);
  }
  EXPECT_EQ(ports_of_a, (std::vector<PortNum>{1, 2, 4, 5, 6}));
  EXPECT_EQ(blueprint.links.size(), 6u);
}

TEST(Blueprint, LeavesOutWhatIsRemovedAndCasWithoutALink) {
  Blueprint blueprint(all_kinds());
  blueprint.nodes[0].removed = true;
  const Fabric fabric = blueprint.build();
  ASSERT_EQ(fabric.switch_count(), 1u);
  EXPECT_EQ(fabric.switches()[0].node_guid, 0x20u);
  ASSERT_EQ(fabric.end_port_count(), 1u);
  EXPECT_EQ(fabric.end_ports()[0].node_guid, 0x200u);
  EXPECT_EQ(fabric.end_ports()[0].port_num, 2);
  EXPECT_EQ(fabric.end_ports()[0].node_ports, 2);

  Blueprint other(all_kinds());
  for (Blueprint::Link& link : other.links) link.removed = link.b >= other.switches;
  EXPECT_EQ(other.build().end_port_count(), 0u);
  EXPECT_EQ(other.build().switch_count(), 2u);
}

TEST(SparePorts, AreBehindTheLastOneInUse) {
  const Fabric fabric = all_kinds();
  Blueprint blueprint(fabric);
  SparePorts ports(fabric);
  EXPECT_EQ(ports.take(blueprint, 0), 7);
  EXPECT_EQ(ports.take(blueprint, 1), 3);
  EXPECT_EQ(ports.take(blueprint, 1), 4);
  EXPECT_EQ(blueprint.nodes[1].port_count, 4);
  EXPECT_EQ(ports.take(blueprint, 1), 5);
  EXPECT_EQ(blueprint.nodes[1].port_count, 5);
  while (ports.take(blueprint, 1) < 254) continue;
  EXPECT_THROW(ports.take(blueprint, 1), BadInput);
}

}  // namespace
}  // namespace weft
