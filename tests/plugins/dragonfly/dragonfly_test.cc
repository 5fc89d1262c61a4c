#include "plugins/dragonfly/dragonfly.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/group_halves.h"
#include "tests/support/crossed_links.h"
#include "tests/support/lane_routing.h"
#include "tests/support/odd_fabrics.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

struct RoutedDragonfly : test::RoutedEngine {
  explicit RoutedDragonfly(Fabric f, DragonflyPaths paths = DragonflyPaths::kMix, unsigned vls = 8)
      : RoutedEngine(dragonfly_engine(), std::move(f), with(paths), vls) {}

  static Options with(DragonflyPaths paths) {
    Options options;
    options.dragonfly_paths = paths;
    return options;
  }
};

void expect_good(const RoutedDragonfly& routed, const std::string& what = "") {
  EXPECT_EQ(routed.refusal, "") << what;
  EXPECT_EQ(routed.faults(), "") << what;
  EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty()) << what;
  EXPECT_TRUE(routed.verdict.credit_loop_multicast.empty()) << what;
}

Fabric dragonfly(const DragonflySpec& spec, std::uint8_t lmc = 0) {
  return with_new_lids(make_dragonfly(spec), lmc);
}

constexpr DragonflySpec kSmall = {.routers = 4, .global_links = 2, .cas = 2};
constexpr DragonflySpec kRows = {.routers = 4, .global_links = 3, .cas = 1, .groups = 5, .rows = 3};

// Links between groups on a path.
std::vector<std::uint32_t> groups_on(const SwitchGroups& groups,
                                     const std::vector<SwitchIndex>& path) {
  std::vector<std::uint32_t> list;
  for (const SwitchIndex s : path) {
    if (list.empty() || list.back() != groups.of[s]) list.push_back(groups.of[s]);
  }
  return list;
}

TEST(DragonflyEngine, RoutesOnTwoLanes) {
  for (const DragonflySpec& spec :
       {kSmall, kRows, DragonflySpec{.routers = 3, .global_links = 1, .cas = 1},
        DragonflySpec{.routers = 8, .global_links = 4, .cas = 1, .groups = 7},
        DragonflySpec{.routers = 6, .global_links = 1, .cas = 1, .groups = 3}}) {
    for (const unsigned vls : {2u, 4u, 8u}) {
      const RoutedDragonfly routed(dragonfly(spec), DragonflyPaths::kMix, vls);
      expect_good(routed);
      EXPECT_EQ(routed.verdict.lanes_used, 2u);
    }
  }
}

// Paths from all switches to all CAs that a link carries, the most, times `cas` at each of them.
unsigned busiest_link(const RoutedDragonfly& routed, unsigned cas) {
  std::map<std::pair<SwitchIndex, PortNum>, unsigned> paths;
  unsigned most = 0;
  for (const EndPort& end_port : routed.fabric.end_ports()) {
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      const auto path = routed.path(s, end_port.lid);
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        unsigned& link = paths[{path[i], routed.entry(path[i], end_port.lid)}];
        most = std::max(most, link += cas);
      }
    }
  }
  return most;
}

// Where all switches have links to all groups: between groups first, with nothing behind it but the
// link to the last switch.
TEST(DragonflyEngine, TakesTheSwitchsOwnLinkOnOneLane) {
  struct Case {
    DragonflySpec spec;
    unsigned busiest;  // a switch's CAs to a group's over one link, or those of all groups there
  };
  for (const Case& c :
       {Case{{.routers = 4, .global_links = 2, .cas = 2, .groups = 3}, 2 * 4 * 2},
        Case{{.routers = 4, .global_links = 4, .cas = 2, .groups = 5}, 2 * 5 * 2},
        Case{{.routers = 8, .global_links = 4, .cas = 4, .groups = 5}, 4 * 8 * 4},
        Case{{.routers = 8, .global_links = 4, .cas = 4, .groups = 3}, 4 * 8 * 4 / 2},
        Case{{.routers = 5, .global_links = 1, .cas = 2, .groups = 2}, 2 * 5 * 2}}) {
    for (const unsigned vls : {1u, 2u, 8u}) {
      const RoutedDragonfly routed(dragonfly(c.spec), DragonflyPaths::kMix, vls);
      expect_good(routed);
      EXPECT_EQ(routed.verdict.lanes_used, 1u);
      EXPECT_TRUE(routed.verdict.safe_on_one_lane);
      const SwitchGroups groups = find_groups(SwitchGraph(routed.fabric));
      for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
        for (const EndPort& end_port : routed.fabric.end_ports()) {
          const auto path = routed.path(s, end_port.lid);
          ASSERT_LE(path.size(), 3u);
          if (path.size() < 3) continue;
          EXPECT_EQ(groups.of[path[1]], groups.of[path[2]]);
        }
      }
      EXPECT_EQ(busiest_link(routed, c.spec.cas), c.busiest);
    }
  }
}

TEST(DragonflyEngine, TakesTwoLanesThroughOtherGroupsFromTheSwitchsOwnLink) {
  for (const DragonflySpec& spec :
       {DragonflySpec{.routers = 4, .global_links = 2, .cas = 2, .groups = 3},
        DragonflySpec{.routers = 8, .global_links = 4, .cas = 1, .groups = 5}}) {
    const RoutedDragonfly routed(dragonfly(spec, 2), DragonflyPaths::kMix, 2);
    expect_good(routed);
    EXPECT_EQ(routed.verdict.lanes_used, 2u);
    EXPECT_EQ(routed.routing.remarks.size(), 1u) << "nothing is missing";
    const SwitchGroups groups = find_groups(SwitchGraph(routed.fabric));
    unsigned longer = 0;
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        for (unsigned bit = 0; bit < 4; ++bit) {
          const auto path = routed.path(s, static_cast<Lid>(end_port.lid + bit));
          const std::size_t through = groups_on(groups, path).size();
          ASSERT_LE(through, bit == 0 ? 2u : 3u);
          EXPECT_LE(path.size(), through + 1);
          longer += through == 3 ? 1 : 0;
        }
      }
    }
    // Of two groups other than the first and the last one, each LID but the first has one, or it is
    // the first: a third of them at least are longer.
    const auto pairs = routed.fabric.switch_count() * routed.fabric.end_ports().size();
    EXPECT_GT(longer, pairs * 2 / 3);
  }
}

// Switch 0 has lost its link to group 1.
TEST(DragonflyEngine, TakesOneLaneAroundALostLink) {
  Blueprint blueprint(make_dragonfly({.routers = 4, .global_links = 2, .cas = 2, .groups = 3}));
  for (Blueprint::Link& link : blueprint.links) {
    link.removed = link.a == 0 && link.b == 4;
  }
  for (const unsigned vls : {1u, 2u, 8u}) {
    const RoutedDragonfly routed(with_new_lids(blueprint.build(), 0), DragonflyPaths::kMix, vls);
    expect_good(routed);
    EXPECT_LE(routed.verdict.lanes_used, vls == 1 ? 1u : 2u);
  }
}

// Of two links from a switch to another group it takes the one that ends at the last switch, and of
// its neighbours the one with a link to that.
TEST(DragonflyEngine, TakesTheLinkThatEndsNearest) {
  for (const DragonflySpec& spec :
       {DragonflySpec{.routers = 8, .global_links = 4, .cas = 1, .groups = 9},
        DragonflySpec{.routers = 8, .global_links = 8, .cas = 1, .groups = 3}}) {
    Random random(7);
    const RoutedDragonfly routed(
        with_new_lids(test::with_crossed_links(make_dragonfly(spec), 8, random), 0));
    expect_good(routed);
    const SwitchGraph graph(routed.fabric);
    const SwitchGroups groups = find_groups(graph);
    const auto joined = [&](SwitchIndex a, SwitchIndex b) {
      return std::ranges::any_of(graph.bundles(a), [&](const auto& b2) { return b2.peer == b; });
    };
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        const SwitchIndex to = end_port.sw;
        if (groups.of[s] == groups.of[to]) continue;
        // Of one link, of two by the switch's own, of two by a neighbour's; else three.
        std::size_t least = joined(s, to)                                    ? 1
                            : groups.joins[s * groups.count + groups.of[to]] ? 2
                                                                             : 3;
        for (const LinkBundle& bundle : graph.bundles(s)) {
          if (least == 3 && groups.of[bundle.peer] == groups.of[s] && joined(bundle.peer, to)) {
            least = 2;
          }
        }
        EXPECT_EQ(routed.path(s, end_port.lid).size(), least + 1);
      }
    }
  }
}

TEST(DragonflyEngine, TakesOneLinkBetweenGroups) {
  for (const DragonflySpec& spec : {kSmall, kRows}) {
    const RoutedDragonfly routed(dragonfly(spec));
    const SwitchGroups groups = find_groups(SwitchGraph(routed.fabric));
    ASSERT_TRUE(groups.found());
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        const auto path = routed.path(s, end_port.lid);
        EXPECT_EQ(groups_on(groups, path).size(), groups.of[s] == groups.of[end_port.sw] ? 1u : 2u);
        EXPECT_EQ(routed.sl(s, end_port.lid), 0);
      }
    }
  }
}

TEST(DragonflyEngine, TakesThePathBitsThroughOtherGroups) {
  for (const DragonflySpec& spec : {kSmall, kRows}) {
    const RoutedDragonfly routed(dragonfly(spec, 2));
    expect_good(routed);
    EXPECT_LE(routed.verdict.lanes_used, 3u);
    const SwitchGroups groups = find_groups(SwitchGraph(routed.fabric));
    ASSERT_TRUE(groups.found());
    unsigned detours = 0;
    unsigned pairs = 0;
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        if (groups.of[s] == groups.of[end_port.sw]) continue;
        std::set<std::uint32_t> through;
        unsigned longer = 0;
        for (unsigned bit = 0; bit < 4; ++bit) {
          const auto list = groups_on(groups, routed.path(s, static_cast<Lid>(end_port.lid + bit)));
          ASSERT_LE(list.size(), bit == 0 ? 2u : 3u);
          if (list.size() == 3) {
            through.insert(list[1]);
            ++longer;
          }
        }
        EXPECT_EQ(through.size(), longer) << "each through another one";
        if (groups.are_complete) {
          EXPECT_GE(longer, 2u) << "one may lead to the switch's own group first";
        }
        detours += longer;
        pairs += 3;
      }
    }
    EXPECT_GT(10 * detours, 6 * pairs);
  }
}

// Whatever bits the two ends use, as long as both use the same.
TEST(DragonflyEngine, RepliesHaveTheSlOfTheirRequests) {
  const RoutedDragonfly routed(dragonfly(kSmall, 2));
  for (const EndPort& a : routed.fabric.end_ports()) {
    for (const EndPort& b : routed.fabric.end_ports()) {
      for (unsigned bit = 0; bit < 4; ++bit) {
        EXPECT_EQ(routed.sl(a.sw, static_cast<Lid>(b.lid + bit)),
                  routed.sl(b.sw, static_cast<Lid>(a.lid + bit)));
      }
    }
  }
}

TEST(DragonflyEngine, TakesAllPathsThroughOtherGroupsIfAsked) {
  const RoutedDragonfly routed(dragonfly(kSmall, 0), DragonflyPaths::kNonminimal);
  expect_good(routed);
  const SwitchGroups groups = find_groups(SwitchGraph(routed.fabric));
  unsigned longer = 0;
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    for (const EndPort& end_port : routed.fabric.end_ports()) {
      longer += groups_on(groups, routed.path(s, end_port.lid)).size() == 3 ? 1 : 0;
    }
  }
  // All but a ninth are in another group, and but an eighth of those not in the intermediate one.
  EXPECT_EQ(longer, 36u * 72u * 8 / 9 * 7 / 8);
}

TEST(DragonflyEngine, IsMinimalOnTwoLanesAndSaysSo) {
  const RoutedDragonfly routed(dragonfly(kSmall, 2), DragonflyPaths::kMix, 2);
  expect_good(routed);
  ASSERT_EQ(routed.routing.remarks.size(), 2u);
  EXPECT_EQ(routed.routing.remarks[0], "a dragonfly of 9 groups of 4 switches");
  EXPECT_TRUE(contains(routed.routing.remarks[1], "links have 2 VLs"));
  EXPECT_EQ(RoutedDragonfly(dragonfly(kSmall), DragonflyPaths::kMix, 1).refusal,
            "a dragonfly needs two virtual lanes: set qos TRUE in opensm.conf");
}

TEST(DragonflyEngine, LinksToEndPortsNeedOneVl) {
  Blueprint blueprint(dragonfly(kSmall, 2));
  const auto link = std::ranges::find_if(
      blueprint.links, [&](const Blueprint::Link& l) { return l.b >= blueprint.switches; });
  link->attributes.data_vls = 1;
  const RoutedDragonfly routed(blueprint.build());
  expect_good(routed);
  EXPECT_EQ(routed.routing.remarks.size(), 1u) << "paths may lead through other groups";
}

TEST(DragonflyEngine, RoutesAroundMissingParts) {
  for (const DragonflySpec& spec :
       {kSmall, kRows, DragonflySpec{.routers = 6, .global_links = 3, .cas = 1},
        DragonflySpec{.routers = 6, .global_links = 3, .cas = 1, .groups = 8},
        DragonflySpec{.routers = 4, .global_links = 2, .cas = 2, .groups = 3},
        DragonflySpec{.routers = 8, .global_links = 4, .cas = 1, .groups = 5}}) {
    for (const std::uint8_t lmc : {std::uint8_t{0}, std::uint8_t{2}}) {
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        for (const Failures& failures : {Failures{.links = {1, false}, .seed = seed},
                                         Failures{.links = {3, true}, .seed = seed},
                                         Failures{.switches = {1, false}, .seed = seed}}) {
          Fabric fabric = with_failures(make_dragonfly(spec), failures);
          const RoutedDragonfly routed(with_new_lids(fabric, lmc));
          expect_good(routed, "seed " + std::to_string(seed));
        }
      }
    }
  }
}

// Each row is taken for a group, and links join 81 of the 153 pairs of groups. On two lanes paths
// between the others are attached, some of them only where entries make way.
TEST(DragonflyEngine, RoutesGroupsWithoutALinkBetweenThemOnTwoLanes) {
  const Fabric fabric =
      dragonfly({.routers = 3, .global_links = 4, .cas = 1, .groups = 6, .rows = 3}, 1);
  ASSERT_TRUE(find_groups(SwitchGraph(fabric)).are_complete);
  expect_good(RoutedDragonfly(fabric, DragonflyPaths::kMinimal, 2));
}

// The paths around the missing links leave no room for a tree on the VLs of SL 0.
TEST(DragonflyEngine, GivesGroupsAFreeVlWhereNoTreeFitsBesideThePaths) {
  const Fabric whole =
      make_dragonfly({.routers = 4, .global_links = 2, .cas = 2, .groups = 0, .rows = 4});
  const Fabric fabric =
      with_new_lids(with_failures(whole, {.links = {2, /*percent=*/true}, .seed = 5}), 0);
  const RoutedDragonfly routed(fabric, DragonflyPaths::kMix, 8);
  expect_good(routed);
  EXPECT_TRUE(contains(routed.routing.remarks.front(), "groups on SL 0 have VL 4 alone"));
  EXPECT_TRUE(contains(RoutedDragonfly(fabric, DragonflyPaths::kMix, 4).refusal,
                       "there is no multicast tree"));
}

TEST(DragonflyEngine, RefusesOtherFabrics) {
  const auto refusal = [](const Fabric& fabric) {
    return RoutedDragonfly(with_new_lids(fabric, 0)).refusal;
  };
  for (const Fabric& fabric :
       {make_torus({.dims = {4, 4, 4}}), make_xgft({.down = {4, 4}, .up = {1, 4}}),
        make_hyperx({.dims = {6}}), make_hyperx({.dims = {8, 4, 3}}),
        make_hypercube({.dimensions = 5})}) {
    EXPECT_TRUE(contains(refusal(fabric), "the fabric is no dragonfly"));
  }
}

TEST(DragonflyEngine, NeverFallsOverAnOddFabric) {
  for (test::OddFabric& odd : test::odd_fabrics()) {
    const RoutedDragonfly routed(std::move(odd.fabric));
    if (routed.refusal.empty()) {
      EXPECT_EQ(routed.faults(), "") << odd.what;
    }
  }
}

TEST(DragonflyEngine, DoesNotDependOnThreads) {
  const Fabric fabric =
      with_new_lids(with_failures(make_dragonfly(kSmall), {.links = {2, false}, .seed = 2}), 1);
  const test::RoutedEngine one(dragonfly_engine(), fabric, {}, 8, 1);
  const test::RoutedEngine three(dragonfly_engine(), fabric, {}, 8, 3);
  EXPECT_EQ(one.rows(), three.rows());
  EXPECT_EQ(one.routing.lanes, three.routing.lanes);
}

}  // namespace
}  // namespace weft
