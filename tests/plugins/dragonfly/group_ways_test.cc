#include "plugins/dragonfly/group_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/topology/switch_groups.h"

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

TEST(GroupWays, AreNoneWithoutLinks) {
  const Groups three(make_dragonfly(kThreeGroups));
  const GroupWays ways = ways_to_links(three.graph, 0, {});
  EXPECT_EQ(ways.hops, std::vector<std::uint8_t>(8, GroupWays::kNoWay));
  EXPECT_TRUE(ports_of(ways, 3).empty());
}

}  // namespace
}  // namespace weft
