#include "plugins/opensm/vl_arbitration.h"

#include <gtest/gtest.h>

#include <string>

#include "common/fabric/builder.h"
#include "tests/support/opensm_subnet.h"

namespace weft {
namespace {

// A port with so many entries in its tables, and more than one VL.
ib_port_info_t port_with(std::uint8_t high, std::uint8_t low) {
  ib_port_info_t port = {};
  port.vl_cap = 4 << 4;
  port.vl_arb_high_cap = high;
  port.vl_arb_low_cap = low;
  return port;
}

VlSet served(std::string high, std::string low, const ib_port_info_t& port,
             std::uint8_t data_vls = 15) {
  osm_subn_opt_t stock = {};
  stock.qos_swe_options.vlarb_high = high.data();
  stock.qos_swe_options.vlarb_low = low.data();
  return VlArbitration(stock).served(port, data_vls);
}

TEST(VlArbitration, OfOpensmServesAsManyVlsAsThereAreEntries) {
  const VlArbitration arbitration(osm_subn_opt_t{});
  EXPECT_EQ(arbitration.served(port_with(8, 8), 8), VlSet(0xFF));
  EXPECT_EQ(arbitration.served(port_with(15, 15), 15), VlSet(0x7FFF));
  EXPECT_EQ(arbitration.served(port_with(4, 4), 8), VlSet(0x0F)) << "VLs 4 to 7 find no room";
}

TEST(VlArbitration, ServesWhatHasWeightInEitherTable) {
  EXPECT_EQ(served("0:1,1:0", "2:255,3:0,1:0", port_with(8, 8)), VlSet(0b101));
  EXPECT_EQ(served("0:1", "1:1", port_with(0, 8)), VlSet(0b10)) << "there is no high table";
}

TEST(VlArbitration, IsReadAsOpensmReadsIt) {
  EXPECT_EQ(served("0x1:010", "17:256,3:257", port_with(8, 8)), VlSet(0b1010));
  EXPECT_EQ(served("16:1", "", port_with(8, 8)), VlSet(0b10));
  EXPECT_EQ(served("", "nonsense", port_with(64, 64)), VlSet());
}

TEST(VlArbitration, FoldsVlsThatTheLinkDoesNotHave) {
  EXPECT_EQ(served("0:1", "5:1", port_with(8, 8), 4), VlSet(0b11));
}

TEST(VlArbitration, HasTheEntriesThatOpensmWrites) {
  std::string low;
  for (int i = 0; i < 32; ++i) low += "0:1,";
  low += "1:1,";
  EXPECT_EQ(served("", low, port_with(0, 33)), VlSet(0b11));
  EXPECT_EQ(served("", low, port_with(0, 64)), VlSet(0b01)) << "of 64 OpenSM writes 32";
  EXPECT_EQ(served("", low, port_with(0, 255)), VlSet(0b11)) << "more than there can be";
}

TEST(VlArbitration, ServesALevelAsAWholeWhereItsVlsFindRoom) {
  osm_subn_opt_t stock = {};
  std::string high = "0:0,1:0,2:0,3:7";
  std::string low = "1:4";
  stock.qos_swe_options.vlarb_high = high.data();
  stock.qos_swe_options.vlarb_low = low.data();
  const VlArbitration arbitration(stock);
  const VlSet levels[] = {0b0011, 0b1100};
  EXPECT_EQ(arbitration.served(port_with(4, 4), 4), VlSet(0b1010));
  EXPECT_EQ(arbitration.served(port_with(4, 4), 4, levels), VlSet(0b1111));
  EXPECT_EQ(arbitration.served(port_with(4, 1), 4, levels), VlSet(0b1110)) << "1:4 is alone";
  EXPECT_EQ(arbitration.served(port_with(0, 8), 4, levels), VlSet(0b0011));
}

TEST(VlArbitration, ServesAllWhereThereAreNoTables) {
  ib_port_info_t port = port_with(8, 8);
  port.vl_cap = 1 << 4;
  EXPECT_EQ(served("", "", port), VlSet(0xFFFF));
  EXPECT_EQ(served("", "", port_with(0, 0)), VlSet(0xFFFF));
}

TEST(VlArbitration, ExternalPortsGoBeforeAll) {
  std::string all = "3:1";
  std::string external = "2:1";
  osm_subn_opt_t stock = {};
  stock.qos_options.vlarb_high = all.data();
  stock.qos_options.vlarb_low = all.data();
  EXPECT_EQ(VlArbitration(stock).served(port_with(8, 8), 8), VlSet(0b1000));
  stock.qos_swe_options.vlarb_low = external.data();
  EXPECT_EQ(VlArbitration(stock).served(port_with(8, 8), 8), VlSet(0b1100));
}

// Two switches on a link of 4 data VLs; a CA at port 2 of the first.
TEST(UnservedVls, AreThoseThatAnEndOfALinkNeverSendsOn) {
  FabricBuilder builder("two");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2});
    builder.set_address(static_cast<NodeId>(guid - 1), 0, 0, static_cast<Lid>(guid), 0);
  }
  const NodeId ca = builder.add_node({.node_guid = 0x1000, .port_count = 1});
  builder.add_link(0, 1, 1, 1, {.data_vls = 4});
  builder.add_link(ca, 1, 0, 2, {.data_vls = 8});
  builder.set_address(ca, 1, 0, 3, 0);
  test::OpensmSubnet subnet(builder.build());
  const auto set_room = [&](SwitchIndex s, PortNum port, std::uint8_t entries) {
    subnet.switch_port(s, port).port_info.vl_arb_high_cap = entries;
    subnet.switch_port(s, port).port_info.vl_arb_low_cap = entries;
  };
  const auto unserved = [&] {
    return unserved_vls(subnet.subnet().opt, take_snapshot(subnet.subnet()));
  };
  set_room(0, 1, 8);
  set_room(1, 1, 8);
  set_room(0, 2, 1);  // to the CA: nobody else's packets wait for those
  EXPECT_EQ(unserved(), VlSet());
  set_room(1, 1, 3);
  EXPECT_EQ(unserved(), VlSet(0b1000)) << "VLs 4 and above are on no link between switches";
}

}  // namespace
}  // namespace weft
