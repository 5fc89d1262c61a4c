#include "common/fabric/link_rate.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "common/fabric/builder.h"

namespace weft {
namespace {

TEST(LinkRate, IsWidthTimesSpeed) {
  EXPECT_EQ(data_rate({.width = 1, .speed = LinkSpeed::kSdr}), 2);
  EXPECT_EQ(data_rate({.width = 4, .speed = LinkSpeed::kQdr}), 32);
  EXPECT_EQ(data_rate({.width = 2, .speed = LinkSpeed::kHdr}), 100);
  EXPECT_EQ(data_rate({.width = 12, .speed = LinkSpeed::kXdr}), 2400);
}

TEST(LinkRate, OfWhatIsUnknownIsThatOfANewLink) {
  EXPECT_EQ(data_rate({.width = 0, .speed = LinkSpeed::kUnknown}), data_rate({}));
  EXPECT_EQ(data_rate({.width = 1, .speed = LinkSpeed::kUnknown}), 8);
}

TEST(LinkRate, IsDescribedAsIbnetdiscoverDoes) {
  EXPECT_EQ(describe_rate({.width = 4, .speed = LinkSpeed::kHdr}), "4xHDR");
  EXPECT_EQ(describe_rate({.width = 4, .speed = LinkSpeed::kUnknown}), "4x");
}

TEST(LinkRate, TheUsualOneIsThatOfMost) {
  EXPECT_EQ(usual_rates(FabricBuilder("none").build()).between_switches, 0);
  FabricBuilder builder("test");
  for (Guid s = 0; s < 2; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 8});
  }
  PortNum port = 0;
  for (const std::uint8_t width : std::initializer_list<std::uint8_t>{1, 4, 1, 4, 2}) {
    ++port;
    LinkAttributes link;
    link.width = width;
    builder.add_link(0, port, 1, port, link);
  }
  const NodeId ca = builder.add_node({.node_guid = 0x100, .port_count = 1});
  builder.add_link(ca, 1, 0, 8, {});
  const UsualRates usual = usual_rates(builder.build());
  EXPECT_EQ(usual.between_switches, 32) << "of equally many the faster";
  EXPECT_EQ(usual.of_end_ports, data_rate({}));
}

TEST(LinkRate, IsOneIfAllLinksBetweenSwitchesHaveIt) {
  const auto have_one = [](std::initializer_list<LinkSpeed> speeds) {
    FabricBuilder builder("test");
    for (Guid s = 0; s < 2; ++s) {
      builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 8});
    }
    PortNum port = 0;
    for (const LinkSpeed speed : speeds) {
      ++port;
      builder.add_link(0, port, 1, port, {.speed = speed});
    }
    const NodeId ca = builder.add_node({.node_guid = 0x100, .port_count = 1});
    builder.add_link(ca, 1, 0, 8, {.speed = LinkSpeed::kSdr});
    return have_one_rate(builder.build());
  };
  EXPECT_TRUE(have_one({}));
  EXPECT_TRUE(have_one({LinkSpeed::kEdr, LinkSpeed::kEdr}));
  EXPECT_FALSE(have_one({LinkSpeed::kEdr, LinkSpeed::kHdr}));
}

}  // namespace
}  // namespace weft
