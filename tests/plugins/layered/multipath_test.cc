#include "plugins/layered/multipath.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/links.h"
#include "common/patterns/patterns.h"
#include "plugins/layered/detour_trees.h"
#include "plugins/layered/dfsssp.h"
#include "tests/support/edge_disjoint_paths.h"
#include "tests/support/lane_routing.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::LaneRouting;
using test::RoutedEngine;

// Without an alternative, what verify has against it.
std::string faults(const RoutedEngine& routed) {
  std::string text = routed.refusal + routed.faults();
  if (!routed.verdict.credit_loop_reversed.empty()) text += "replies close a credit loop\n";
  if (!routed.verdict.credit_loop_multicast.empty()) text += "groups close a credit loop\n";
  return text;
}

RoutedEngine routed(const Fabric& fabric, std::uint8_t lmc, unsigned vls = 8) {
  return {multipath_engine(), with_new_lids(fabric, lmc), Options{}, vls};
}

// The mean over the phases of the busiest link, of flows that are spread over all LIDs.
double busiest(const RoutedEngine& routed, PatternKind kind) {
  return judge_pattern(routed.fabric, routed.block.tables(), ranks_by_guid(routed.fabric),
                       {.kind = kind, .spread = true}, Workers(2))
      .mean_busiest_link;
}

// The links of a path.
std::set<LinkIndex> links_of(const RoutedEngine& routed, const Links& links, SwitchIndex from,
                             Lid lid) {
  std::set<LinkIndex> path;
  const SwitchIndex to = routed.fabric.destination_switch(lid);
  for (SwitchIndex at = from; at != to && path.size() < 64;) {
    const LinkIndex link = links.at(at, routed.entry(at, lid));
    path.insert(link);
    at = links[link].to;
  }
  return path;
}

bool share_a_link(const std::set<LinkIndex>& a, const std::set<LinkIndex>& b) {
  return std::ranges::any_of(a, [&](LinkIndex link) { return b.contains(link); });
}

TEST(Multipath, ClaimsFreedomFromCreditLoops) {
  EXPECT_EQ(multipath_engine().name, "multipath");
  EXPECT_TRUE(multipath_engine().is_registered_as("multipath"));
  EXPECT_TRUE(multipath_engine().claims.credit_loop_free);
}

TEST(Multipath, WithoutAnLmcItIsDfsssp) {
  for (const Fabric& fabric : {with_new_lids(make_slim_fly({.q = 3}), 0),
                               with_new_lids(make_torus({.dims = {4, 3}}), 0)}) {
    const LaneRouting alone(multipath_engine(), fabric, first_lanes(8));
    EXPECT_EQ(alone.refusal(), "");
    EXPECT_TRUE(alone.same_as(LaneRouting(dfsssp_engine(), fabric, first_lanes(8))));
  }
}

TEST(Multipath, BaseLidsAreThoseOfDfsssp) {
  const RoutedEngine all = routed(make_slim_fly({.q = 4, .cas = 2}), 2);
  EXPECT_EQ(faults(all), "");
  const RoutedEngine base(dfsssp_engine(), with_base_lids(all.fabric), Options{});
  for (const EndPort& port : all.fabric.end_ports()) {
    for (SwitchIndex s = 0; s < all.fabric.switch_count(); ++s) {
      ASSERT_EQ(all.entry(s, port.lid), base.entry(s, port.lid));
      ASSERT_EQ(all.sl(s, port.lid), base.sl(s, port.lid));
    }
  }
}

// Of a ring of five each link to the destination is closed in every other tree, so that half of all
// paths to the second LID go the other way round.
TEST(Multipath, ARingHasTwoWays) {
  const RoutedEngine ring = routed(make_torus({.dims = {5}}), 1);
  EXPECT_EQ(faults(ring), "");
  unsigned long_ways = 0;
  for (const EndPort& port : ring.fabric.end_ports()) {
    for (SwitchIndex s = 0; s < 5; ++s) {
      const std::size_t hops = ring.path(s, port.lid).size() - 1;
      const std::size_t other = ring.path(s, static_cast<Lid>(port.lid + 1)).size() - 1;
      EXPECT_LE(hops, 2u);
      EXPECT_TRUE(other == hops || other == 5 - hops) << hops << " and " << other;
      long_ways += other != hops ? 1u : 0u;
    }
  }
  EXPECT_EQ(long_ways, 10u);
}

// Of the LIDs of a port, so many that no two of their paths share a link; of the first ones that do
// not.
unsigned apart(const RoutedEngine& routed, const Links& links, SwitchIndex from,
               const EndPort& port) {
  std::vector<std::set<LinkIndex>> paths;
  for (const Lid lid : lids_of(port)) {
    const std::set<LinkIndex> path = links_of(routed, links, from, lid);
    if (std::ranges::none_of(paths, [&](const auto& other) { return share_a_link(path, other); })) {
      paths.push_back(path);
    }
  }
  return static_cast<unsigned>(paths.size());
}

// The reference: as many paths with no link in common as there are, by maximum flow. With one LID
// more half of all switches go straight to it, so that the others can go round.
TEST(Multipath, PathsOfAPairShareNoLinkWhereThereAreTwo) {
  for (const Fabric& fabric :
       {make_slim_fly({.q = 5, .cas = 1}), make_hyperx({.dims = {4, 4}, .cas = 2}),
        make_polar_fly({.q = 5, .cas = 1})}) {
    for (const auto& [lmc, share] : {std::pair(1, 0.5), std::pair(2, 0.95)}) {
      const RoutedEngine several = routed(fabric, static_cast<std::uint8_t>(lmc));
      EXPECT_EQ(faults(several), "");
      const Links links(several.fabric);
      unsigned with_two = 0;
      unsigned found = 0;
      for (const EndPort& port : several.fabric.end_ports()) {
        for (SwitchIndex s = 0; s < several.fabric.switch_count(); ++s) {
          if (s == port.sw) continue;
          const unsigned paths = apart(several, links, s, port);
          const unsigned most = test::edge_disjoint_paths(links, s, port.sw);
          EXPECT_LE(paths, most);
          with_two += most >= 2 ? 1u : 0u;
          found += paths >= 2 ? 1u : 0u;
        }
      }
      EXPECT_GE(found, share * with_two) << "of " << with_two << " with LMC " << lmc;
    }
  }
}

TEST(Multipath, NoPathIsMuchLonger) {
  for (const Fabric& fabric : {make_slim_fly({.q = 5, .cas = 2}), make_polar_fly({.q = 5}),
                               make_random_regular({.switches = 40, .degree = 5, .cas = 2})}) {
    const RoutedEngine all = routed(fabric, 2);
    EXPECT_EQ(faults(all), "");
    for (const EndPort& port : all.fabric.end_ports()) {
      for (SwitchIndex s = 0; s < all.fabric.switch_count(); ++s) {
        const std::size_t fewest = all.path(s, port.lid).size();
        for (const Lid lid : lids_of(port)) {
          ASSERT_LE(all.path(s, lid).size(), fewest + DetourTrees::kMostLonger);
        }
      }
    }
  }
}

// What the engine is for, compared with dfsssp and one LID for each port.
TEST(Multipath, AdversarialPatternsGetMore) {
  struct Case {
    const char* what;
    Fabric fabric;
    std::uint8_t lmc;
    double times;
  };
  const Case cases[] = {
      {"HyperX", make_hyperx({.dims = {12, 8}, .cas = 7}), 1, 1.7},
      {"HyperX", make_hyperx({.dims = {12, 8}, .cas = 7}), 2, 2.8},
      {"Slim Fly", make_slim_fly({.q = 5}), 1, 1.2},
      {"Slim Fly", make_slim_fly({.q = 5}), 2, 1.5},
      {"PolarFly", make_polar_fly({.q = 7}), 1, 1.25},
      {"PolarFly", make_polar_fly({.q = 7}), 2, 1.5},
      {"random", make_random_regular({.switches = 64, .degree = 8, .cas = 4}), 2, 1.5},
      {"torus", make_torus({.dims = {5, 5, 5}}), 1, 1.0},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(std::string(one.what) + " with LMC " + std::to_string(one.lmc));
    const RoutedEngine several = routed(one.fabric, one.lmc);
    const RoutedEngine minimal(dfsssp_engine(), with_base_lids(several.fabric), Options{});
    EXPECT_EQ(faults(several), "");
    EXPECT_LE(several.verdict.lanes_used, 8u);
    EXPECT_LE(one.times * busiest(several, PatternKind::kAdversarial),
              busiest(minimal, PatternKind::kAdversarial));
    EXPECT_LE(busiest(several, PatternKind::kRandom), busiest(minimal, PatternKind::kRandom));
  }
}

TEST(Multipath, OneLaneIsRefusedInDfssspsWords) {
  const RoutedEngine fly = routed(make_slim_fly({.q = 3}), 1, 1);
  EXPECT_TRUE(test::contains(fly.refusal, "but there is 1: if the links have more, set qos TRUE"));
}

// A mesh takes one lane for base LIDs, and so it does for all where there is one.
TEST(Multipath, WhatFitsOneLaneStaysThere) {
  const RoutedEngine mesh = routed(make_mesh({.dims = {4, 4}}), 1, 1);
  EXPECT_EQ(faults(mesh), "");
  EXPECT_TRUE(std::holds_alternative<OneLane>(mesh.routing.lanes));
  EXPECT_TRUE(mesh.verdict.safe_on_one_lane);
}

TEST(Multipath, WhatNoLaneTakesHasThePathsOfTheBaseLid) {
  const RoutedEngine fly = routed(make_slim_fly({.q = 5}), 2, 2);
  EXPECT_EQ(faults(fly), "");
  ASSERT_EQ(fly.routing.warnings.size(), 1u);
  EXPECT_TRUE(test::contains(fly.routing.warnings.front(),
                             "of 600 LIDs have the paths of the base LID of their port: 2 lanes do "
                             "not suffice"));
}

// Tori that lack so much that dfsssp gives up equal SLs there and back, and whose replies close no
// credit loop all the same.
TEST(Multipath, RepliesThatHappenToBeSafeStaySafe) {
  const auto torus = [](const GridSpec& spec, const Failures& failures, double percent) {
    const Fabric fabric = with_failures(make_torus(spec), failures);
    return without_some_cas(fabric, {percent, true}, 1);
  };
  Random random(3);
  struct Case {
    const char* what;
    Fabric fabric;
    std::uint8_t lmc;
    unsigned vls;
  };
  const Case cases[] = {
      {"a lane holds replies' turns too",
       torus({.dims = {5, 3}, .cas = 1, .links = 3}, {.switches = {2}, .links = {4}}, 10), 2, 2},
      {"those of replies and groups together close a cycle",
       torus({.dims = {3, 6}, .cas = 1}, {.switches = {2}, .seed = 14}, 50), 1, 2},
      {"replies change lanes",
       test::with_fewer_lanes(torus({.dims = {5, 4}, .cas = 1}, {.links = {3}, .seed = 32}, 50),
                              random),
       2, 2}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.what);
    const RoutedEngine all = routed(one.fabric, one.lmc, one.vls);
    const RoutedEngine base(dfsssp_engine(), with_base_lids(all.fabric), Options{}, one.vls);
    ASSERT_FALSE(base.routing.warnings.empty());
    EXPECT_TRUE(test::contains(base.routing.warnings.front(), "weft_reversible is ignored"));
    EXPECT_EQ(faults(base), "");
    EXPECT_EQ(faults(all), "");
  }
}

// With the room that replies would take, three lanes suffice.
TEST(Multipath, RepliesThatNeedNotBeSafeTakeNoRoom) {
  Options options;
  options.reversible = false;
  const RoutedEngine torus(multipath_engine(), with_new_lids(make_torus({.dims = {3, 5}}), 2),
                           options, 3);
  EXPECT_EQ(torus.refusal + torus.faults(), "");
  EXPECT_TRUE(torus.verdict.credit_loop_multicast.empty());
  EXPECT_TRUE(torus.routing.warnings.empty());
}

TEST(Multipath, LmcsMayDiffer) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(2, 2, 0, 2);
  sketch.ca(0, 5, 100, 2);
  sketch.ca(0, 6, 104, 0);
  sketch.ca(1, 5, 106, 1);
  sketch.ca(2, 5, 108, 0);
  const RoutedEngine triangle(multipath_engine(), sketch.build(), Options{});
  EXPECT_EQ(faults(triangle), "");
  EXPECT_EQ(triangle.path(1, 100), (std::vector<SwitchIndex>{1, 0}));
  EXPECT_EQ(triangle.path(2, 100), (std::vector<SwitchIndex>{2, 0}));
  // One goes by way of the other, which goes straight, and then they change places.
  const auto goes_round = [&](SwitchIndex s, Lid lid) { return triangle.path(s, lid).size() == 3; };
  EXPECT_NE(goes_round(1, 101), goes_round(2, 101));
  EXPECT_NE(goes_round(1, 101), goes_round(1, 102));
  EXPECT_NE(goes_round(1, 102), goes_round(2, 102));
}

TEST(Multipath, AFabricWithoutSwitchesHasNoPaths) {
  test::Sketch sketch(0);
  const RoutedEngine nothing(multipath_engine(), sketch.build(), Options{});
  EXPECT_EQ(faults(nothing), "");
}

}  // namespace
}  // namespace weft
