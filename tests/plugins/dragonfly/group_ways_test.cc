#include "plugins/dragonfly/group_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/topology/switch_groups.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Three groups of 2 rows of 4 routers, numbered row by row; ports 1..3 lead along the row, 4 along
// the column, 5 to another group: from routers 0, 2, 4, 6 of a group to 1, 3, 5, 7 of the next.
constexpr DragonflySpec kThreeGroups = {
    .routers = 4, .global_links = 1, .cas = 1, .groups = 3, .rows = 2};

struct Groups {
  explicit Groups(Fabric f)
      : fabric(std::move(f)),
        switches(fabric),
        groups(find_groups(switches)),
        graph(fabric, switches, groups) {}

  Fabric fabric;
  SwitchGraph switches;
  SwitchGroups groups;
  GroupGraph graph;
};

std::vector<PortNum> ports_of(const GroupWays& ways, std::uint32_t position) {
  const auto ports = ways.ports(position);
  std::vector<PortNum> sorted(ports.begin(), ports.end());
  std::ranges::sort(sorted);
  return sorted;
}

std::vector<PortNum> ports(const GroupWays& ways, std::uint32_t position) {
  const auto list = ways.ports(position);
  return {list.begin(), list.end()};
}

TEST(GroupGraph, HasMembersAndLinks) {
  const Groups three(make_dragonfly(kThreeGroups));
  ASSERT_EQ(three.graph.count(), 3u);
  ASSERT_EQ(three.graph.members(1).size(), 8u);
  EXPECT_EQ(three.graph.members(1)[3], 11u);
  EXPECT_EQ(three.graph.position(11), 3u);
  ASSERT_EQ(three.graph.pairs().size(), 6u);
  EXPECT_EQ(three.graph.find_pair(0, 1), 0u);
  EXPECT_EQ(three.graph.find_pair(1, 0), 2u);
  EXPECT_EQ(three.graph.find_pair(1, 1), kNone);
  ASSERT_EQ(three.graph.links(0).size(), 4u);
  EXPECT_EQ(three.graph.links(0)[2].from, 4u);
  EXPECT_EQ(three.graph.links(0)[2].port, 5);
  EXPECT_EQ(three.graph.links(0)[2].to, 13u);
}

TEST(GroupWays, LeadAlongTheRowFirstToALink) {
  const Groups three(make_dragonfly(kThreeGroups));
  const GlobalLink at_first[] = {three.graph.links(0)[0]};  // of switch 0
  const GroupWays ways = ways_to_links(three.graph, 0, at_first);
  EXPECT_EQ(ways.hops, (std::vector<std::uint8_t>{0, 1, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(ports_of(ways, 0), (std::vector<PortNum>{5}));
  EXPECT_EQ(ports_of(ways, 1), (std::vector<PortNum>{3})) << "three up, modulo four";
  EXPECT_EQ(ports_of(ways, 4), (std::vector<PortNum>{4}));
  EXPECT_EQ(ports_of(ways, 5), (std::vector<PortNum>{3})) << "to switch 4, and down the column";
}

TEST(GroupWays, LeadAlongTheColumnFirstToAMember) {
  const Groups three(make_dragonfly(kThreeGroups));
  const GroupWays ways = ways_to_member(three.graph, 0, false);
  EXPECT_EQ(ways.hops, (std::vector<std::uint8_t>{0, 1, 1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(ports_of(ways, 0).empty());
  EXPECT_EQ(ports_of(ways, 1), (std::vector<PortNum>{3}));
  EXPECT_EQ(ports_of(ways, 5), (std::vector<PortNum>{4})) << "to switch 1, and along the row";
}

TEST(GroupWays, TakeTheNearestLinksOnly) {
  const Groups three(make_dragonfly(kThreeGroups));
  const auto all = three.graph.links(0);
  const GlobalLink links[] = {all[0], all[1], all[3]};  // of 0, 2 and 6
  const GroupWays ways = ways_to_links(three.graph, 0, links);
  EXPECT_EQ(ways.hops, (std::vector<std::uint8_t>{0, 1, 0, 1, 1, 1, 0, 1}));
  EXPECT_EQ(ports_of(ways, 1), (std::vector<PortNum>{1, 3})) << "to 0 and 2";
  EXPECT_EQ(ports_of(ways, 4), (std::vector<PortNum>{2, 4})) << "to 6 and 0";
  EXPECT_EQ(ports_of(ways, 7), (std::vector<PortNum>{3})) << "to 6 alone, not along the column";
}

// Router 0 of the first group and two others have a link each to the second: to routers 9, 11, 15.
TEST(GroupWays, ToTheNearestEndAreThoseOfLinksThatLeadThere) {
  const Groups three(make_dragonfly(kThreeGroups));
  const auto all = three.graph.links(0);
  const GlobalLink links[] = {all[0], all[1], all[3]};
  const GroupWays ways = ways_to_links(three.graph, 0, links);
  const auto ends = ways.ends(1);
  EXPECT_EQ(std::vector(ends.begin(), ends.end()), (std::vector<SwitchIndex>{11, 9}));
  const GroupWays to_9 = nearest_ways(three.graph, ways, ways_to_member(three.graph, 9, false));
  EXPECT_EQ(to_9.hops, ways.hops);
  EXPECT_EQ(ports_of(to_9, 0), (std::vector<PortNum>{5}));
  EXPECT_EQ(ports_of(to_9, 1), (std::vector<PortNum>{3})) << "to 0, whose link ends there";
  EXPECT_EQ(ports_of(to_9, 2), (std::vector<PortNum>{5})) << "its own is nearer than any other";
  const GroupWays to_10 = nearest_ways(three.graph, ways, ways_to_member(three.graph, 10, false));
  EXPECT_EQ(ports_of(to_10, 1), (std::vector<PortNum>{1, 3})) << "both end beside it";
}

// Of three rows of 4, without the links from 0 to 1 and to 4; ports 4 and 5 lead along the column.
TEST(GroupWays, LeadAroundMissingLinksToAMember) {
  Blueprint blueprint(
      make_dragonfly({.routers = 4, .global_links = 1, .cas = 1, .groups = 3, .rows = 3}));
  for (Blueprint::Link& link : blueprint.links) {
    link.removed = link.a == 0 && (link.b == 1 || link.b == 4);
  }
  const Groups three(blueprint.build());
  ASSERT_EQ(three.graph.count(), 3u);
  EXPECT_EQ(ways_to_member(three.graph, 0, false).hops[1], GroupWays::kNoWay);
  const GroupWays ways = ways_to_member(three.graph, 0, true);
  EXPECT_EQ(ways.hops, (std::vector<std::uint8_t>{0, 2, 1, 1, 2, 3, 2, 2, 1, 3, 2, 2}));
  EXPECT_EQ(ports_of(ways, 1), (std::vector<PortNum>{1, 2})) << "over 2 and 3";
  EXPECT_EQ(ports_of(ways, 4), (std::vector<PortNum>{4})) << "over 8";
  EXPECT_EQ(ports_of(ways, 5), (std::vector<PortNum>{5, 5})) << "to 1, over 2 or 3";
  EXPECT_EQ(ports_of(ways, 6), (std::vector<PortNum>{5})) << "to 2, and along the row";
}

// Router 1 is linked to 0 and 2, which have two links and one to another group.
TEST(GroupWays, OfAllMembersAreInTheSameTurns) {
  const Groups three(make_dragonfly(kThreeGroups));
  const GlobalLink links[] = {{.from = 0, .port = 21, .to = 9},
                              {.from = 0, .port = 22, .to = 10},
                              {.from = 2, .port = 23, .to = 11}};
  GrowingWays growing(three.graph, 0, WayOrder::kInTurns);
  for (const GlobalLink& link : links) growing.begin_by(link);
  for (const LinkBundle& bundle : three.graph.bundles(1)) {
    if (bundle.peer == 0 || bundle.peer == 2) growing.extend(1, bundle, 1);
  }
  const GroupWays ways = std::move(growing).take();
  EXPECT_EQ(ways.links, 3u);
  EXPECT_EQ(ports(ways, 1), (std::vector<PortNum>{3, 1, 3})) << "to 0, 2 and 0";
  EXPECT_EQ(ports(ways, 0), (std::vector<PortNum>{21, 21, 22, 21, 22, 22}))
      << "its own, and for the link of 2 one and the other";
  EXPECT_EQ(ports(ways, 2), (std::vector<PortNum>{23})) << "it has no other";
  EXPECT_TRUE(ports(ways, 3).empty());
}

// Two groups of three switches, of which three cables join the first two; two links join the first
// switches.
TEST(GroupWays, ParallelCablesAreUsedAlike) {
  test::Sketch sketch(6);
  for (const SwitchIndex first : {0u, 3u}) {
    for (PortNum port = 1; port <= 3; ++port) sketch.link(first, port, first + 1, port);
    sketch.link(first, 4, first + 2, 4);
    sketch.link(first + 1, 5, first + 2, 5);
  }
  for (const PortNum port : {PortNum{6}, PortNum{7}}) sketch.link(0, port, 3, port);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.ca(s, 8);
  const Groups two(sketch.build());
  ASSERT_EQ(two.graph.count(), 2u);
  GrowingWays growing(two.graph, 0, WayOrder::kInTurns);
  for (const GlobalLink& link : two.graph.links(0)) growing.begin_by(link);
  for (const LinkBundle& bundle : two.graph.bundles(1)) {
    if (bundle.peer == 0) growing.extend(1, bundle, 1);
  }
  const GroupWays ways = std::move(growing).take();
  EXPECT_EQ(ways.links, 2u);
  EXPECT_EQ(ports(ways, 0), (std::vector<PortNum>{6, 7}));
  EXPECT_EQ(ports(ways, 1), (std::vector<PortNum>{1, 2, 3, 1, 2, 3}));
}

TEST(GroupWays, LidsThatEachLinkHasAsManyOfTakeTheSameLinkFromAllMembers) {
  GroupWays ways;
  ways.first = {0, 6, 12};
  ways.all_ports = {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6};
  ways.links = 3;
  const auto places = [&](std::uint32_t position, std::uint32_t alike) {
    std::vector<std::size_t> found;
    for (std::uint32_t turn = 0; turn < 9; ++turn) {
      found.push_back(ways.place(position, {turn, alike, 0}));
    }
    return found;
  };
  EXPECT_EQ(places(0, 8), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 0, 1, 2}));
  EXPECT_EQ(places(1, 8), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 1, 2, 3}));
  EXPECT_EQ(places(1, 2), (std::vector<std::size_t>{1, 2, 3, 4, 5, 0, 1, 2, 3}));
}

TEST(GroupWays, AreNoneWithoutLinks) {
  const Groups three(make_dragonfly(kThreeGroups));
  const GroupWays ways = ways_to_links(three.graph, 0, {});
  EXPECT_EQ(ways.hops, std::vector<std::uint8_t>(8, GroupWays::kNoWay));
  EXPECT_TRUE(ports_of(ways, 3).empty());
}

}  // namespace
}  // namespace weft
