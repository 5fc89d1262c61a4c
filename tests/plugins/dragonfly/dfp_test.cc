#include "plugins/dragonfly/dfp.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/odd_fabrics.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// Nine groups of 4 leaf switches with 3 CAs each, and 4 spines with 2 links to other groups.
constexpr DragonflyPlusSpec kNine = {.leaves = 4, .spines = 4, .global_links = 2, .cas = 3};
constexpr unsigned kMembers = 8;

struct RoutedDfp : test::RoutedEngine {
  explicit RoutedDfp(Fabric f, const Options& options = {}, unsigned vls = 8)
      : RoutedEngine(dfp_engine(), std::move(f), options, vls) {}
};

void expect_routed(const RoutedDfp& routed, const std::string& what = "") {
  EXPECT_EQ(routed.refusal, "") << what;
  EXPECT_EQ(routed.faults(), "") << what;
  EXPECT_TRUE(routed.verdict.credit_loop_multicast.empty()) << what;
}
void expect_good(const RoutedDfp& routed, const std::string& what = "") {
  expect_routed(routed, what);
  EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty()) << what;
}

Fabric dragonfly_plus(const DragonflyPlusSpec& spec, std::uint8_t lmc = 0) {
  return with_new_lids(make_dragonfly_plus(spec), lmc);
}

// With an aggregation node at each switch.
Fabric with_nodes(const Fabric& fabric, std::uint8_t lmc) {
  return with_new_lids(with_aggregation_nodes(fabric, {}, {}, 1), lmc);
}

// Groups on a path of kNine.
std::vector<std::uint32_t> groups_on(const std::vector<SwitchIndex>& path) {
  std::vector<std::uint32_t> list;
  for (const SwitchIndex s : path) {
    if (list.empty() || list.back() != s / kMembers) list.push_back(s / kMembers);
  }
  return list;
}

bool is_leaf(SwitchIndex s) { return s % kMembers < 4; }

// The most flows on a link when the CAs of a group send each to one of the CAs from `first` on.
unsigned most_flows(const RoutedDfp& routed, EndPortIndex senders, EndPortIndex first) {
  const Fabric& fabric = routed.fabric;
  std::map<std::pair<SwitchIndex, PortNum>, unsigned> flows;
  for (EndPortIndex i = 0; i < senders; ++i) {
    const Lid lid = fabric.end_ports()[first + i].lid;
    SwitchIndex s = fabric.end_ports()[i].sw;
    while (s != fabric.end_ports()[first + i].sw) {
      const PortNum out = routed.block.tables().row(s)[lid];
      ++flows[{s, out}];
      s = fabric.ports(s)[out].peer;
    }
  }
  unsigned most = 0;
  for (const auto& [link, count] : flows) most = std::max(most, count);
  return most;
}

// Three groups with 12 CAs each and as many links between two, from 4 spines: all are in use, and
// so are the links up from the 4 leaf switches.
TEST(DfpEngine, ShiftsWithinAGroupAndToAnotherHaveNoContention) {
  const RoutedDfp routed(
      dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 6, .cas = 3, .groups = 3}));
  expect_good(routed);
  constexpr EndPortIndex kCas = 12;
  for (const EndPortIndex group : {kCas, 2 * kCas}) {
    EXPECT_EQ(most_flows(routed, kCas, group), 1u) << "to the same places of another group";
  }
  for (EndPortIndex shift = 3; shift < kCas; ++shift) {
    EXPECT_EQ(most_flows(routed, kCas - shift, shift), 1u) << shift << " places on";
  }
}

TEST(DfpEngine, RoutesOnTwoLanes) {
  for (const DragonflyPlusSpec& spec :
       {kNine, DragonflyPlusSpec{.leaves = 2, .spines = 2, .global_links = 1, .cas = 3},
        DragonflyPlusSpec{.leaves = 5, .spines = 3, .global_links = 4, .cas = 4, .groups = 4}}) {
    for (const unsigned vls : {2u, 4u, 8u}) {
      const RoutedDfp routed(dragonfly_plus(spec), {}, vls);
      expect_good(routed);
      EXPECT_EQ(routed.verdict.lanes_used, 2u);
      const RoutedDfp with_spines(with_nodes(make_dragonfly_plus(spec), 0), {}, vls);
      expect_good(with_spines);
      EXPECT_EQ(with_spines.verdict.lanes_used, 2u);
    }
  }
}

TEST(DfpEngine, IsMinimalOnOneSl) {
  const RoutedDfp routed(with_nodes(make_dragonfly_plus(kNine), 0));
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    for (const EndPort& end_port : routed.fabric.end_ports()) {
      EXPECT_EQ(routed.sl(s, end_port.lid), 0);
      const auto path = routed.path(s, end_port.lid);
      EXPECT_EQ(path.back(), end_port.sw);
      const bool is_inside = s / kMembers == end_port.sw / kMembers;
      EXPECT_EQ(groups_on(path).size(), is_inside ? 1u : 2u);
      if (is_leaf(s) && is_leaf(end_port.sw) && s != end_port.sw) {
        EXPECT_EQ(path.size(), is_inside ? 3u : 4u);
      }
    }
  }
}

// By the only link between the two groups, which all switches of the one take for all of the other.
TEST(DfpEngine, SpreadsPathsInsideOfGroupsOverTheSpines) {
  const RoutedDfp routed(dragonfly_plus(kNine));
  std::map<std::pair<SwitchIndex, SwitchIndex>, unsigned> uses;  // from leaf switch to spine
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (const EndPort& end_port : routed.fabric.end_ports()) {
      if (end_port.sw < 4 && end_port.sw != s) ++uses[{s, routed.path(s, end_port.lid)[1]}];
    }
  }
  EXPECT_EQ(uses.size(), 16u);
  for (const auto& [link, count] : uses) {
    EXPECT_GE(count, 2u);
    EXPECT_LE(count, 3u) << "nine LIDs over four spines";
  }
}

TEST(DfpEngine, TakesThePathBitsThroughOtherGroups) {
  const RoutedDfp routed(dragonfly_plus(kNine, 2));
  expect_good(routed);
  EXPECT_EQ(routed.verdict.lanes_used, 3u);
  unsigned detours = 0;
  unsigned pairs = 0;
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    if (!is_leaf(s)) continue;
    for (const EndPort& end_port : routed.fabric.end_ports()) {
      if (s / kMembers == end_port.sw / kMembers) continue;
      std::set<std::uint32_t> through;
      unsigned longer = 0;
      for (unsigned bit = 0; bit < 4; ++bit) {
        const auto lid = static_cast<Lid>(end_port.lid + bit);
        const auto list = groups_on(routed.path(s, lid));
        ASSERT_LE(list.size(), bit == 0 ? 2u : 3u);
        EXPECT_EQ(routed.sl(s, lid) == 0, bit == 0);
        if (list.size() == 3) {
          through.insert(list[1]);
          ++longer;
        }
      }
      EXPECT_EQ(through.size(), longer) << "each through another one";
      EXPECT_GE(longer, 2u) << "one may lead to the switch's own group first";
      detours += longer;
      pairs += 3;
    }
  }
  EXPECT_GT(10 * detours, 8 * pairs);
}

// Whatever bits the two ends use, as long as both use the same.
TEST(DfpEngine, RepliesHaveTheSlOfTheirRequests) {
  const RoutedDfp routed(dragonfly_plus(kNine, 2));
  for (const EndPort& a : routed.fabric.end_ports()) {
    for (const EndPort& b : routed.fabric.end_ports()) {
      EXPECT_EQ(routed.sl(a.sw, b.lid), routed.sl(b.sw, a.lid));
    }
  }
}

TEST(DfpEngine, HasEndPortsOnSpines) {
  for (const DragonflyPaths paths :
       {DragonflyPaths::kMinimal, DragonflyPaths::kMix, DragonflyPaths::kNonminimal}) {
    Options options;
    options.dragonfly_paths = paths;
    const RoutedDfp routed(with_nodes(make_dragonfly_plus(kNine), 2), options);
    expect_good(routed);
    EXPECT_EQ(routed.verdict.lanes_used, paths == DragonflyPaths::kMinimal ? 2u : 3u);
    const RoutedDfp of_two(
        with_nodes(make_dragonfly_plus({.leaves = 2, .spines = 3, .global_links = 2, .cas = 3}), 1),
        options);
    expect_good(of_two);
  }
}

// In the intermediate group.
TEST(DfpEngine, GoesDownAndUpAsTheOptionSays) {
  for (const DownUpTurns turns :
       {DownUpTurns::kAllowed, DownUpTurns::kNever, DownUpTurns::kIfNoneIsShorter}) {
    Options options;
    options.dragonfly_paths = DragonflyPaths::kNonminimal;
    options.dfp_turns = turns;
    const RoutedDfp routed(dragonfly_plus(kNine), options);
    expect_good(routed);
    unsigned detours = 0;
    unsigned with_turn = 0;
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        const auto path = routed.path(s, end_port.lid);
        if (!is_leaf(s) || groups_on(path).size() != 3) continue;
        ++detours;
        with_turn += path.size() == 7 ? 1 : 0;
        ASSERT_TRUE(path.size() == 5 || path.size() == 7);
      }
    }
    EXPECT_GT(detours, 0u);
    EXPECT_EQ(with_turn == 0, turns == DownUpTurns::kNever);
  }
}

TEST(DfpEngine, IsMinimalWithTwoVlsAndSaysSo) {
  const RoutedDfp routed(dragonfly_plus(kNine, 2), {}, 2);
  expect_good(routed);
  ASSERT_EQ(routed.routing.remarks.size(), 2u);
  EXPECT_EQ(routed.routing.remarks[0], "a Dragonfly+ of 9 groups of 4 leaf switches and 4 spines");
  EXPECT_TRUE(contains(routed.routing.remarks[1], "links have 2 VLs"));
  EXPECT_EQ(RoutedDfp(dragonfly_plus(kNine), {}, 1).refusal,
            "a Dragonfly+ needs two virtual lanes: set qos TRUE in opensm.conf");
}

TEST(DfpEngine, RoutesAroundMissingParts) {
  for (const DragonflyPlusSpec& spec :
       {kNine,
        DragonflyPlusSpec{.leaves = 6, .spines = 4, .global_links = 4, .cas = 3, .groups = 5}}) {
    for (const std::uint8_t lmc : {std::uint8_t{0}, std::uint8_t{2}}) {
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        for (const Failures& failures : {Failures{.links = {1, false}, .seed = seed},
                                         Failures{.links = {3, true}, .seed = seed},
                                         Failures{.switches = {1, false}, .seed = seed}}) {
          const Fabric fabric = with_failures(make_dragonfly_plus(spec), failures);
          const std::string what =
              fmt::format("{} spines, LMC {}, seed {}, {} links, {} switches", spec.spines, lmc,
                          seed, failures.links.number, failures.switches.number);
          expect_good(RoutedDfp(with_new_lids(fabric, lmc)), what);
          expect_routed(RoutedDfp(with_nodes(fabric, lmc)), what + ", ends on spines");
        }
      }
    }
  }
}

// The paths around the missing links leave no room for a tree on the VLs of SL 0.
TEST(DfpEngine, GivesGroupsAFreeVlWhereNoTreeFitsBesideThePaths) {
  const Fabric whole = with_aggregation_nodes(
      make_dragonfly_plus({.leaves = 6, .spines = 6, .global_links = 2, .cas = 3}), {}, {}, 3);
  const RoutedDfp routed(
      with_new_lids(with_failures(whole, {.links = {2, /*percent=*/true}, .seed = 3}), 0));
  expect_routed(routed);
  EXPECT_TRUE(contains(routed.routing.remarks.front(), "groups on SL 0 have VL 4 alone"));
}

// With end ports on spines as well, in groups that have eight leaf switches to turn at.
TEST(DfpEngine, CoversRepliesWhereLinksAreMissing) {
  const Fabric whole =
      make_dragonfly_plus({.leaves = 8, .spines = 8, .global_links = 2, .cas = 3, .groups = 9});
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Fabric fabric = with_failures(whole, {.links = {1, true}, .seed = seed});
    expect_good(RoutedDfp(with_nodes(fabric, 0)));
  }
}

TEST(DfpEngine, RoutesUnevenSpinesAndGroups) {
  const Fabric whole =
      make_dragonfly_plus({.leaves = 6, .spines = 4, .global_links = 3, .cas = 4, .groups = 6});
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Fabric uneven = with_uneven_spines(whole, {30, true}, seed);
    expect_routed(RoutedDfp(with_new_lids(uneven, 1)));
    expect_routed(
        RoutedDfp(with_new_lids(with_failures(uneven, {.switches = {3, false}, .seed = seed}), 0)));
    expect_routed(RoutedDfp(with_new_lids(with_extra_cas(whole, 20, {}, seed), 1)));
  }
}

TEST(DfpEngine, RefusesOtherFabrics) {
  for (const Fabric& fabric :
       {make_torus({.dims = {4, 4, 4}, .cas = 3}), make_xgft({.down = {4, 4}, .up = {1, 4}}),
        make_xgft({.down = {4, 4, 4}, .up = {1, 2, 2}}), make_hyperx({.dims = {5, 5}, .cas = 4}),
        make_dragonfly({.routers = 4, .global_links = 2, .cas = 4})}) {
    EXPECT_TRUE(
        contains(RoutedDfp(with_new_lids(fabric, 0)).refusal, "the fabric is no Dragonfly+"));
  }
}

TEST(DfpEngine, NeverFallsOverAnOddFabric) {
  Options options;
  options.dfp_max_cas_on_spine = 0;
  for (test::OddFabric& odd : test::odd_fabrics()) {
    const RoutedDfp routed(std::move(odd.fabric), options);
    if (routed.refusal.empty()) {
      EXPECT_EQ(routed.faults(), "") << odd.what;
    }
  }
}

TEST(DfpEngine, DoesNotDependOnThreads) {
  const Fabric fabric =
      with_nodes(with_failures(make_dragonfly_plus(kNine), {.links = {4, false}, .seed = 2}), 1);
  const test::RoutedEngine one(dfp_engine(), fabric, {}, 8, 1);
  const test::RoutedEngine three(dfp_engine(), fabric, {}, 8, 3);
  EXPECT_EQ(one.rows(), three.rows());
  EXPECT_EQ(one.routing.lanes, three.routing.lanes);
}

}  // namespace
}  // namespace weft
