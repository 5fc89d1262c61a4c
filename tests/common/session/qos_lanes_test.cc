#include "common/session/qos_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

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

TEST(QosLanes, AreOneWithoutQos) {
  QosOptions qos;
  EXPECT_EQ(qos_lanes(qos, row(8, 8), 0), LaneSettings());
  qos.is_on = true;
  const LaneSettings lanes = qos_lanes(qos, row(4, 8), VlSet(0b10));
  EXPECT_EQ(lanes.map, kStockDefault);
  EXPECT_EQ(lanes.budget.lanes.size(), 7u);
  EXPECT_EQ(lanes.budget.vls, 15u);
  qos.most_data_vls = 2;
  const LaneSettings two = qos_lanes(qos, row(4, 8), 0);
  EXPECT_EQ(two.budget.lanes, (std::vector<Lane>{{0, 0}, {1, 1}})) << "whatever links could have";
  EXPECT_EQ(two.budget.vls, 2u);
}

TEST(UnsentSls, AreThoseWithVl15OrAVlWithoutWeight) {
  QosOptions qos;
  qos.cas.sl2vl = "0,15,2,1,6";  // then VL 0
  qos.cas.vlarb_high = "0:1";
  qos.cas.vlarb_low = "2:1";
  EXPECT_EQ(unsent_sls(qos, 8), SlSet{0}) << "without QoS all are sent";
  qos.is_on = true;
  EXPECT_EQ(unsent_sls(qos, 8), SlSet{0b11010});
  EXPECT_EQ(unsent_sls(qos, 4), SlSet{0b01010}) << "VL 6 is VL 2";
  EXPECT_EQ(unsent_sls(qos, 1), SlSet{0b00010});
  qos.switches.sl2vl = "0,15,2,1,6";
  qos.switches.vlarb_high = qos.switches.vlarb_low = "0:1,1:1";
  EXPECT_EQ(unsent_sls(qos, 8), SlSet{0b01000}) << "switches do not forward the others";
  qos.switches = qos.cas = QosTables();
  EXPECT_EQ(unsent_sls(qos, 8), SlSet{0});
  EXPECT_TRUE(unsent_sentences(0).empty());
  EXPECT_TRUE(
      unsent_sentences(0b11010)[0].starts_with("some CAs do not send packets with SLs 1, 3, 4:"));
}

TEST(QosLanes, HaveNoSlThatCasDoNotSend) {
  QosOptions qos;
  qos.is_on = true;
  qos.switches.sl2vl = "0,1,2,1";
  qos.cas.sl2vl = "0,15,15,1";
  const Fabric fabric = row(4, 4);
  EXPECT_EQ(qos_lanes(qos, fabric, 0).budget.lanes, (std::vector<Lane>{{0, 0}, {3, 1}}));
  EXPECT_EQ(unsent_sls(qos, fabric), SlSet{0b110});
}

TEST(UnservedVls, OfAFabricAreThoseWithoutWeight) {
  QosOptions qos;
  qos.switches.vlarb_high = "0:1,2:1";
  qos.switches.vlarb_low = "3:0";
  EXPECT_EQ(unserved_vls(qos, row(4, 4)), VlSet()) << "without QoS all are served";
  qos.is_on = true;
  EXPECT_EQ(unserved_vls(qos, row(4, 2)), VlSet(0b1010));
  EXPECT_EQ(unserved_vls(qos, row(1, 1)), VlSet());
  const VlSet levels[] = {0b1111};
  EXPECT_EQ(unserved_vls(qos, row(4, 4), levels), VlSet()) << "as one";
}

TEST(UnservedVls, OfOpensmsDefaultAreNone) {
  QosOptions qos;
  qos.is_on = true;
  for (const int data_vls : {1, 2, 4, 8, 15}) {
    const auto vls = static_cast<std::uint8_t>(data_vls);
    EXPECT_EQ(unserved_vls(qos, row(vls, vls)), VlSet()) << data_vls;
  }
}

TEST(UnservedSls, AreNamedWithTheirVls) {
  const std::vector<std::string> sls = unserved_sls({0, 1, 2, 1}, VlSet(0b10));
  ASSERT_EQ(sls.size(), 2u);
  EXPECT_TRUE(sls[0].starts_with("SL 1 is mapped to VL 1, which has no weight"));
  EXPECT_TRUE(sls[1].starts_with("SL 3 is mapped to VL 1, which has no weight"));
  const VlSet levels[] = {0b0011, 0b1100};
  const std::vector<std::string> of_levels = unserved_levels(levels, VlSet(0b1100));
  ASSERT_EQ(of_levels.size(), 1u);
  EXPECT_TRUE(of_levels[0].starts_with("QoS level 1 is mapped to VLs 2, 3, which have no weight"));
}

TEST(QosSentences, OnARoutingThatHasTheMapsOfTheOptionsAreOnItsSls) {
  QosOptions qos;
  qos.is_on = true;
  qos.switches.sl2vl = "0,1,2,3";
  qos.cas.sl2vl = "0,1,15,3";
  const Fabric fabric = row(4, 4);
  Routing routing;
  const Sl2Vl::Map map = parse_sl2vl_option(qos.switches.sl2vl.c_str());
  const std::vector<std::string> sls = qos_sentences(qos, fabric, routing, map, VlSet{0b1000});
  ASSERT_EQ(sls.size(), 2u);
  EXPECT_TRUE(sls[0].starts_with("SL 3 is mapped to VL 3"));
  EXPECT_TRUE(sls[1].starts_with("some CAs do not send packets with SLs 2:"));
  routing.sl2vl = std::make_shared<Sl2Vl>();
  routing.qos_levels = {0b0011, 0b1100};
  const std::vector<std::string> levels = qos_sentences(qos, fabric, routing, map, VlSet{0b1100});
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_TRUE(levels[0].starts_with("qos_sl2vl and qos_swe_sl2vl have no effect"));
  EXPECT_TRUE(levels[1].starts_with("QoS level 1 is mapped to VLs 2, 3"));
}

TEST(OverruledOptions, AreThoseThatAnAdministratorGave) {
  const VlSet levels[] = {0b0011, 0b1100};
  QosOptions qos;
  qos.is_on = true;
  EXPECT_TRUE(overruled_options(qos, levels).empty());
  qos.switches.sl2vl = "0,0,1,1";
  qos.switches.vlarb_high = "0:8,1:8,2:1,3:2";
  qos.switches.vlarb_low = "0:0";
  const std::vector<std::string> said = overruled_options(qos, levels);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(said[0].starts_with("qos_sl2vl and qos_swe_sl2vl have no effect"));
  EXPECT_TRUE(said[1].ends_with(
      "give VLs of QoS level 1 different weights: its packets change between these VLs, so each "
      "gets the mean instead; give VLs 2, 3 the same weight"));
  EXPECT_TRUE(overruled_options(qos, {}).empty());  // the routing has the maps of the options
  qos.switches.vlarb_low = "2:1,3:0";
  EXPECT_EQ(overruled_options(qos, levels).size(), 2u);  // each table by itself
  qos.is_on = false;
  EXPECT_TRUE(overruled_options(qos, levels).empty());
}

}  // namespace
}  // namespace weft
