#include "plugins/opensm/link_attributes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace weft {
namespace {

constexpr std::uint8_t kMost = 5;  // of max_op_vls: 15 data VLs

// A port with the codes of PortInfo.
osm_physp_t port_with(std::uint8_t width, std::uint8_t speed, std::uint8_t extended_speed = 0) {
  osm_physp_t port{};
  port.port_info.link_width_active = width;
  port.port_info.link_speed = static_cast<std::uint8_t>(speed << 4);
  port.port_info.link_speed_ext = static_cast<std::uint8_t>(extended_speed << 4);
  return port;
}

TEST(LinkAttributes, WidthsAreBitsOfPortInfo) {
  const std::pair<std::uint8_t, std::uint8_t> widths[] = {{1, 1},  {2, 4}, {4, 8}, {8, 12},
                                                          {16, 2}, {0, 0}, {3, 0}, {255, 0}};
  for (const auto& [code, lanes] : widths) {
    EXPECT_EQ(link_attributes(port_with(code, 1), kMost).width, lanes);
  }
}

TEST(LinkAttributes, ExtendedSpeedsComeFirst) {
  const std::pair<std::uint8_t, LinkSpeed> speeds[] = {{1, LinkSpeed::kSdr},
                                                       {2, LinkSpeed::kDdr},
                                                       {4, LinkSpeed::kQdr},
                                                       {0, LinkSpeed::kUnknown},
                                                       {15, LinkSpeed::kUnknown}};
  for (const auto& [code, speed] : speeds) {
    EXPECT_EQ(link_attributes(port_with(2, code), kMost).speed, speed);
  }
  const std::pair<std::uint8_t, LinkSpeed> extended[] = {
      {1, LinkSpeed::kFdr}, {2, LinkSpeed::kEdr}, {4, LinkSpeed::kHdr},
      {8, LinkSpeed::kNdr}, {0, LinkSpeed::kQdr}, {7, LinkSpeed::kQdr}};
  for (const auto& [code, speed] : extended) {
    EXPECT_EQ(link_attributes(port_with(2, 4, code), kMost).speed, speed);
  }
}

TEST(LinkAttributes, XdrIsInBitsThatTheHeadersReserve) {
  osm_physp_t port = port_with(2, 4, 8);
  port.port_info.link_rt_latency = cl_hton32(0x20001234);
  EXPECT_EQ(link_attributes(port, kMost).speed, LinkSpeed::kXdr);
  port.port_info.link_rt_latency = cl_hton32(0x1F001234);
  EXPECT_EQ(link_attributes(port, kMost).speed, LinkSpeed::kNdr);
}

TEST(LinkAttributes, TheVendorsPortInfoTellsFdr10FromQdr) {
  osm_physp_t port = port_with(2, 4);
  port.ext_port_info.link_speed_active = FDR10;
  EXPECT_EQ(link_attributes(port, kMost).speed, LinkSpeed::kFdr10);
  port.port_info.link_speed = 1 << 4;
  EXPECT_EQ(link_attributes(port, kMost).speed, LinkSpeed::kSdr);
}

TEST(LinkAttributes, DataVlsAreThoseOfThePortUpToTheOption) {
  const std::uint8_t expected[] = {1, 1, 2, 4, 8, 15};
  for (std::uint8_t cap = 0; cap <= 5; ++cap) {
    for (std::uint8_t most = 1; most <= kMost; ++most) {
      osm_physp_t port = port_with(2, 1);
      port.port_info.vl_cap = static_cast<std::uint8_t>(cap << 4);
      EXPECT_EQ(link_attributes(port, most).data_vls, expected[std::min(cap, most)]);
    }
  }
  osm_physp_t strange = port_with(2, 1);
  strange.port_info.vl_cap = 0xF0;
  EXPECT_EQ(link_attributes(strange, 15).data_vls, 1);
}

}  // namespace
}  // namespace weft
