#include "common/fabric/renumber.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/error.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

TEST(NewLids, RunAlongTheSwitches) {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2});
  const NodeId b = builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 2});
  const NodeId host = builder.add_node({.type = NodeType::kCa, .node_guid = 3, .port_count = 2});
  builder.add_link(a, 1, b, 1, {});
  builder.add_link(host, 1, a, 2, {});
  builder.add_link(host, 2, b, 2, {});
  const Fabric fabric = with_new_lids(builder.build(), 2);
  EXPECT_FALSE(without_lids(fabric));
  EXPECT_EQ(fabric.switches()[0].lid, 1u);
  EXPECT_EQ(fabric.owner(4).kind, PeerKind::kEndPort);  // aligned to 4
  EXPECT_EQ(fabric.destination_switch(7), 0u);
  EXPECT_EQ(fabric.switches()[1].lid, 8u);
  EXPECT_EQ(fabric.destination_switch(12), 1u);
  EXPECT_EQ(fabric.max_lid(), 15u);
  EXPECT_EQ(fabric.lid_count(), 10u);
}

TEST(NewLids, EnhancedPorts0GetAsManyOnRequest) {
  FabricBuilder builder("test");
  builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 1, .port_count = 1, .enhanced_port0 = true});
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 1});
  const Fabric fabric = builder.build();
  const Fabric without = with_new_lids(fabric, 2);
  EXPECT_EQ(without.switches()[0].lmc, 0u);
  EXPECT_EQ(without.lid_count(), 2u);
  const Fabric with = with_new_lids(fabric, 2, true);
  EXPECT_EQ(with.switches()[0].lid, 4u);  // aligned to 4
  EXPECT_EQ(with.switches()[0].lmc, 2u);
  EXPECT_EQ(with.owner(7).index, 0u);
  EXPECT_EQ(with.switches()[1].lid, 8u);
  EXPECT_EQ(with.switches()[1].lmc, 0u);
  EXPECT_EQ(with.lid_count(), 5u);
}

TEST(NewLids, ASubnetHasOnlySoMany) {
  FabricBuilder builder("test");
  for (Guid guid = 1; guid <= 400; ++guid) {
    const NodeId s = builder.add_node({NodeType::kSwitch, guid << 16, 0, 254, false, true, "", 0});
    for (PortNum p = 1; p <= 253; ++p) {
      const NodeId h =
          builder.add_node({NodeType::kCa, (guid << 16) + Guid{2} * p, 0, 1, false, true, "", 0});
      builder.add_link(s, p, h, 1, {});
    }
  }
  const Fabric fabric = builder.build();
  EXPECT_TRUE(without_lids(fabric));
  EXPECT_THROW(with_new_lids(fabric, 0), BadInput);
}

// A switch with LID 40, two CAs with LMC 1 of which one has LID 6, and a switch without a LID.
FabricBuilder some_lids(Lid switch_lid = 40) {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 3});
  const NodeId b = builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 1});
  const NodeId old = builder.add_node({.type = NodeType::kCa, .node_guid = 3, .port_count = 1});
  const NodeId fresh = builder.add_node({.type = NodeType::kCa, .node_guid = 9, .port_count = 1});
  builder.add_link(a, 1, b, 1, {});
  builder.add_link(old, 1, a, 2, {});
  builder.add_link(fresh, 1, a, 3, {});
  builder.set_address(a, 0, 0, switch_lid, 0);
  builder.set_address(old, 1, 0, 6, 1);
  return builder;
}

TEST(MissingLids, GoAboveThoseInUse) {
  const Fabric before = some_lids().build();
  EXPECT_EQ(count_without_lid(before), 2u);
  const Fabric fabric = with_missing_lids(before);
  EXPECT_EQ(count_without_lid(fabric), 0u);
  EXPECT_EQ(fabric.switches()[0].lid, 40);
  EXPECT_EQ(fabric.end_ports()[0].lid, 6);
  EXPECT_EQ(fabric.end_ports()[1].lid, 42) << "with LMC 1, as the other end port";
  EXPECT_EQ(fabric.end_ports()[1].lmc, 1);
  EXPECT_EQ(fabric.switches()[1].lid, 44);
  EXPECT_EQ(fabric.switches()[1].lmc, 0);
  EXPECT_EQ(fabric.lid_count(), 6u);
  EXPECT_EQ(fabric.destination_switch(43), 0u);
}

TEST(MissingLids, GoIntoGapsWhereThereIsNoRoomAbove) {
  const Fabric fabric = with_missing_lids(some_lids(kMaxUnicastLid).build());
  EXPECT_EQ(fabric.end_ports()[1].lid, 2);
  EXPECT_EQ(fabric.switches()[1].lid, 4);
  EXPECT_EQ(fabric.max_lid(), kMaxUnicastLid);
  EXPECT_EQ(fabric.destination_switch(7), 0u) << "the others keep theirs";
}

TEST(WithLmc, WidensEndPortsAlone) {
  const Fabric before = some_lids().build();
  EXPECT_EQ(with_lmc(before, 0).lid_count(), 3u);
  const std::string message = [&] {
    try {
      with_lmc(before, 2);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string();
  }();
  EXPECT_NE(message.find("has LID 6, which cannot be a base LID with LMC 2"), std::string::npos);

  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 3});
  const NodeId b = builder.add_node({.type = NodeType::kCa, .node_guid = 3, .port_count = 1});
  builder.add_link(a, 1, b, 1, {});
  builder.set_address(a, 0, 0, 11, 0);
  builder.set_address(b, 1, 0, 8, 0);
  const Fabric fabric = builder.build();
  const Fabric wide = with_lmc(fabric, 1);
  EXPECT_EQ(wide.owner(9).kind, PeerKind::kEndPort);
  EXPECT_EQ(wide.lid_count(), 3u);
  EXPECT_EQ(wide.switches()[0].lmc, 0);
  EXPECT_THROW(with_lmc(fabric, 2), BadInput) << "LID 11 is the switch's";
}

TEST(WithBaseLids, TakesOtherLidsFromEndPorts) {
  const Fabric wide = with_new_lids(make_torus({.dims = {3}, .cas = 2}), 2);
  const Fabric narrow = with_base_lids(wide);
  EXPECT_EQ(narrow.lid_count(), narrow.switch_count() + narrow.end_port_count());
  for (EndPortIndex e = 0; e < wide.end_port_count(); ++e) {
    const Lid lid = wide.end_ports()[e].lid;
    EXPECT_EQ(narrow.end_ports()[e].lid, lid);
    EXPECT_EQ(narrow.end_ports()[e].lmc, 0);
    EXPECT_EQ(narrow.owner(lid).index, e);
    EXPECT_EQ(narrow.owner(static_cast<Lid>(lid + 1)).kind, PeerKind::kNothing);
  }
  EXPECT_EQ(narrow.max_lid(), wide.max_lid() - 3) << "the base LID of the last end port";
}

}  // namespace
}  // namespace weft
