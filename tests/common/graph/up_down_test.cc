#include "common/graph/up_down.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/fabric/generators/irregular.h"
#include "common/graph/distances.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "tests/support/candidates.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::candidates;
using test::Sketch;
using Ports = std::vector<PortNum>;

TEST(UpDownTurn, IsAnyButFromDownToUpAndStraightBack) {
  // s0, the highest, over s1 and s2, which have s3 below them; a second link from s0 to s1.
  Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(0, 3, 1, 3);
  sketch.link(1, 2, 3, 1);
  sketch.link(2, 2, 3, 2);
  const Links links(sketch.build());
  const Orientation orientation{{0, 1, 2, 3}};
  const auto is_turn = [&](SwitchIndex from, PortNum port, PortNum onwards) {
    const LinkIndex in = links.at(from, port);
    return is_up_down_turn(links, orientation, {in, links.at(links.to(in), onwards)});
  };
  EXPECT_TRUE(is_turn(3, 1, 1)) << "up, and up";
  EXPECT_TRUE(is_turn(1, 1, 2)) << "up, and down";
  EXPECT_TRUE(is_turn(0, 1, 2)) << "down, and down";
  EXPECT_FALSE(is_turn(1, 2, 2)) << "down, and up";
  EXPECT_FALSE(is_turn(3, 1, 2)) << "straight back";
  EXPECT_FALSE(is_turn(1, 1, 3)) << "and by the other link";
}

TEST(Ranks, AreDistancesFromTheNearestRoot) {
  // s0 - s1 - s2 - s3, and s4 alone.
  Sketch sketch(5);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, s + 1, 2);
  const Fabric fabric = sketch.build();
  const SwitchGraph graph(fabric);
  EXPECT_EQ(ranks_below(graph, std::vector<SwitchIndex>{0}), (std::vector<Hops>{0, 1, 2, 3, kFar}));
  EXPECT_EQ(ranks_below(graph, std::vector<SwitchIndex>{3, 0, 3}),
            (std::vector<Hops>{0, 1, 1, 0, kFar}));
  EXPECT_EQ(ranks_below(graph, {}), std::vector<Hops>(5, kFar));
}

TEST(Ranks, AreCompletedFromThoseThatAreGiven) {
  // s0 - s1 - s2 - s3 - s4, and s5 alone.
  Sketch sketch(6);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, s + 1, 2);
  const Fabric fabric = sketch.build();
  const SwitchGraph graph(fabric);
  EXPECT_EQ(complete_ranks(graph, {kFar, 4, kFar, kFar, 0, kFar}),
            (std::vector<Hops>{5, 4, 2, 1, 0, kFar}))
      << "a given rank stays, though a neighbour is higher";
}

std::vector<Hops> lifted(const Fabric& fabric, const std::vector<SwitchIndex>& roots) {
  const SwitchGraph graph(fabric);
  std::vector<Hops> ranks = ranks_below(graph, roots);
  lift_dead_ends(fabric, graph, ranks);
  return ranks;
}

// Below the root s0 the switches s1 and s2, and s3 linked to both of these.
Sketch below_both() {
  Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(3, 1, 1, 2);
  sketch.link(3, 2, 2, 2);
  return sketch;
}

TEST(LiftDeadEnds, AMissedSpineBecomesARoot) {
  EXPECT_EQ(lifted(below_both().build(), {0}), (std::vector<Hops>{0, 1, 1, 0}));
}

TEST(LiftDeadEnds, ALeafStays) {
  Sketch sketch = below_both();
  sketch.ca(3, 8);
  EXPECT_EQ(lifted(sketch.build(), {0}), (std::vector<Hops>{0, 1, 1, 2}));
}

// A root s0 above s1 and s2, each with two leaf switches of two hosts; s3 is linked to s1 and s2.
Sketch with_leaves_below_both() {
  Sketch sketch(8);
  for (const SwitchIndex middle : {1u, 2u}) {
    sketch.link(0, static_cast<PortNum>(middle), middle, 1);
    sketch.link(3, static_cast<PortNum>(middle), middle, 2);
    for (const SwitchIndex leaf : {2 + 2 * middle, 3 + 2 * middle}) {
      sketch.link(leaf, 1, middle, static_cast<PortNum>(3 + leaf % 2));
      sketch.ca(leaf, 7);
      sketch.ca(leaf, 8);
    }
  }
  return sketch;
}

TEST(LiftDeadEnds, AnAggregationNodeMakesNoLeaf) {
  const Fabric fabric = with_aggregation_nodes(with_leaves_below_both().build(), {}, {}, 1);
  EXPECT_EQ(lifted(fabric, {0}), (std::vector<Hops>{0, 1, 1, 0, 2, 2, 2, 2}));
}

TEST(LiftDeadEnds, OneThatJoinsNoLeavesStays) {
  // s3 is the only leaf switch of s1 and s2, and has few hosts.
  Sketch sketch(5, 20);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(3, 1, 1, 2);
  sketch.link(3, 2, 2, 2);
  sketch.link(4, 1, 0, 3);
  sketch.ca(3, 8);
  for (PortNum port = 5; port < 15; ++port) sketch.ca(4, port);
  EXPECT_EQ(lifted(sketch.build(), {0}), (std::vector<Hops>{0, 1, 1, 2, 1}));
}

TEST(LiftDeadEnds, WhatHasSwitchesBelowOrBesideItStays) {
  Sketch below(5);
  for (const auto& [a, b] : {std::pair{0u, 1u}, {0u, 2u}, {3u, 1u}, {3u, 2u}, {4u, 3u}}) {
    below.link(a, static_cast<PortNum>(1 + b), b, static_cast<PortNum>(5 + a % 4));
  }
  below.ca(4, 1);
  EXPECT_EQ(lifted(below.build(), {0}), (std::vector<Hops>{0, 1, 1, 2, 3}));

  Sketch beside(5);
  beside.link(0, 1, 1, 1);
  beside.link(0, 2, 2, 1);
  beside.link(3, 1, 1, 2);
  beside.link(4, 1, 2, 2);
  beside.link(3, 2, 4, 2);
  EXPECT_EQ(lifted(beside.build(), {0}), (std::vector<Hops>{0, 1, 1, 2, 2}));
}

TEST(LiftDeadEnds, AMiddleSwitchTakesTheRankOfTheMiddle) {
  // s0 - s1 - s2 and s0 - s3 - s4, with CAs on s2 and s4; s5 is linked to both of these.
  Sketch sketch(6);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 3, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(3, 2, 4, 1);
  sketch.link(5, 1, 2, 2);
  sketch.link(5, 2, 4, 2);
  sketch.ca(2, 8);
  sketch.ca(4, 8);
  EXPECT_EQ(lifted(sketch.build(), {0}), (std::vector<Hops>{0, 1, 2, 1, 2, 1}));
}

TEST(LiftDeadEnds, SwitchesWithoutLinksStay) {
  EXPECT_EQ(lifted(Sketch(2).build(), {0}), (std::vector<Hops>{0, kFar}));
}

TEST(Orientation, LowerRanksAreHigherAndAmongEqualsLowerIds) {
  const Orientation orientation =
      order_by_rank(std::vector<Hops>{1, 0, 1, 1}, std::vector<std::uint64_t>{7, 9, 5, 7});
  EXPECT_EQ(orientation.place, (std::vector<std::uint32_t>{2, 0, 1, 3}));
  EXPECT_TRUE(orientation.goes_up(0, 1));
  EXPECT_TRUE(orientation.goes_up(0, 2));
  EXPECT_FALSE(orientation.goes_up(0, 3)) << "equal ids: by number";
  EXPECT_TRUE(orientation.goes_up(3, 0));
}

// From s1 to s4 there are two steps over s0, which is above both, and three down over s2 and s3. s5
// is below s1, s6 above it.
HopTable over_the_top_or_down(Sketch& sketch, Fabric& fabric) {
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 4, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(2, 2, 3, 1);
  sketch.link(3, 2, 4, 2);
  sketch.link(1, 3, 5, 1);
  fabric = sketch.build();
  const Orientation orientation{{1, 2, 3, 4, 5, 6, 0}};
  return {.distances = up_down_distances_to(SwitchGraph(fabric), orientation, all_switches(fabric),
                                            Workers(2)),
          .orientation = orientation};
}

TEST(UpDownDistances, TheShorterWayIsTaken) {
  Sketch sketch(7);
  Fabric fabric;
  const HopTable table = over_the_top_or_down(sketch, fabric);
  EXPECT_EQ(table.distances.from(1)[4], 2u | kUpFirst);
  EXPECT_EQ(table.distances.from(0)[4], 1u);
  EXPECT_EQ(table.distances.from(5)[4], 3u | kUpFirst);
  EXPECT_EQ(table.distances.from(4)[1], 2u | kUpFirst) << "up to s0, then down";
  EXPECT_EQ(table.distances.from(4)[4], 0u);
  EXPECT_EQ(table.distances.from(6)[4], kFar);
  EXPECT_EQ(table.hops(5, 4), 3u);
  EXPECT_EQ(candidates(fabric, table, 1, 4), Ports{1});
  EXPECT_EQ(candidates(fabric, table, 5, 4), Ports{1});
  EXPECT_EQ(candidates(fabric, table, 4, 1), Ports{1});
}

TEST(UpDownDistances, PacketsFromAboveGoDown) {
  // As before, but s6 has no other way than through s1.
  Sketch sketch(7);
  sketch.link(6, 1, 1, 4);
  Fabric fabric;
  const HopTable table = over_the_top_or_down(sketch, fabric);
  EXPECT_EQ(table.distances.from(6)[4], 4u);
  EXPECT_EQ(table.distances.from(1)[4], 3u);
  EXPECT_EQ(table.distances.from(5)[4], 4u | kUpFirst);
  EXPECT_EQ(candidates(fabric, table, 6, 4), Ports{1});
  EXPECT_EQ(candidates(fabric, table, 1, 4), Ports{2});
}

TEST(UpDownDistances, NoPathGoesUpAfterItWentDown) {
  // Two roots with one leaf.
  Sketch sketch(3);
  sketch.link(0, 1, 2, 1);
  sketch.link(1, 1, 2, 2);
  const Fabric fabric = sketch.build();
  const Orientation orientation{{0, 1, 2}};
  const auto all = all_switches(fabric);
  const HopTable table{
      .distances = up_down_distances_to(SwitchGraph(fabric), orientation, all, Workers(1)),
      .orientation = orientation};
  EXPECT_EQ(table.hops(0, 1), kFar);
  EXPECT_EQ(table.hops(1, 0), kFar);
  EXPECT_EQ(table.distances.from(2)[1], 1u | kUpFirst);
  EXPECT_EQ(table.distances.from(1)[2], 1u);
  EXPECT_EQ(candidates(fabric, table, 0, 1), Ports{});
}

}  // namespace
}  // namespace weft
