#include "common/balance/port_settings.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// Two switches, GUIDs 1 and 2, with ports 1..4; the second's begin at position 5.
Fabric pair_of_switches() {
  test::Sketch sketch(2, 4);
  sketch.link(0, 1, 1, 1);
  return sketch.build();
}

TEST(PortSettings, AreEmptyWhileNoOptionIsSet) {
  const PortSettings settings(pair_of_switches(), {});
  EXPECT_TRUE(settings.hop_weight.empty());
  EXPECT_TRUE(settings.ignored.empty());
  EXPECT_TRUE(settings.search_order.empty());
  EXPECT_TRUE(settings.share.empty());
}

TEST(PortSettings, HopWeightsAreOneButWhereListed) {
  Options options;
  options.hop_weights = {{2, 3, 7}, {1, 1, 2}, {1, 1, 4}, {1, 2, 0},
                         {1, 5, 9}, {1, 0, 9}, {9, 1, 9}};
  const PortSettings settings(pair_of_switches(), options);
  EXPECT_EQ(settings.hop_weight, (std::vector<std::uint8_t>{1, 4, 1, 1, 1, 1, 1, 1, 7, 1}))
      << "the last entry counts; no port 5 or 0, no weight 0, no switch 9";
}

TEST(PortSettings, IgnoredPortsAreMarked) {
  Options options;
  options.ignored_ports = {{2, 4, 1}, {1, 2, 1}, {1, 9, 1}, {7, 1, 1}};
  const PortSettings settings(pair_of_switches(), options);
  EXPECT_EQ(settings.ignored, (std::vector<std::uint8_t>{0, 0, 1, 0, 0, 0, 0, 0, 0, 1}));
}

std::vector<PortNum> ordered(const std::vector<SearchOrder>& orders) {
  Options options;
  options.search_order = orders;
  return PortSettings(pair_of_switches(), options).search_order;
}

TEST(PortSettings, ListedPortsAreSearchedFirst) {
  EXPECT_EQ(ordered({}), (std::vector<PortNum>{0, 1, 2, 3, 4, 0, 1, 2, 3, 4}));
  EXPECT_EQ(ordered({{1, {3, 1}}, {2, {4, 3, 2, 1}}}),
            (std::vector<PortNum>{0, 3, 1, 2, 4, 0, 4, 3, 2, 1}));
}

TEST(PortSettings, TheFirstGoodOrderOfASwitchCounts) {
  const std::vector<PortNum> second_moved = {0, 2, 1, 3, 4, 0, 1, 2, 3, 4};
  EXPECT_EQ(ordered({{1, {2}}, {1, {4}}}), second_moved);
  for (const std::vector<PortNum>& bad :
       std::vector<std::vector<PortNum>>{{4, 4}, {4, 5}, {4, 0}, {}}) {
    EXPECT_EQ(ordered({{1, bad}, {1, {2}}, {3, {1}}}), second_moved);
  }
}

TEST(PortSettings, SharesAreWidthTimesSpeed) {
  FabricBuilder builder("links");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 3, .name = ""});
  }
  builder.add_link(0, 1, 1, 1, {.width = 1, .speed = LinkSpeed::kSdr});
  builder.add_link(0, 2, 1, 2, {.width = 4, .speed = LinkSpeed::kNdr});
  builder.add_link(0, 3, 1, 3, {.width = 0, .speed = LinkSpeed::kUnknown});
  Options options;
  options.weigh_links = true;
  const PortSettings settings(builder.build(), options);
  ASSERT_EQ(settings.share.size(), 8u);
  EXPECT_EQ(settings.share[1], 2u);
  EXPECT_EQ(settings.share[6], 400u);
  EXPECT_EQ(settings.share[3], 32u) << "as 4x QDR";
}

TEST(PortSettings, LinksOfOneRateHaveNoShares) {
  FabricBuilder builder("links");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2, .name = ""});
  }
  for (const PortNum port : {PortNum{1}, PortNum{2}}) builder.add_link(0, port, 1, port, {});
  Options options;
  options.weigh_links = true;
  EXPECT_TRUE(PortSettings(builder.build(), options).share.empty());
}

}  // namespace
}  // namespace weft
