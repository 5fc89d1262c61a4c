#include "common/live/attributes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace weft {
namespace {

using Bytes = std::array<std::uint8_t, kAttributeBytes>;

Bytes node_info(std::uint8_t type, std::uint8_t ports, std::uint8_t guid, std::uint8_t port) {
  Bytes bytes{};
  bytes[2] = type;
  bytes[3] = ports;
  bytes[11] = 7;
  bytes[19] = guid;
  bytes[27] = 9;
  bytes[36] = port;
  return bytes;
}

TEST(Attributes, ReadNodes) {
  const auto info = read_node_info(node_info(1, 2, 8, 2));
  ASSERT_TRUE(info);
  EXPECT_EQ(info->type, NodeType::kCa);
  EXPECT_EQ(info->port_count, 2);
  EXPECT_EQ(info->system_guid, 7u);
  EXPECT_EQ(info->node_guid, 8u);
  EXPECT_EQ(info->port_guid, 9u);
  EXPECT_EQ(info->port, 2);
  EXPECT_EQ(read_node_info(node_info(2, 254, 8, 0))->type, NodeType::kSwitch);
  EXPECT_EQ(read_node_info(node_info(3, 1, 8, 1))->type, NodeType::kRouter);
}

TEST(Attributes, BelieveNoImpossibleNode) {
  EXPECT_FALSE(read_node_info(node_info(0, 2, 8, 1)));
  EXPECT_FALSE(read_node_info(node_info(4, 2, 8, 1)));
  EXPECT_FALSE(read_node_info(node_info(2, 0, 8, 0)));
  EXPECT_FALSE(read_node_info(node_info(2, 255, 8, 1)));
  EXPECT_FALSE(read_node_info(node_info(2, 36, 0, 1)));
  EXPECT_FALSE(read_node_info(node_info(2, 36, 8, 37)));
  EXPECT_FALSE(read_node_info(node_info(1, 2, 8, 0)));
}

TEST(Attributes, ReadPorts) {
  Bytes bytes{};
  bytes[16] = 0x12;
  bytes[17] = 0x38;
  bytes[31] = 8;
  bytes[32] = 0x14;
  bytes[34] = 0xC3;  // with the protection of the management key
  bytes[35] = 0x4F;
  bytes[43] = 0x4F;
  PortInfo info = read_port_info(bytes);
  EXPECT_EQ(info.lid, 0x1238);
  EXPECT_EQ(info.lmc, 3);
  EXPECT_TRUE(info.is_linked);
  EXPECT_EQ(info.link.width, 12);
  EXPECT_EQ(info.link.speed, LinkSpeed::kQdr);
  EXPECT_EQ(info.link.data_vls, 8);
  bytes[62] = 0x4F;
  EXPECT_EQ(read_port_info(bytes).link.speed, LinkSpeed::kHdr);
  bytes[56] = 0x20;
  EXPECT_EQ(read_port_info(bytes).link.speed, LinkSpeed::kXdr);
  bytes[32] = 0x11;
  bytes[16] = 0xC0;  // a multicast LID
  bytes[43] = 0x90;
  info = read_port_info(bytes);
  EXPECT_FALSE(info.is_linked);
  EXPECT_EQ(info.lid, 0);
  EXPECT_EQ(info.link.data_vls, 1);
}

TEST(Attributes, ReadSwitches) {
  Bytes bytes{};
  bytes[5] = 1;
  bytes[6] = 0x01;
  bytes[7] = 0x02;
  bytes[16] = 8;
  SwitchInfo info = read_switch_info(bytes);
  EXPECT_EQ(info.top, 0x0102);
  EXPECT_TRUE(info.enhanced_port0);
  EXPECT_TRUE(info.multicast);
  bytes = {};
  bytes[6] = 0xFF;
  info = read_switch_info(bytes);
  EXPECT_EQ(info.top, kMaxUnicastLid);
  EXPECT_FALSE(info.enhanced_port0);
  EXPECT_FALSE(info.multicast);
}

TEST(Attributes, ReadNamesMapsAndSls) {
  Bytes bytes{};
  bytes.fill('x');
  EXPECT_EQ(read_description(bytes), std::string(64, 'x'));
  bytes[3] = 0;
  EXPECT_EQ(read_description(bytes), "xxx");
  bytes[0] = 0x1F;
  bytes[7] = 0xA2;
  const Sl2Vl::Map map = read_sl_to_vl(bytes);
  EXPECT_EQ(map[0], 1);
  EXPECT_EQ(map[1], 15);
  EXPECT_EQ(map[14], 10);
  EXPECT_EQ(map[15], 2);
  bytes[53] = 0xF6;
  EXPECT_EQ(read_path_sl(bytes), 6);
}

}  // namespace
}  // namespace weft
