#include "common/patterns/patterns.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using test::Sketch;

// Two switches, joined by `links` links (ports 1..links), with two CAs each (a0 and a1 at s0, a2
// and a3 at s1), and tables that send everything over the first link.
Routed two_switches(PortNum links) {
  Sketch sketch(2, 12);
  for (PortNum port = 1; port <= links; ++port) sketch.link(0, port, 1, port);
  for (unsigned c = 0; c < 4; ++c) sketch.ca(c / 2, static_cast<PortNum>(11 + c % 2));
  Routed two(sketch);
  two.all_else(0, 1);
  two.all_else(1, 1);
  return two;
}

void use_the_second_link_too(Routed& two) {
  two.entry(0, lid_of_ca(3)) = 2;
  two.entry(1, lid_of_ca(1)) = 2;
}

// Leaves s0, s1, s2 with two CAs each at ports 11 and 12, spines s3 and s4. Port 1 of a leaf leads
// to s3, port 2 to s4; port 1 + l of a spine leads to leaf l. LIDs of CAs choose the spine: even
// ones (a0, a2, a4) are reached by s3, odd ones by s4, which is free of contention in every shift.
Routed tree() {
  Sketch sketch(5, 12);
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
    sketch.link(leaf, 1, 3, static_cast<PortNum>(1 + leaf));
    sketch.link(leaf, 2, 4, static_cast<PortNum>(1 + leaf));
  }
  for (unsigned c = 0; c < 6; ++c) sketch.ca(c / 2, static_cast<PortNum>(11 + c % 2));
  Routed routed(sketch);
  for (EndPortIndex a = 0; a < 6; ++a) {
    for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
      if (leaf != a / 2) routed.entry(leaf, lid_of_ca(a)) = static_cast<PortNum>(1 + a % 2);
    }
    routed.entry(3, lid_of_ca(a)) = static_cast<PortNum>(1 + a / 2);
    routed.entry(4, lid_of_ca(a)) = static_cast<PortNum>(1 + a / 2);
  }
  return routed;
}

PatternFigures judge(Routed& routed, RankOrder order, const Pattern& pattern) {
  return judge_pattern(routed.fabric, routed.block.tables(), order, pattern, Workers(2));
}

PatternFigures judge(Routed& routed, const Pattern& pattern) {
  return judge(routed, ranks_by_guid(routed.fabric), pattern);
}

Estimate bandwidth(Routed& routed, std::uint32_t bisections) {
  return effective_bisection_bandwidth(routed.fabric, routed.block.tables(),
                                       ranks_by_guid(routed.fabric), bisections, 1, Workers(2));
}

// By 1 or 3, one flow crosses in each direction; by 2, both CAs of a switch send to the other one.
TEST(Shift, FindsThePhasesThatShareALink) {
  Routed two = two_switches(1);
  const PatternFigures figures = judge(two, {PatternKind::kShift});
  EXPECT_EQ(figures.phases, 3u);
  EXPECT_EQ(figures.flows, 12u);
  EXPECT_EQ(figures.lost_flows, 0u);
  EXPECT_EQ(figures.max_busiest_link, 2u);
  EXPECT_DOUBLE_EQ(figures.mean_busiest_link, 4.0 / 3);
  EXPECT_DOUBLE_EQ(figures.mean_least_load, 4.0 / 3) << "there is one link only";
  EXPECT_EQ(figures.contention_free_phases, 2u);
}

TEST(Shift, ByRandomPhasesComesNearTheMean) {
  Routed two = two_switches(1);
  const PatternFigures figures = judge(two, {PatternKind::kShift, 6000, 1});
  EXPECT_EQ(figures.phases, 6000u);
  EXPECT_EQ(figures.flows, 24000u);
  EXPECT_NEAR(figures.mean_busiest_link, 4.0 / 3, 0.02);
}

TEST(Shift, IsFreeOfContentionOnATree) {
  Routed routed = tree();
  const PatternFigures figures = judge(routed, {PatternKind::kShift});
  EXPECT_EQ(figures.phases, 5u);
  EXPECT_EQ(figures.flows, 30u);
  EXPECT_EQ(figures.max_busiest_link, 1u);
  EXPECT_DOUBLE_EQ(figures.mean_busiest_link, 1);
  EXPECT_EQ(figures.contention_free_phases, 5u);
}

// With a0 a2 a1 a3 a4 a5 two flows share a link upwards by 2 (a4 -> a0 and a5 -> a2 from s2 to s3),
// by 3 (a0 -> a3 and a1 -> a5 from s0 to s4) and by 4 (a4 -> a1 and a5 -> a3 from s2 to s4).
TEST(Shift, DependsOnTheOrderOfRanks) {
  Routed routed = tree();
  const std::vector<EndPortIndex> order = {0, 2, 1, 3, 4, 5};
  const PatternFigures figures = judge(routed, order, {PatternKind::kShift});
  EXPECT_EQ(figures.max_busiest_link, 2u);
  EXPECT_DOUBLE_EQ(figures.mean_busiest_link, (1 + 2 + 2 + 2 + 1) / 5.0);
  EXPECT_DOUBLE_EQ(figures.mean_least_load, 1) << "two flows at most leave a switch with two links";
  EXPECT_EQ(figures.contention_free_phases, 2u);
}

TEST(Shift, LeavesDummiesOut) {
  Routed routed = tree();
  const std::vector<EndPortIndex> order = {0, kNone, 2, kNone};
  const PatternFigures figures = judge(routed, order, {PatternKind::kShift});
  EXPECT_EQ(figures.phases, 3u);
  EXPECT_EQ(figures.flows, 2u) << "by 2, in both directions";
  EXPECT_EQ(figures.contention_free_phases, 3u);
  EXPECT_DOUBLE_EQ(figures.mean_busiest_link, 1.0 / 3);
  EXPECT_DOUBLE_EQ(figures.mean_least_load, 1.0 / 3);
}

TEST(Shift, CountsLostFlowsApart) {
  Routed two = two_switches(1);
  two.entry(0, lid_of_ca(2)) = kNoPath;
  two.entry(1, lid_of_ca(0)) = 12;  // a3's port
  two.entry(0, lid_of_ca(3)) = 1;
  two.entry(1, lid_of_ca(3)) = 1;  // back again: a loop, also for a2
  const PatternFigures figures = judge(two, {PatternKind::kShift});
  EXPECT_EQ(figures.flows, 12u);
  EXPECT_EQ(figures.lost_flows, 7u) << "a0, a1 -> a2; a2, a3 -> a0; all three to a3";
  EXPECT_EQ(figures.max_busiest_link, 1u);
  EXPECT_EQ(figures.contention_free_phases, 0u);
}

TEST(Ring, HasTwoPhases) {
  Routed two = two_switches(1);
  const PatternFigures figures = judge(two, {PatternKind::kRing});
  EXPECT_EQ(figures.phases, 2u);
  EXPECT_EQ(figures.flows, 8u);
  EXPECT_EQ(figures.max_busiest_link, 1u);
  EXPECT_EQ(figures.contention_free_phases, 2u);
  const std::vector<EndPortIndex> order = {0, 2, 1, 3};  // every flow crosses
  EXPECT_EQ(judge(two, order, {PatternKind::kRing}).max_busiest_link, 2u);
}

TEST(AllToAll, ComparesLinksWithEndPorts) {
  Routed two = two_switches(1);
  const PatternFigures one_link = judge(two, {PatternKind::kAllToAll});
  EXPECT_EQ(one_link.phases, 1u);
  EXPECT_EQ(one_link.flows, 12u);
  EXPECT_EQ(one_link.max_busiest_link, 4u) << "two CAs send to two others";
  EXPECT_DOUBLE_EQ(one_link.mean_least_load, 4);
  EXPECT_EQ(one_link.contention_free_phases, 0u);

  Routed wide = two_switches(2);
  use_the_second_link_too(wide);
  const PatternFigures two_links = judge(wide, {PatternKind::kAllToAll});
  EXPECT_EQ(two_links.max_busiest_link, 3u) << "what an end port injects";
  EXPECT_DOUBLE_EQ(two_links.mean_least_load, 3) << "two a link, but three an end port";
  EXPECT_EQ(two_links.contention_free_phases, 1u);
}

TEST(AllToAll, CountsLostFlowsApart) {
  Routed two = two_switches(1);
  two.entry(0, lid_of_ca(2)) = kNoPath;
  two.entry(0, lid_of_ca(0)) = kNoPath;  // to itself: no flow, but to a1 and from s1 it is
  const PatternFigures figures = judge(two, {PatternKind::kAllToAll});
  EXPECT_EQ(figures.flows, 12u);
  EXPECT_EQ(figures.lost_flows, 5u) << "a0, a1 -> a2; all three to a0";
  EXPECT_EQ(figures.max_busiest_link, 3u) << "a3 receives from all";
  EXPECT_EQ(figures.contention_free_phases, 0u);
}

// Two flows between four CAs. One third of the pairings stay on their switches, one third cross in
// opposite directions (nobody waits), one third cross in the same direction and share the link: on
// the mean 1/3 * 1 + 1/3 * 1 + 1/3 * 1/2 = 5/6. The standard deviation is sqrt(2)/6 = 0.236; of
// the mean over 6000, 0.00304, so the interval is some 0.0119 wide.
TEST(EffectiveBisectionBandwidth, SharesTheLinkBetweenTwoSwitches) {
  Routed two = two_switches(1);
  const Estimate estimate = bandwidth(two, 6000);
  EXPECT_NEAR(estimate.mean, 5.0 / 6, 0.01);
  EXPECT_NEAR(estimate.high - estimate.low, 0.0119, 0.0005);
  EXPECT_NEAR((estimate.high + estimate.low) / 2, estimate.mean, 1e-12);
}

TEST(EffectiveBisectionBandwidth, IsFullWhereEveryFlowHasALinkOfItsOwn) {
  Routed two = two_switches(2);
  use_the_second_link_too(two);
  const Estimate estimate = bandwidth(two, 200);
  EXPECT_DOUBLE_EQ(estimate.mean, 1.0);
  EXPECT_DOUBLE_EQ(estimate.low, 1.0);
}

TEST(EffectiveBisectionBandwidth, CountsAFlowWithoutAPathAsNothing) {
  Routed two = two_switches(1);
  fill_no_path(two.block.tables());
  EXPECT_DOUBLE_EQ(bandwidth(two, 10).mean, 0.0);
}

TEST(EffectiveBisectionBandwidth, EndsInAForwardingLoop) {
  Routed two = two_switches(1);
  for (EndPortIndex a = 0; a < 4; ++a) {
    two.entry(0, lid_of_ca(a)) = 1;
    two.entry(1, lid_of_ca(a)) = 1;
  }
  EXPECT_DOUBLE_EQ(bandwidth(two, 10).mean, 0.0);
}

TEST(Patterns, NeedTwoRanks) {
  Sketch sketch(1);
  sketch.ca(0, 1);
  sketch.ca(0, 2, 0);  // without LID
  Routed one(sketch);
  ASSERT_EQ(ranks_by_guid(one.fabric).size(), 1u);
  EXPECT_EQ(bandwidth(one, 10).mean, 0);
  for (const PatternKind kind : {PatternKind::kShift, PatternKind::kRing, PatternKind::kAllToAll,
                                 PatternKind::kBisection, PatternKind::kRandom}) {
    for (const std::uint32_t phases : {0u, 5u}) {
      const PatternFigures figures = judge(one, {kind, phases, 1});
      EXPECT_EQ(figures.phases, 0u);
      EXPECT_EQ(figures.flows, 0u);
      EXPECT_EQ(figures.max_busiest_link, 0u);
    }
  }
}

}  // namespace
}  // namespace weft
