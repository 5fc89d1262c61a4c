#include "plugins/opensm/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/builder.h"

namespace weft {
namespace {

// Three switches in a row, whose links have so many data VLs; and a CA on a link of 15.
Fabric row(std::uint8_t first_link, std::uint8_t second_link) {
  FabricBuilder builder("row");
  for (NodeId s = 0; s < 3; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 3});
  }
  const NodeId ca = builder.add_node({.node_guid = 0x1000, .port_count = 1});
  builder.add_link(0, 1, 1, 2, {.data_vls = first_link});
  builder.add_link(1, 1, 2, 2, {.data_vls = second_link});
  builder.add_link(ca, 1, 0, 3, {.data_vls = 15});
  return builder.build();
}

const Sl2Vl::Map kStockDefault = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7};

TEST(Sl2VlOption, IsReadAsOpensmReadsIt) {
  EXPECT_EQ(parse_sl2vl_option("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7"), kStockDefault);
  EXPECT_EQ(parse_sl2vl_option("0x1, 017,15,31,2"), (Sl2Vl::Map{1, 15, 15, 15, 2}));
  EXPECT_EQ(parse_sl2vl_option(""), Sl2Vl::Map{});
  EXPECT_EQ(parse_sl2vl_option("3,4,").at(2), 0);
}

TEST(LaneBudget, HasTheLanesOfTheWidestLink) {
  const LaneBudget budget = lane_budget(kStockDefault, row(4, 8));
  ASSERT_EQ(budget.lanes.size(), 8u);
  for (Vl vl = 0; vl < 8; ++vl) EXPECT_EQ(budget.lanes[vl], (Lane{vl, vl}));
  EXPECT_EQ(lane_budget(kStockDefault, row(15, 1)).lanes.size(), 15u);
  EXPECT_EQ(lane_budget(kStockDefault, row(1, 1)).lanes, (std::vector<Lane>{{0, 0}}));
}

TEST(LaneBudget, HasTheLowestSlOfEachVl) {
  // SL 0 is dropped, VL 2 has SLs 1 and 3, VL 0 has SL 2, VL 9 is on no link.
  const Sl2Vl::Map map = {15, 2, 0, 2, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
  EXPECT_EQ(lane_budget(map, row(4, 8)).lanes, (std::vector<Lane>{{2, 0}, {1, 2}}));
}

TEST(LaneBudget, LeavesOutVlsThatAreNotServed) {
  EXPECT_EQ(lane_budget(kStockDefault, row(4, 4), VlSet(0b1010)).lanes,
            (std::vector<Lane>{{0, 0}, {2, 2}}));
  EXPECT_EQ(lane_budget(kStockDefault, row(4, 4), VlSet(0b1111)).lanes, LaneBudget{}.lanes);
}

TEST(LaneBudget, IsOneLaneWhereTheMapLeavesNone) {
  Sl2Vl::Map map;
  map.fill(kDropVl);
  EXPECT_EQ(lane_budget(map, row(8, 8)).lanes, LaneBudget{}.lanes);
  map.fill(5);
  EXPECT_EQ(lane_budget(map, row(4, 4)).lanes, LaneBudget{}.lanes);
}

TEST(LaneBudget, KnowsNoLanesWithoutLinksBetweenSwitches) {
  FabricBuilder builder("one switch");
  builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 3});
  EXPECT_EQ(lane_budget(kStockDefault, builder.build()).lanes, LaneBudget{}.lanes);
}

}  // namespace
}  // namespace weft
