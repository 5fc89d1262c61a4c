#include "common/fabric/builder.h"

#include <gtest/gtest.h>

#include <string>

namespace weft {
namespace {

constexpr LinkAttributes kLink = {4, LinkSpeed::kQdr, 8};

// switch 0x10 (4 ports) -- switch 0x20, a CA with two ports on each of them.
struct Pair {
  FabricBuilder builder{"test"};
  NodeId a = builder.add_node({NodeType::kSwitch, 0x10, 0, 4, false, true, "a", 1});
  NodeId b = builder.add_node({NodeType::kSwitch, 0x20, 0, 4, false, true, "b", 2});
  NodeId host = builder.add_node({NodeType::kCa, 0x5, 0, 2, false, true, "host", 3});

  Pair() {
    builder.add_link(a, 1, b, 2, kLink);
    builder.add_link(host, 1, a, 3, kLink);
    builder.add_link(host, 2, b, 4, kLink);
  }
};

std::string reason(FabricBuilder& builder) {
  try {
    builder.build();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(Builder, PlacesNodesInTheOrderOfGuids) {
  FabricBuilder builder("test");
  const NodeId late = builder.add_node({NodeType::kSwitch, 0x30, 7, 2, true, false, "late", 0});
  const NodeId early = builder.add_node({NodeType::kSwitch, 0x10, 0, 3, false, true, "early", 0});
  builder.add_link(late, 1, early, 3, kLink);
  const Fabric fabric = builder.build();
  ASSERT_EQ(fabric.switch_count(), 2u);
  EXPECT_EQ(fabric.switch_name(0), "early");
  EXPECT_EQ(fabric.switches()[1].system_guid, 7u);
  EXPECT_TRUE(fabric.switches()[1].enhanced_port0);
  EXPECT_FALSE(fabric.switches()[1].multicast);
  EXPECT_EQ(fabric.ports(0).size(), 4u);
  EXPECT_EQ(fabric.ports(0)[3].peer, 1u);
  EXPECT_EQ(fabric.ports(0)[3].peer_port, 1u);
  EXPECT_EQ(fabric.ports(1)[1].kind, PeerKind::kSwitch);
  EXPECT_EQ(fabric.ports(1)[2].kind, PeerKind::kNothing);
}

TEST(Builder, PlacesEndPortsAndTheirLinks) {
  Pair pair;
  pair.builder.set_address(pair.host, 1, 0x99, 8, 1);
  pair.builder.set_address(pair.a, 0, 0, 3, 0);
  const Fabric fabric = pair.builder.build();
  ASSERT_EQ(fabric.end_port_count(), 2u);
  const EndPort& second = fabric.end_ports()[0];  // 0x5 + port 2
  EXPECT_EQ(second.port_guid, 0x7u);
  EXPECT_EQ(second.sw, 1u);
  EXPECT_EQ(second.switch_port, 4u);
  EXPECT_EQ(second.lid, 0u);
  const EndPort& first = fabric.end_ports()[1];
  EXPECT_EQ(first.port_guid, 0x99u);
  EXPECT_EQ(first.node_ports, 2u);
  EXPECT_EQ(fabric.ports(0)[3].peer, 1u);
  EXPECT_EQ(fabric.ports(0)[3].kind, PeerKind::kEndPort);
  EXPECT_EQ(fabric.max_lid(), 9u);
  EXPECT_EQ(fabric.lid_count(), 3u);
  EXPECT_EQ(fabric.owner(9).index, 1u);
  EXPECT_EQ(fabric.destination_switch(9), 0u);
  EXPECT_EQ(fabric.owner(4).kind, PeerKind::kNothing);
  EXPECT_EQ(fabric.owner(60000).kind, PeerKind::kNothing);
  EXPECT_EQ(fabric.describe_lid(8), "LID 8 of host (0x0000000000000099)");
}

TEST(Builder, TheWeakerEndOfALinkCounts) {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({NodeType::kSwitch, 1, 0, 1, false, true, "", 0});
  const NodeId b = builder.add_node({NodeType::kSwitch, 2, 0, 1, false, true, "", 0});
  builder.add_link_end(a, 1, b, 1, {4, LinkSpeed::kEdr, 4});
  builder.add_link_end(b, 1, a, 1, {1, LinkSpeed::kHdr, 8});
  EXPECT_EQ(builder.build().ports(0)[1].link, (LinkAttributes{1, LinkSpeed::kEdr, 4}));
}

TEST(Builder, RefusesWhatCannotBe) {
  FabricBuilder builder("cluster");
  EXPECT_THROW(builder.add_node({NodeType::kSwitch, 0, 0, 4, false, true, "", 1}), BadInput);
  EXPECT_THROW(builder.add_node({NodeType::kSwitch, 1, 0, 0, false, true, "", 1}), BadInput);
  EXPECT_THROW(builder.add_node({NodeType::kSwitch, 1, 0, 255, false, true, "", 1}), BadInput);
  const NodeId s = builder.add_node({NodeType::kSwitch, 1, 0, 254, false, true, "", 1});
  const NodeId h = builder.add_node({NodeType::kCa, 2, 0, 1, false, true, "", 2});
  EXPECT_THROW(builder.set_address(s, 1, 0, 5, 0), BadInput);
  EXPECT_THROW(builder.set_address(h, 0, 0, 5, 0), BadInput);
  EXPECT_THROW(builder.set_address(h, 2, 0, 5, 0), BadInput);
  EXPECT_THROW(builder.set_address(h, 1, 0, 0xC000, 0), BadInput);
  EXPECT_THROW(builder.set_address(h, 1, 0, 8, 8), BadInput);
  EXPECT_THROW(builder.add_link(s, 1, h, 2, kLink), BadInput);
  EXPECT_THROW(builder.add_link(s, 0, h, 1, kLink), BadInput);
  builder.add_link(s, 254, h, 1, kLink);
  EXPECT_THROW(builder.add_link(s, 254, h, 1, kLink), BadInput);
}

TEST(Builder, MessagesNameTheLineAndBothNodes) {
  Pair pair;
  pair.builder.add_node({NodeType::kCa, 0x20, 0, 1, false, true, "twin", 17});
  EXPECT_EQ(reason(pair.builder),
            "test:17: CA 0x0000000000000020 \"twin\" has the same GUID as switch "
            "0x0000000000000020 \"b\"");
}

TEST(Builder, DescriptionsDoNotControlATerminal) {
  Pair pair;
  pair.builder.add_node({NodeType::kCa, 0x20, 0, 1, false, true, "t\x1B[2Jw\nin", 17});
  EXPECT_EQ(reason(pair.builder),
            "test:17: CA 0x0000000000000020 \"t [2Jw in\" has the same GUID as switch "
            "0x0000000000000020 \"b\"");
}

TEST(Builder, ALinkMustBeGivenFromBothSides) {
  Pair pair;
  pair.builder.add_link_end(pair.a, 4, pair.b, 1, kLink, 21);
  EXPECT_NE(reason(pair.builder).find("test:21: port 4 of switch 0x0000000000000010"),
            std::string::npos);

  Pair other;
  other.builder.add_link_end(other.a, 4, other.b, 1, kLink, 21);
  other.builder.add_link_end(other.b, 1, other.a, 2, kLink, 22);
  EXPECT_NE(reason(other.builder).find("test:2"), std::string::npos);
}

TEST(Builder, ALidHasOneOwnerAndIsAligned) {
  Pair twice;
  twice.builder.set_address(twice.a, 0, 0, 5, 0, 31);
  twice.builder.set_address(twice.host, 1, 0, 4, 1, 32);
  EXPECT_NE(reason(twice.builder).find("test:32: port 1 of CA"), std::string::npos);

  Pair crooked;
  crooked.builder.set_address(crooked.host, 1, 0, 5, 1, 33);
  EXPECT_NE(reason(crooked.builder).find("test:33:"), std::string::npos);

  Pair high;
  high.builder.set_address(high.host, 1, 0, kMaxUnicastLid - 1, 2, 34);
  EXPECT_NE(reason(high.builder), "");
}

TEST(Builder, TwoPortsOfOneGuid) {
  Pair pair;
  pair.builder.set_address(pair.host, 1, 0x77, 1, 0);
  pair.builder.set_address(pair.host, 2, 0x77, 2, 0);
  EXPECT_NE(reason(pair.builder).find("same port GUID 0x0000000000000077"), std::string::npos);
}

TEST(Builder, ACaWithoutASwitchIsLeftOutWithAWarning) {
  Pair pair;
  const NodeId lonely =
      pair.builder.add_node({NodeType::kCa, 0x90, 0, 2, false, true, "lonely", 9});
  const NodeId other = pair.builder.add_node({NodeType::kCa, 0x91, 0, 1, false, true, "other", 9});
  pair.builder.add_link(lonely, 1, other, 1, kLink);
  pair.builder.set_address(lonely, 2, 0, 40, 0);
  EXPECT_EQ(pair.builder.build().end_port_count(), 2u);
  EXPECT_EQ(pair.builder.warnings().size(), 3u);
}

TEST(Builder, ALinkOfASwitchToItselfIsKept) {
  FabricBuilder builder("test");
  const NodeId s = builder.add_node({NodeType::kSwitch, 1, 0, 2, false, true, "", 0});
  builder.add_link(s, 1, s, 2, kLink);
  const Fabric fabric = builder.build();
  EXPECT_EQ(fabric.ports(0)[1].peer, 0u);
  EXPECT_EQ(fabric.ports(0)[1].peer_port, 2u);
}

TEST(Builder, NoNodesIsAFabricToo) {
  const Fabric fabric = FabricBuilder("test").build();
  EXPECT_EQ(fabric.switch_count(), 0u);
  EXPECT_EQ(fabric.max_lid(), 0u);
}

TEST(Builder, AnswersLinksThatWereGivenOnce) {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  const NodeId b = builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 4});
  builder.add_link(a, 1, b, 1, kLink);
  builder.add_link_end(b, 2, a, 3, kLink, 7);
  const auto answered = builder.answer_links();
  ASSERT_EQ(answered.size(), 1u);
  EXPECT_EQ(answered[0].node, b);
  EXPECT_EQ(answered[0].port, 2);
  EXPECT_EQ(answered[0].peer, a);
  EXPECT_EQ(answered[0].line, 7u);
  const Fabric fabric = builder.build();
  EXPECT_EQ(fabric.ports(0)[3].peer, 1u);
  EXPECT_EQ(fabric.ports(0)[3].link, kLink);
}

TEST(Builder, AnswersNoLinkAtAPortOfAnother) {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  const NodeId b = builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 4});
  builder.add_link_end(a, 1, b, 2, kLink, 3);
  builder.add_link_end(a, 2, b, 2, kLink, 4);
  EXPECT_EQ(builder.answer_links().size(), 1u);
  EXPECT_TRUE(reason(builder).starts_with("test:4: "));
}

}  // namespace
}  // namespace weft
