#include "plugins/layered/dfsssp.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/session/session.h"
#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::expect_safe;
using test::LaneRouting;
using test::Sketch;

TEST(Dfsssp, ItClaimsFreedomFromCreditLoops) {
  EXPECT_EQ(dfsssp_engine().name, "dfsssp");
  EXPECT_TRUE(dfsssp_engine().claims.credit_loop_free);
}

TEST(Dfsssp, ARingNeedsTwoLanes) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring(dfsssp_engine(), fabric, first_lanes(2));
  expect_safe(ring);
  EXPECT_FALSE(ring.one_lane());
  EXPECT_EQ(ring.verdict().lanes_used, 2u);
  EXPECT_TRUE(ring.routing().warnings.empty());
}

TEST(Dfsssp, ARingIsRefusedOnOneLaneInWords) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring(dfsssp_engine(), fabric, first_lanes(1));
  ASSERT_TRUE(ring.refused());
  EXPECT_TRUE(test::contains(ring.refusal(), "lane"));
  EXPECT_TRUE(test::contains(ring.refusal(), "2"));
  EXPECT_TRUE(test::contains(ring.refusal(), "1"));
}

TEST(Dfsssp, TheBudgetsSlsAreUsedNotTheVls) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring(dfsssp_engine(), fabric, {{{.sl = 9, .vl = 1}, {.sl = 4, .vl = 6}}});
  expect_safe(ring);
  EXPECT_EQ(ring.verdict().lanes_used, 2u);
}

TEST(Dfsssp, LanesThatLinksDoNotHaveAreNoLanes) {
  const Fabric whole = test::clockwise_ring(5).fabric;
  const Fabric fabric = test::with_data_vls(whole, 1);
  const LaneRouting ring(dfsssp_engine(), fabric, first_lanes(8));
  ASSERT_TRUE(ring.refused());
  EXPECT_TRUE(test::contains(ring.refusal(), "lane"));
  EXPECT_TRUE(test::contains(ring.refusal(), "1")) << "that is what there is";
  EXPECT_TRUE(test::contains(ring.refusal(), "2")) << "that would do";
}

// Where paths would leave no room for a tree, its turns come first.
TEST(Dfsssp, TwoLanesHaveRoomForGroups) {
  const Failures few = {.links = {3, /*percent=*/true}, .seed = 1};
  const Fabric random =
      with_failures(make_random_regular({.switches = 30, .degree = 5, .cas = 3, .seed = 1}), few);
  const Fabric torus = with_failures(make_torus({.dims = {5, 6}, .cas = 3}),
                                     {.switches = {2}, .links = few.links, .seed = 33});
  for (const Fabric* const fabric : {&random, &torus}) {
    const Fabric numbered = with_new_lids(*fabric, 0);
    const LaneRouting routed(dfsssp_engine(), numbered, first_lanes(2));
    EXPECT_EQ(routed.refusal(), "");
    EXPECT_TRUE(routed.verdict().reaches_all());
    EXPECT_TRUE(routed.verdict().credit_loop.empty());
    EXPECT_TRUE(routed.verdict().credit_loop_multicast.empty());
    EXPECT_LT(routed.busiest(), 250u);
  }
}

TEST(Dfsssp, ALineNeedsOneLane) {
  const Fabric fabric = with_new_lids(make_mesh({.dims = {6}, .cas = 2}), 1);
  for (const unsigned lanes : {1u, 8u}) {
    const LaneRouting line(dfsssp_engine(), fabric, first_lanes(lanes));
    expect_safe(line);
    EXPECT_TRUE(line.one_lane());
  }
}

TEST(Dfsssp, AWholeFatTreeNeedsOneLane) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {3, 3, 2, 2}, .up = {1, 2, 3, 2}}), 0);
  const LaneRouting tree(dfsssp_engine(), fabric, first_lanes(1));
  expect_safe(tree);
  EXPECT_TRUE(tree.one_lane());
}

TEST(Dfsssp, ParallelLinksHaveEqualShares) {
  Sketch sketch(2, 16);
  for (PortNum port = 1; port <= 3; ++port) sketch.link(0, port, 1, port);
  for (PortNum i = 0; i < 6; ++i) sketch.ca(1, static_cast<PortNum>(5 + i));
  sketch.ca(0, 5);
  const Fabric fabric = sketch.build();
  const LaneRouting pair(dfsssp_engine(), fabric, first_lanes(1));
  expect_safe(pair);
  std::vector<unsigned> shares(4);
  for (EndPortIndex a = 0; a < 6; ++a) ++shares.at(pair.entry(0, test::lid_of_ca(a)));
  EXPECT_EQ(shares, (std::vector<unsigned>{0, 2, 2, 2}));
}

// Of the switches only one has a LID, and of the CAs not all: paths in one direction have none in
// the other.
TEST(Dfsssp, MostSwitchesOfARingHaveNoLid) {
  FabricBuilder builder("ring");
  for (Guid guid = 1; guid <= 8; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 4});
  }
  builder.set_address(1, 0, 0, 144, 0);
  const auto link = [&builder](NodeId a, PortNum port_a, NodeId b, PortNum port_b) {
    builder.add_link(a, port_a, b, port_b, {});
  };
  link(0, 1, 1, 1);
  link(0, 2, 7, 2);
  link(1, 2, 2, 1);
  link(2, 3, 3, 2);
  link(3, 1, 4, 1);
  link(4, 2, 5, 1);
  link(5, 2, 6, 2);
  link(6, 1, 7, 3);
  const auto ca = [&](Guid guid, NodeId sw, PortNum port, Lid lid, std::uint8_t lmc) {
    const NodeId node =
        builder.add_node({.type = NodeType::kCa, .node_guid = guid, .port_count = 1});
    builder.add_link(node, 1, sw, port, {});
    builder.set_address(node, 1, 0, lid, lmc);
  };
  ca(0x100, 6, 3, 72, 0);
  ca(0x110, 7, 1, 0, 0);
  ca(0x120, 3, 3, 336, 3);
  ca(0x130, 2, 2, 248, 0);
  const Fabric fabric = builder.build();
  for (const unsigned lanes : {2u, 8u}) {
    expect_safe(LaneRouting(dfsssp_engine(), fabric, first_lanes(lanes)));
  }
}

// The tables go through verify and are accepted as they are, on the lanes that they are made for.
TEST(Dfsssp, ASessionTakesItsTables) {
  Session session(dfsssp_engine());
  const Fabric fabric = test::clockwise_ring(6).fabric;
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  LaneSettings lanes;
  lanes.budget = first_lanes(4);
  const auto result = session.route({fabric, {}, Workers(2), lanes}, block.tables());
  EXPECT_TRUE(result->verdict.credit_loop.empty());
  EXPECT_TRUE(result->verdict.credit_loop_reversed.empty());
  EXPECT_GE(result->verdict.lanes_used, 2u);
  EXPECT_THROW(session.route({fabric, {}, Workers(2)}, block.tables()), CannotRoute);
}

}  // namespace
}  // namespace weft
