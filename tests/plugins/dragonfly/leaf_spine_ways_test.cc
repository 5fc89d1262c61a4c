#include "plugins/dragonfly/leaf_spine_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"

namespace weft {
namespace {

// Five groups of leaf switches 0, 1, 2 (turns before the last link, after it, before the first) and
// spines 3, 4; ports 1 and 2 of a leaf switch lead to the spines, 1 to 3 of a spine to the leaf
// switches, 4 and 5 to other groups: from spine 3 of group 0 to groups 1 and 2, from 4 to 3 and 4.
constexpr DragonflyPlusSpec kFive = {.leaves = 3, .spines = 2, .global_links = 2, .cas = 3};

struct Groups {
  explicit Groups(const Fabric& f, DownUpTurns turns = DownUpTurns::kAllowed)
      : fabric(with_new_lids(f, 0)),
        switches(fabric),
        groups(find_leaf_spine_groups(fabric, switches, 2)),
        graph(fabric, switches, groups.groups),
        ways(fabric, graph, groups, turns, Workers(1)) {}

  Fabric fabric;
  SwitchGraph switches;
  LeafSpineGroups groups;
  GroupGraph graph;
  LeafSpineWays ways;
};

using Hops = std::vector<std::uint8_t>;
using Ports = std::vector<PortNum>;

Ports ports_of(const GroupWays& ways, std::uint32_t position) {
  const auto ports = ways.ports(position);
  Ports sorted(ports.begin(), ports.end());
  std::ranges::sort(sorted);
  return sorted;
}

Fabric without_links(const DragonflyPlusSpec& spec,
                     const std::vector<std::pair<SwitchIndex, SwitchIndex>>& missing) {
  Blueprint blueprint(make_dragonfly_plus(spec));
  for (Blueprint::Link& link : blueprint.links) {
    for (const auto& [a, b] : missing) {
      link.removed |= (link.a == a && link.b == b) || (link.a == b && link.b == a);
    }
  }
  return blueprint.build();
}

TEST(LeafSpineWays, LeadUpAndDownToALeaf) {
  const Groups five(make_dragonfly_plus(kFive));
  const GroupWays ways = five.ways.to_member(5);  // leaf switch 0 of group 1
  EXPECT_EQ(ways.hops, (Hops{0, 2, 2, 1, 1}));
  EXPECT_TRUE(ports_of(ways, 0).empty());
  EXPECT_EQ(ports_of(ways, 1), (Ports{1, 2}));
  EXPECT_EQ(ports_of(ways, 4), (Ports{1}));
}

TEST(LeafSpineWays, LeadToASpineByTheTurnOfTheEnd) {
  const Groups five(make_dragonfly_plus(kFive));
  const GroupWays ways = five.ways.to_member(3);
  EXPECT_EQ(ways.hops, (Hops{1, 1, 1, 0, 2}));
  EXPECT_EQ(ports_of(ways, 2), (Ports{1}));
  EXPECT_EQ(ports_of(ways, 4), (Ports{2})) << "over leaf switch 1";
}

TEST(LeafSpineWays, LeadToLinksByTheTurnsBeforeThem) {
  const Groups five(make_dragonfly_plus(kFive));
  const GroupWays& direct = *five.ways.direct(five.graph.find_pair(0, 1), 5);
  EXPECT_EQ(direct.hops, (Hops{1, 1, 1, 0, 2}));
  EXPECT_EQ(ports_of(direct, 0), (Ports{1}));
  EXPECT_EQ(ports_of(direct, 3), (Ports{4}));
  EXPECT_EQ(ports_of(direct, 4), (Ports{1})) << "over leaf switch 0";
  const GroupWays& through =
      *five.ways.through(five.graph.find_pair(0, 1), five.graph.find_pair(1, 3), 15);
  EXPECT_EQ(through.hops, direct.hops);
  EXPECT_EQ(ports_of(through, 4), (Ports{3})) << "over leaf switch 2";
}

// The spine of group 1 that is linked to group 0 has a link to one more group.
// Three groups of three leaf switches and two spines, each with two links to each other group.
TEST(LeafSpineWays, OfALeafSwitchGoOverItsSpinesInTurns) {
  const Groups three(
      make_dragonfly_plus({.leaves = 3, .spines = 2, .global_links = 4, .cas = 3, .groups = 3}));
  ASSERT_EQ(three.graph.count(), 3u);
  // To leaf switch 0 of group 1.
  const LeafSpineWays::Shared ways = three.ways.direct(three.graph.find_pair(0, 1), 5);
  ASSERT_NE(ways, nullptr);
  const auto ports = ways->ports(0);
  EXPECT_EQ(Ports(ports.begin(), ports.end()), (Ports{1, 2, 1, 2}));
}

TEST(LeafSpineWays, TurnInTheIntermediateGroupIfTheyMay) {
  for (const DownUpTurns turns :
       {DownUpTurns::kAllowed, DownUpTurns::kNever, DownUpTurns::kIfNoneIsShorter}) {
    const Groups five(make_dragonfly_plus(kFive), turns);
    const std::uint32_t first = five.graph.find_pair(0, 1);
    const SwitchIndex entry = five.graph.links(first).front().to;
    unsigned without_turn = 0;
    for (const std::uint32_t last : {2u, 3u, 4u}) {
      const std::uint32_t second = five.graph.find_pair(1, last);
      const bool has_link = five.graph.links(second).front().from == entry;
      without_turn += has_link ? 1 : 0;
      const auto ways = five.ways.through(first, second, five.graph.members(last)[0]);
      EXPECT_EQ(ways != nullptr, has_link || turns != DownUpTurns::kNever);
    }
    EXPECT_EQ(without_turn, 1u);
  }
}

// Of two groups with 4 links between them, from two spines each: without the one from the leaf
// switch 6 to the spine 9 packets arrive at the spine 10 alone.
TEST(LeafSpineWays, TakeLinksThatPacketsArriveBy) {
  const DragonflyPlusSpec two = {
      .leaves = 4, .spines = 2, .global_links = 2, .cas = 3, .groups = 2};
  const Groups whole(make_dragonfly_plus(two));
  const std::uint32_t pair = whole.graph.find_pair(0, 1);
  ASSERT_EQ(whole.graph.links(pair).size(), 4u);
  EXPECT_EQ(whole.ways.direct(pair, 6)->ports(0).size(), 4u) << "each spine twice";
  const Groups worn(without_links(two, {{6, 10}}));
  const auto ways = worn.ways.direct(worn.graph.find_pair(0, 1), 6);
  ASSERT_NE(ways, nullptr);
  std::size_t links = 0;
  for (const GlobalLink& link : worn.graph.links(pair)) links += link.to == 11 ? 1 : 0;
  EXPECT_EQ(ways->links, links);
  EXPECT_EQ(worn.ways.to_member(6).hops, (Hops{0, 2, 2, 2, 3, 1})) << "from 10 by a turn";
}

// To a spine that has links of its own only these are taken.
TEST(LeafSpineWays, EndAtTheSpineItself) {
  const DragonflyPlusSpec two = {
      .leaves = 4, .spines = 2, .global_links = 2, .cas = 3, .groups = 2};
  const Groups whole(make_dragonfly_plus(two));
  const std::uint32_t pair = whole.graph.find_pair(0, 1);
  std::size_t links = 0;
  for (const GlobalLink& link : whole.graph.links(pair)) links += link.to == 10 ? 1 : 0;
  ASSERT_GT(links, 0u);
  EXPECT_EQ(whole.ways.direct(pair, 10)->links, links);
}

// Leaf switch 1 lacks the spine with the link to group 3.
TEST(LeafSpineWays, ClimbToASpineThatTurns) {
  const Groups worn(without_links(kFive, {{1, 4}}));
  const auto direct = worn.ways.direct(worn.graph.find_pair(0, 3), 15);
  ASSERT_NE(direct, nullptr);
  EXPECT_EQ(direct->hops, (Hops{1, GroupWays::kNoWay, 1, 2, 0}));
  EXPECT_FALSE(worn.ways.serve(*direct, 0));
  EXPECT_FALSE(worn.ways.are_whole());
  const auto climbs = worn.ways.climbs(*direct, 0);
  EXPECT_EQ(ports_of(*climbs, 1), (Ports{1}));
  EXPECT_EQ(climbs->hops[1], 3);
  EXPECT_EQ(climbs->hops[0], GroupWays::kNoWay) << "it has a way";
}

TEST(LeafSpineWays, AreNoneWhereNothingArrives) {
  const Groups worn(without_links(kFive, {{5, 9}}));
  const std::uint32_t pair = worn.graph.find_pair(0, 1);
  ASSERT_EQ(worn.graph.links(pair).front().to, 9u);
  EXPECT_EQ(worn.ways.direct(pair, 5), nullptr);
  EXPECT_NE(worn.ways.direct(pair, 6), nullptr);
  const std::uint32_t first = worn.graph.find_pair(2, 0);
  EXPECT_EQ(worn.ways.through(first, pair, 5), nullptr);
  EXPECT_NE(worn.ways.through(first, pair, 6), nullptr);
}

}  // namespace
}  // namespace weft
