// verify() with several lanes, on fabrics that are small enough to check by hand.
#include "common/verify/lane_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "common/graph/links.h"
#include "common/verify/verify.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::clockwise_ring;
using test::contains;
using test::lid_of_ca;
using test::ring_with_a_dateline;
using test::Routed;

TEST(VerifyLanes, LanesBreakTheCreditLoop) {
  const Verdict verdict = ring_with_a_dateline().verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.lanes_used, 2u);
  EXPECT_TRUE(verdict.credit_loop.empty());
}

// The reply to 1->2 is 2->1 on that request's SL, which is 0: now lane 0 has all three.
TEST(VerifyLanes, RepliesCloseTheCreditLoop) {
  Routed routed = ring_with_a_dateline();
  EXPECT_EQ(routed.verdict().credit_loop_reversed.size(), 3u);
  std::get<SlByPath>(routed.lanes).rows[1][lid_of_ca(2)] = 1;
  EXPECT_TRUE(routed.verdict().credit_loop_reversed.empty());
}

// Open connections keep SL 0, on which all pairs were before.
TEST(VerifyLanes, GrantedSlsCloseTheCreditLoop) {
  Routed routed = ring_with_a_dateline();
  const LanePlan before[] = {SlByPath{}};
  RoutingView view = routed.view();
  EXPECT_TRUE(verify(view, Workers(2)).credit_loop_granted.empty());
  view.granted = before;
  const Verdict verdict = verify(view, Workers(2));
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_EQ(verdict.credit_loop_granted.size(), 3u);
}

// On SL 0 the present pairs turn at s2, those of before at s0, and trees at s1: no two of these
// close the cycle.
TEST(VerifyLanes, GroupsCloseACreditLoopWithGrantedSls) {
  Routed routed = ring_with_a_dateline();
  const Links links(routed.fabric);
  auto& now = std::get<SlByPath>(routed.lanes).rows;
  const std::vector<std::vector<Sl>> dateline = now;
  // Each pair turns at the switch between its ends: 0 -> 2 at s1, 1 -> 0 at s2, 2 -> 1 at s0.
  const auto plan = [&](Sl by_s1, Sl by_s2, Sl by_s0) {
    SlByPath sls{dateline};
    for (auto& row : sls.rows) std::ranges::fill(row, Sl{1});
    sls.rows[0][lid_of_ca(2)] = by_s1;
    sls.rows[1][lid_of_ca(0)] = by_s2;
    sls.rows[2][lid_of_ca(1)] = by_s0;
    return sls;
  };
  const LinkTurn at_s1[] = {{links.at(0, 1), links.at(1, 1)}};
  for (const bool by_ports : {false, true}) {
    if (by_ports) {
      routed.sl2vl.emplace(Sl2Vl::kIdentity);
      routed.sl2vl->set(0, 7, 1, Sl2Vl::Map{});
    }
    routed.lanes = plan(1, 0, 2);
    const LanePlan before[] = {plan(1, 3, 0)};
    RoutingView view = routed.view();
    view.multicast_turns = at_s1;
    EXPECT_TRUE(verify(view, Workers(2)).credit_loop_multicast.empty()) << by_ports;
    view.granted = before;
    const Verdict verdict = verify(view, Workers(2));
    EXPECT_TRUE(verdict.credit_loop.empty()) << by_ports;
    EXPECT_TRUE(verdict.credit_loop_granted.empty()) << by_ports;
    EXPECT_EQ(verdict.credit_loop_multicast.size(), 3u) << by_ports;
    EXPECT_EQ(verdict.multicast_loop_sls & 1, 1) << by_ports;
    view.multicast_turns = {};
    EXPECT_TRUE(verify(view, Workers(2)).credit_loop_multicast.empty()) << by_ports;
  }
}

// Their turns, clockwise everywhere, are on the lane of the group's SL; on SL 2 there are no paths.
TEST(VerifyLanes, GroupsCloseTheCreditLoopOnTheirSl) {
  Routed routed = ring_with_a_dateline();
  const Links links(routed.fabric);
  std::vector<LinkTurn> turns;
  for (SwitchIndex s = 0; s < 3; ++s) turns.push_back({links.at(s, 1), links.at((s + 1) % 3, 1)});
  for (const bool by_ports : {false, true}) {
    if (by_ports) {
      // Nothing comes in by port 7, but packets may now change their VLs for all that is known.
      routed.sl2vl.emplace(Sl2Vl::kIdentity);
      routed.sl2vl->set(0, 7, 1, Sl2Vl::Map{});
    }
    RoutingView view = routed.view();
    view.multicast_turns = turns;
    const Verdict verdict = verify(view, Workers(2));
    EXPECT_TRUE(verdict.credit_loop.empty()) << by_ports;
    EXPECT_EQ(verdict.credit_loop_multicast.size(), 3u) << by_ports;
    EXPECT_EQ(verdict.multicast_loop_sls, 3u) << by_ports;
  }
}

// A clockwise ring of three whose links have so many data VLs each, by the switch that they lead
// clockwise from.
Routed ring_of_widths(const std::array<std::uint8_t, 3>& data_vls) {
  FabricBuilder builder("ring");
  for (NodeId s = 0; s < 3; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 3});
  }
  for (NodeId s = 0; s < 3; ++s) {
    const NodeId ca = builder.add_node({.node_guid = 0x1000 + 16 * s, .port_count = 1});
    builder.add_link(s, 1, (s + 1) % 3, 2, {.data_vls = data_vls[s]});
    builder.add_link(ca, 1, s, 3, {});
    builder.set_address(ca, 1, 0, lid_of_ca(s), 0);
  }
  Routed routed(builder.build());
  for (SwitchIndex s = 0; s < 3; ++s) routed.all_else(s, 1);
  routed.lanes = ring_with_a_dateline().lanes;
  return routed;
}

// By the source's switch instead of the source; the same here, where each switch has one.
TEST(VerifyLanes, SlsBySwitchAreThoseOfItsEndPorts) {
  Routed routed = ring_with_a_dateline();
  routed.lanes = SlBySwitch{std::get<SlByPath>(routed.lanes).rows};
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.lanes_used, 2u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_EQ(verdict.credit_loop_reversed.size(), 3u);
  EXPECT_EQ(measure(routed.view(), Workers(1)).paths_by_vl[0], 5u);
  EXPECT_EQ(measure(routed.view(), Workers(1)).paths_by_vl[1], 1u);
  std::get<SlBySwitch>(routed.lanes).rows[1][lid_of_ca(2)] = 1;
  EXPECT_TRUE(routed.verdict().credit_loop_reversed.empty());
}

// SLs 0 and 1 as above; bit 3, which leads to VLs 4 and 5, is the clients' own, bit 0 must not be.
TEST(VerifyLanes, WhatClientsMaySetCounts) {
  Routed routed = ring_with_a_dateline();
  SlBySwitch plan{std::get<SlByPath>(routed.lanes).rows};
  plan.from_hint = 8;
  Sl2Vl::Map map = {0, 1};
  map[8] = 4;
  map[9] = 5;
  for (const bool by_ports : {false, true}) {
    routed.lanes = plan;
    routed.sl2vl.emplace(map);
    // Nothing comes in by port 7, but packets may now change their VLs for all that is known.
    if (by_ports) routed.sl2vl->set(0, 7, 1, Sl2Vl::Map{});
    Verdict verdict = routed.verdict();
    EXPECT_TRUE(verdict.reaches_all());
    EXPECT_EQ(verdict.lanes_used, 4u);
    EXPECT_TRUE(verdict.credit_loop.empty());
    EXPECT_EQ(verdict.credit_loop_reversed.size(), 3u);
    ASSERT_NE(verdict.evidence, nullptr);
    EXPECT_EQ(verdict.evidence->vl_pairs.empty(), !by_ports);

    std::get<SlBySwitch>(routed.lanes).from_hint = 9;
    verdict = routed.verdict();
    EXPECT_EQ(verdict.credit_loop.size(), 3u);
    EXPECT_EQ(verdict.lanes_used, 4u);

    Sl2Vl::Map drops = map;
    drops[8] = kDropVl;
    routed.lanes = plan;
    routed.sl2vl->set(2, 2, 1, drops);  // on the way of 1->0 alone
    verdict = routed.verdict();
    EXPECT_EQ(verdict.unreachable_pairs, 1u);
    ASSERT_FALSE(verdict.findings.empty());
    EXPECT_TRUE(contains(verdict.findings[0], "drops SL 8 from port 2 to port 1"));
  }
}

// Lane 1 is used from s2 to s1, over s0: the link from s1 may do without it.
TEST(VerifyLanes, ALinkNeedsOnlyTheLanesThatAreUsedOnIt) {
  const Verdict verdict = ring_of_widths({2, 1, 2}).verdict();
  EXPECT_EQ(verdict.lanes_used, 2u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  // Its packets go on as lane 0 where a link has no lane 1, and lane 0 has all three turns if
  // neither has.
  const Verdict changing = ring_of_widths({1, 2, 2}).verdict();
  EXPECT_EQ(changing.lanes_used, 2u);
  EXPECT_TRUE(changing.credit_loop.empty());
  EXPECT_EQ(ring_of_widths({1, 2, 1}).verdict().credit_loop.size(), 3u);
}

// All switches map as the administrator says: two SLs on one VL are one lane again, and swapped
// VLs are as good as any.
TEST(VerifyLanes, BaseMapHoldsForAllPorts) {
  Routed routed = ring_with_a_dateline();
  Sl2Vl::Map map = {};
  routed.sl2vl.emplace(map);
  Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.lanes_used, 1u);
  EXPECT_EQ(verdict.credit_loop.size(), 3u);

  map[0] = 5;
  map[1] = 2;
  routed.sl2vl.emplace(map);
  verdict = routed.verdict();
  EXPECT_EQ(verdict.lanes_used, 2u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  ASSERT_EQ(verdict.credit_loop_reversed.size(), 3u);
  EXPECT_EQ(verdict.credit_loop_reversed[0].vl, 5);

  map[1] = kDropVl;
  routed.sl2vl.emplace(map);
  EXPECT_EQ(routed.verdict().unreachable_pairs, 1u);

  // A port with its own map is an exception.
  Sl2Vl one_port({5, 2});
  one_port.set(0, 2, 1, Sl2Vl::Map{});
  EXPECT_FALSE(one_port.uniform());
  EXPECT_EQ(one_port.vl(0, 2, 1, 1), 0);
  EXPECT_EQ(one_port.vl(1, 2, 1, 1), 2);
  routed.sl2vl = one_port;
  EXPECT_EQ(routed.verdict().lanes_used, 3u);
}

TEST(VerifyLanes, LanesFoldIntoThoseThereAre) {
  const Verdict verdict = ring_of_widths({1, 1, 1}).verdict();
  EXPECT_EQ(verdict.lanes_used, 1u);
  EXPECT_EQ(verdict.credit_loop.size(), 3u);
}

// A map at s1 moves what comes from s0 to lane 1 on its way on: 0-1 on lane 0, 1-2 on lane 1.
TEST(VerifyLanes, Sl2VlBreaksTheCreditLoop) {
  Routed routed = clockwise_ring(3);
  routed.sl2vl.emplace();
  EXPECT_EQ(routed.verdict().credit_loop.size(), 3u);
  Sl2Vl::Map to_one = {};
  to_one.fill(1);
  routed.sl2vl->set(1, 2, 1, to_one);
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.lanes_used, 2u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
}

// Of the ring's three turns, the one at s1 leads from lane 0 to lane 1: there is what 0->2 makes of
// that one, and what the others keep to.
TEST(VerifyLanes, TellsFromWhichVlToWhichPacketsTurn) {
  Routed routed = clockwise_ring(3);
  routed.sl2vl.emplace();
  Sl2Vl::Map to_one = {};
  to_one.fill(1);
  routed.sl2vl->set(1, 2, 1, to_one);
  const Verdict verdict = routed.verdict();
  ASSERT_NE(verdict.evidence, nullptr);
  const TurnEvidence& evidence = *verdict.evidence;
  EXPECT_TRUE(evidence.turns.empty());
  const Links links(routed.fabric);
  ASSERT_EQ(evidence.vl_pairs.size(), links.turn_count());
  const auto pairs = [&](SwitchIndex s) {
    return evidence.vl_pairs[links.turn(links.at(s, 1), links.at((s + 1) % 3, 1))];
  };
  EXPECT_EQ(pairs(0), std::uint64_t{1} << 1) << "VL 0 to VL 1";
  EXPECT_EQ(pairs(1), std::uint64_t{1}) << "1->0 starts at s1, on VL 0";
  EXPECT_EQ(pairs(2), std::uint64_t{1});
}

// What clients may choose counts, too: with bit 0 of their hint they are all on lane 1.
// The ring with a dateline, and a second CA at s1. Both are reached by the same entries; each
// counts with the SL that it is reached on.
TEST(VerifyLanes, LidsWithTheSameEntriesCountWithTheirOwnSls) {
  test::Sketch sketch(3);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, (s + 1) % 3, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  sketch.ca(1, 4);
  Routed routed(sketch);
  for (SwitchIndex s = 0; s < 3; ++s) routed.all_else(s, 1);
  // Nothing comes in by port 7, but packets may now change their VLs for all that is known.
  routed.sl2vl.emplace(Sl2Vl::kIdentity);
  routed.sl2vl->set(0, 7, 1, Sl2Vl::Map{});
  SlBySwitch plan;
  plan.rows.assign(3, std::vector<Sl>(lid_of_ca(3) + 1, 0));
  plan.rows[1][lid_of_ca(2)] = 1;  // as the replies to it
  for (const unsigned on_lane_1 : {0u, 1u, 2u, 3u}) {
    plan.rows[2][lid_of_ca(1)] = static_cast<Sl>(on_lane_1 & 1);
    plan.rows[2][lid_of_ca(3)] = static_cast<Sl>(on_lane_1 >> 1);
    routed.lanes = plan;
    const Verdict verdict = routed.verdict();
    EXPECT_TRUE(verdict.reaches_all());
    EXPECT_EQ(verdict.credit_loop.empty(), on_lane_1 == 3) << on_lane_1;
  }
  routed.entry(0, lid_of_ca(1)) = kNoPath;
  EXPECT_EQ(routed.verdict().unreachable_pairs, 2u) << "those from a0 and a2, to one of the two";
}

TEST(VerifyLanes, HintsAreFollowed) {
  Routed routed = ring_with_a_dateline();
  SlBySwitch by_switch{std::get<SlByPath>(routed.lanes).rows};
  by_switch.from_hint = 1;
  EXPECT_EQ(path_sl(by_switch, {.sw = 0}, lid_of_ca(1), 3), 1);
  routed.lanes = by_switch;
  EXPECT_EQ(routed.verdict().credit_loop.size(), 3u);
  by_switch.from_hint = 2;  // lanes 2 and 3 are as free of cycles as 0 and 1
  routed.lanes = by_switch;
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_EQ(verdict.lanes_used, 4u);
}

TEST(VerifyLanes, Sl2VlDrops) {
  Routed routed = clockwise_ring(3);
  routed.sl2vl.emplace();
  Sl2Vl::Map drop = {};
  drop.fill(kDropVl);
  routed.sl2vl->set(1, 2, 1, drop);  // 0->2 over 1
  routed.sl2vl->set(2, 2, 3, drop);  // 1->2 on its way out to a2; 0->2 is dropped before
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 2u);
  EXPECT_EQ(verdict.unreachable_switch_pairs, 0u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  ASSERT_FALSE(verdict.findings.empty());
  EXPECT_TRUE(contains(verdict.findings[0], "drops SL 0 from port 2 to port 1"));
}

}  // namespace
}  // namespace weft
