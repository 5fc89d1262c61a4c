#include "common/topology/switch_groups.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/crossed_links.h"

namespace weft {
namespace {

SwitchGroups groups_of(const Fabric& fabric) { return find_groups(SwitchGraph(fabric)); }

// Numbered group by group.
void expect_groups(const Fabric& fabric, std::uint32_t routers) {
  const SwitchGroups groups = groups_of(fabric);
  ASSERT_EQ(groups.count, fabric.switch_count() / routers);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) EXPECT_EQ(groups.of[s], s / routers);
}

TEST(SwitchGroups, OfDragonflies) {
  expect_groups(make_dragonfly({.routers = 3, .global_links = 1, .cas = 1}), 3);
  expect_groups(make_dragonfly({.routers = 4, .global_links = 2, .cas = 1}), 4);
  expect_groups(make_dragonfly({.routers = 4, .global_links = 4, .cas = 1}), 4);
  expect_groups(make_dragonfly({.routers = 10, .global_links = 5, .cas = 1}), 10);
  expect_groups(make_dragonfly({.routers = 8, .global_links = 4, .cas = 1, .groups = 9}), 8);
}

// Router by router all groups have the same place: the links are those of a HyperX.
TEST(SwitchGroups, WhoseSwitchesAllReachAllOthers) {
  expect_groups(make_dragonfly({.routers = 3, .global_links = 1, .cas = 1, .groups = 2}), 3);
  expect_groups(make_dragonfly({.routers = 4, .global_links = 2, .cas = 1, .groups = 3}), 4);
  expect_groups(make_dragonfly({.routers = 8, .global_links = 4, .cas = 1, .groups = 5}), 8);
  // With two links from each to each other group.
  expect_groups(make_dragonfly({.routers = 8, .global_links = 4, .cas = 1, .groups = 3}), 8);
  expect_groups(make_dragonfly({.routers = 16, .global_links = 16, .cas = 1, .groups = 9}), 16);
  // The larger ones of both that there are to see.
  const SwitchGroups larger =
      groups_of(make_dragonfly({.routers = 4, .global_links = 4, .cas = 1, .groups = 5}));
  ASSERT_EQ(larger.count, 4u);
  for (SwitchIndex s = 0; s < 20; ++s) EXPECT_EQ(larger.of[s], s % 4);
}

TEST(SwitchGroups, WhoseSwitchesReachSomeOfTheOthers) {
  for (const unsigned groups : {4u, 5u, 6u, 7u, 8u, 9u, 12u, 16u}) {
    expect_groups(make_dragonfly({.routers = 8, .global_links = 4, .cas = 1, .groups = groups}), 8);
  }
}

TEST(SwitchGroups, WhereverInAGroupLinksEnd) {
  Random random(1);
  for (const unsigned links : {1u, 2u, 4u, 8u}) {
    for (const unsigned groups : {2u, 3u, 5u, 9u}) {
      const Fabric fabric =
          make_dragonfly({.routers = 16, .global_links = links, .cas = 1, .groups = groups});
      for (int i = 0; i < 5; ++i) expect_groups(test::with_crossed_links(fabric, 16, random), 16);
    }
  }
}

TEST(SwitchGroups, StandFailuresWhereAllSwitchesReachAllGroups) {
  const Fabric whole = make_dragonfly({.routers = 8, .global_links = 4, .cas = 1, .groups = 5});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    expect_groups(with_failures(whole, {.links = {5, true}, .seed = seed}), 8);
    EXPECT_EQ(groups_of(with_failures(whole, {.switches = {3, false}, .seed = seed})).count, 5u);
  }
}

TEST(SwitchGroups, StandSomeMissingLinks) {
  const Fabric whole = make_dragonfly({.routers = 10, .global_links = 5, .cas = 1});
  expect_groups(with_failures(whole, {.links = {1, true}, .seed = 3}), 10);
}

TEST(SwitchGroups, HaveRowsAndColumns) {
  const DragonflySpec spec = {.routers = 5, .global_links = 2, .cas = 1, .groups = 7, .rows = 3};
  const Fabric fabric = make_dragonfly(spec);
  expect_groups(fabric, 15);
  const SwitchGroups groups = groups_of(fabric);
  EXPECT_FALSE(groups.are_complete);
  for (SwitchIndex a = 0; a < fabric.switch_count(); ++a) {
    for (SwitchIndex b = 0; b < fabric.switch_count(); ++b) {
      EXPECT_EQ(groups.row[a] == groups.row[b], a / 5 == b / 5);
      EXPECT_EQ(groups.column[a] == groups.column[b], a / 15 == b / 15 && a % 5 == b % 5);
    }
  }
  // As of cabinets with chassis of 16 blades, six of them a group.
  expect_groups(
      make_dragonfly({.routers = 16, .global_links = 10, .cas = 1, .groups = 5, .rows = 6}), 96);
}

TEST(SwitchGroups, OfRowsStandMissingLinksAndSwitches) {
  const Fabric whole =
      make_dragonfly({.routers = 8, .global_links = 3, .cas = 1, .groups = 6, .rows = 4});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    expect_groups(with_failures(whole, {.links = {3, true}, .seed = seed}), 32);
    const SwitchGroups groups =
        groups_of(with_failures(whole, {.switches = {4, false}, .seed = seed}));
    EXPECT_EQ(groups.count, 6u) << seed;
  }
}

TEST(SwitchGroups, OfFewSwitchesStandAMissingLink) {
  for (const unsigned routers : {4u, 5u}) {
    const Fabric whole = make_dragonfly({.routers = routers, .global_links = 2, .cas = 1});
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      expect_groups(with_failures(whole, {.links = {1, false}, .seed = seed}), routers);
    }
  }
}

TEST(SwitchGroups, AreNotSeenInOtherFabrics) {
  EXPECT_FALSE(groups_of(make_torus({.dims = {4, 4, 4}})).found());
  EXPECT_FALSE(groups_of(make_xgft({.down = {4, 4}, .up = {1, 4}})).found());
  EXPECT_FALSE(groups_of(make_hyperx({.dims = {6}})).found());
  EXPECT_FALSE(groups_of(make_hyperx({.dims = {5, 5, 5}})).found());
  EXPECT_FALSE(groups_of(make_hyperx({.dims = {8, 4, 3}})).found());
  // A single group.
  EXPECT_FALSE(groups_of(make_dragonfly({.routers = 5, .global_links = 0, .cas = 1})).found());
}

bool goes_wrong_at(const Orientation& orientation, SwitchIndex a, SwitchIndex at, SwitchIndex b) {
  return !orientation.goes_up(a, at) && orientation.goes_up(at, b);
}

// Every path of a link to another switch of the group, one to the other group, and one there.
TEST(SwitchGroups, TwoOrientationsTakeAllDirectPaths) {
  const Fabric fabric =
      with_shuffled_guids(make_dragonfly({.routers = 4, .global_links = 2, .cas = 1}), 5);
  const SwitchGraph graph(fabric);
  const SwitchGroups groups = find_groups(graph);
  ASSERT_EQ(groups.count, 9u);
  const std::vector<Orientation> lanes = group_orientations(groups, 2);
  ASSERT_EQ(lanes.size(), 2u);
  int paths = 0;
  const auto others_of_group = [&](SwitchIndex s, auto visit) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (groups.of[bundle.peer] == groups.of[s]) visit(bundle.peer);
    }
  };
  for (SwitchIndex u = 0; u < fabric.switch_count(); ++u) {
    for (const LinkBundle& bundle : graph.bundles(u)) {
      const SwitchIndex v = bundle.peer;
      if (groups.of[v] == groups.of[u]) continue;
      others_of_group(u, [&](SwitchIndex s) {
        others_of_group(v, [&](SwitchIndex t) {
          const auto takes = [&](const Orientation& lane) {
            return !goes_wrong_at(lane, s, u, v) && !goes_wrong_at(lane, u, v, t);
          };
          EXPECT_TRUE(takes(lanes[0]) || takes(lanes[1]));
          ++paths;
        });
      });
    }
  }
  EXPECT_EQ(paths, 9 * 8 * 3 * 3);  // ordered pairs of groups, one link each
}

TEST(SwitchGroups, TheThirdOrientationTakesThePathsThroughTheLowestGroup) {
  const SwitchGroups groups =
      groups_of(make_dragonfly({.routers = 4, .global_links = 2, .cas = 1}));
  const std::vector<Orientation> lanes = group_orientations(groups, 9);
  ASSERT_EQ(lanes.size(), 4u);
  // Groups 0, 8, 1.
  EXPECT_TRUE(goes_wrong_at(lanes[0], 0, 32, 4));
  EXPECT_TRUE(goes_wrong_at(lanes[1], 0, 32, 4));
  EXPECT_FALSE(goes_wrong_at(lanes[2], 0, 32, 4));
  EXPECT_FALSE(goes_wrong_at(lanes[3], 0, 32, 4));
}

TEST(SwitchGroups, DirectPathsKeepToTheTwoGroups) {
  const Fabric fabric = make_dragonfly({.routers = 4, .global_links = 2, .cas = 1});
  const Links links(fabric);
  const SwitchGroups groups = find_groups(SwitchGraph(fabric));
  // To each switch of another group one switch of the group begins with the link between the
  // groups, the three others with one to it.
  for (const SwitchIndex to : {4u, 17u, 35u}) {
    SwitchIndex gate = kNone;
    std::vector<SwitchIndex> reached;
    for (SwitchIndex s = 0; s < 4; ++s) {
      for (LinkIndex l = links.first_of(s); l < links.first_of(s) + links.count_of(s); ++l) {
        if (!groups.begins_direct_path(links[l], to)) continue;
        if (groups.of[links[l].to] == groups.of[to])
          gate = s;
        else
          reached.push_back(links[l].to);
      }
    }
    EXPECT_EQ(reached, std::vector<SwitchIndex>(3, gate));
  }
}

}  // namespace
}  // namespace weft
