#include "plugins/up_down/updn.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::EngineOutcome;
using test::lid_of_switch;
using test::Sketch;
using test::two_spines;
using test::why_not;
using test::with_roots;

TEST(GivenRoots, MayBeSwitchesCasOrTheirPorts) {
  // Sketch gives CAs the GUIDs 0x1000, 0x1010, ... and their ports one more.
  const std::pair<Guid, SwitchIndex> cases[] = {{3, 2}, {0x1010, 1}, {0x1031, 3}};
  for (const auto& [guid, root] : cases) {
    EngineOutcome outcome(updn_engine(), two_spines().build(), with_roots({guid, guid}));
    EXPECT_EQ(outcome.routing.notes.roots, std::vector<SwitchIndex>{root});
    EXPECT_TRUE(outcome.routing.warnings.empty());
    EXPECT_TRUE(outcome.is_good());
    for (SwitchIndex s = 0; s < 4; ++s) {
      EXPECT_EQ(outcome.routing.notes.orientation.goes_up(s, root), s != root);
    }
  }
}

TEST(GivenRoots, UnknownOnesAreReportedAndLeftOut) {
  EngineOutcome outcome(updn_engine(), two_spines().build(), with_roots({0xABC, 1, 2}));
  EXPECT_EQ(outcome.routing.notes.roots, (std::vector<SwitchIndex>{0, 1}));
  ASSERT_EQ(outcome.routing.warnings.size(), 1u);
  EXPECT_TRUE(contains(outcome.routing.warnings[0], "0x0000000000000abc"));
}

TEST(GivenRoots, WithoutAnyThatIsKnownOthersAreFound) {
  const EngineOutcome without(updn_engine(), two_spines().build());
  for (const std::vector<Guid>& guids : {std::vector<Guid>{}, std::vector<Guid>{0xABC}}) {
    const EngineOutcome outcome(updn_engine(), two_spines().build(), with_roots(guids));
    EXPECT_EQ(outcome.routing.notes.roots, without.routing.notes.roots);
    EXPECT_TRUE(contains(outcome.routing.warnings.at(guids.size()), "root_guid_file"));
  }
}

// An aggregation node on each spine: without added paths these have none to each other.
TEST(FoundRoots, AreAllSpinesThoughPairsOfThemMayBeLost) {
  const Fabric tree = with_new_lids(
      with_aggregation_nodes(make_xgft({.down = {16, 8}, .up = {1, 8}}), {}, {}, 1), 0);
  Options options;
  options.calculate_missing_routes = false;
  options.lost_pairs = LostPairsAre::kAccepted;
  const EngineOutcome accepted(updn_engine(), tree, options);
  EXPECT_EQ(accepted.routing.notes.roots.size(), 8u);
  EXPECT_EQ(accepted.verdict.unreachable_pairs, 8u * 7);
  EXPECT_TRUE(contains(accepted.routing.warnings.at(0), "no path leads from spine 1"));

  // But no pairs of hosts for which a root that is lowered is enough.
  const Fabric with_cas =
      with_new_lids(with_extra_cas(make_xgft({.down = {16, 16}, .up = {1, 16}}), 4, {}, 5), 0);
  const Fabric damaged = with_failures(with_cas, {.links = {5}, .seed = 5});
  EXPECT_EQ(EngineOutcome(updn_engine(), damaged, options).verdict.unreachable_pairs, 0u);

  options.lost_pairs = LostPairsAre::kRefused;
  const EngineOutcome complete(updn_engine(), tree, options);
  EXPECT_TRUE(complete.is_good());
  EXPECT_EQ(complete.routing.notes.roots.size(), 1u);
  ASSERT_FALSE(complete.routing.warnings.empty());
  EXPECT_TRUE(contains(complete.routing.warnings.back(),
                       "calculate_missing_routes FALSE leaves only such roots"));
}

TEST(FoundRoots, ThatMakeALinkMuchBusierThanNecessaryAreReported) {
  EngineOutcome outcome(updn_engine(), with_new_lids(make_dragonfly({6, 3, 3}), 0));
  ASSERT_FALSE(outcome.routing.warnings.empty());
  EXPECT_TRUE(contains(outcome.routing.warnings.back(), "check the roots"));

  // Lost pairs are accepted: the warning does not advise that.
  Options options;
  options.calculate_missing_routes = false;
  options.lost_pairs = LostPairsAre::kAccepted;
  const EngineOutcome accepted(updn_engine(), with_new_lids(make_dragonfly({6, 3, 3}), 0), options);
  ASSERT_FALSE(accepted.routing.warnings.empty());
  EXPECT_TRUE(contains(accepted.routing.warnings.back(), "check the roots"));
}

TEST(FoundRoots, AreGoodIfTheBusiestLinkHasThePathsToOneLid) {
  // The paths of three hosts to the fourth take one of five cables.
  Sketch sketch(2);
  for (PortNum port = 1; port <= 5; ++port) sketch.link(0, port, 1, port);
  for (PortNum port = 6; port <= 8; ++port) sketch.ca(0, port);
  sketch.ca(1, 6);
  EngineOutcome outcome(updn_engine(), sketch.build());
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(outcome.routing.warnings.empty());
}

TEST(FoundRoots, AreGoodIfAllPathsShareTheOnlyLink) {
  Sketch sketch(2, 24);
  sketch.link(0, 1, 1, 1);
  for (PortNum port = 2; port <= 21; ++port) sketch.ca(0, port);
  for (PortNum port = 2; port <= 5; ++port) sketch.ca(1, port);
  EXPECT_TRUE(EngineOutcome(updn_engine(), sketch.build()).routing.warnings.empty());
}

TEST(FoundRoots, AreNoWorseWithMoreLids) {
  for (const std::uint8_t lmc : {std::uint8_t{0}, std::uint8_t{3}}) {
    const Fabric fabric =
        with_new_lids(generate("random", {{"switches", "20"}, {"degree", "4"}}), lmc);
    EXPECT_TRUE(EngineOutcome(updn_engine(), fabric).routing.warnings.empty()) << int{lmc};
  }
}

// Below a few leaf switches all pairs have paths, all through these.
TEST(FoundRoots, AreTheSpinesOfADragonflyPlusThatLacksLinksOrHasHostsOnSpines) {
  const Fabric lacks_links =
      with_failures(make_dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 2, .cas = 3}),
                    {.links = {3, /*percent=*/true}, .seed = 1});
  const Fabric has_hosts = with_extra_cas(
      make_dragonfly_plus({.leaves = 4, .spines = 4, .global_links = 2, .cas = 4}), 2, {}, 50);
  for (const Fabric* const fabric : {&lacks_links, &has_hosts}) {
    const EngineOutcome outcome(updn_engine(), with_new_lids(*fabric, 0));
    EXPECT_TRUE(outcome.is_good());
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(*fabric);
    for (const SwitchIndex root : outcome.routing.notes.roots) {
      EXPECT_LE(end_ports[root], 1u) << fabric->describe_switch(root);
    }
  }
}

TEST(NodeIds, OrderEqualRanks) {
  // s1 and s2 are below s0 and linked to each other.
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(1, 2, 2, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 8);
  const Fabric fabric = sketch.build();
  Options options = with_roots({1});
  EXPECT_TRUE(
      EngineOutcome(updn_engine(), fabric, options).routing.notes.orientation.goes_up(2, 1));
  options.node_ids = {{2, 9}, {3, 4}, {0xABC, 1}};
  EngineOutcome outcome(updn_engine(), fabric, options);
  EXPECT_TRUE(outcome.routing.notes.orientation.goes_up(1, 2));
  EXPECT_TRUE(outcome.is_good());
  options.node_ids = {{3, 1}};  // s1 keeps its GUID, 2
  EXPECT_TRUE(
      EngineOutcome(updn_engine(), fabric, options).routing.notes.orientation.goes_up(1, 2));
}

// A ring of 8 switches with two hosts each.
Fabric ring_of_eight() { return with_new_lids(make_torus({.dims = {8}, .cas = 2}), 0); }

TEST(Updn, ARingIsFreeOfCreditLoopsWithAndWithoutGivenRoots) {
  const Fabric ring = ring_of_eight();
  EXPECT_FALSE(EngineOutcome(minhop_engine(), ring).verdict.credit_loop.empty());
  EXPECT_TRUE(EngineOutcome(updn_engine(), ring).is_good());
  const Guid first = ring.switches()[0].node_guid;
  EXPECT_TRUE(EngineOutcome(updn_engine(), ring, with_roots({first})).is_good());
  EXPECT_TRUE(EngineOutcome(updn_engine(), ring, with_roots({first, ring.switches()[4].node_guid}))
                  .is_good());
}

// A node on each spine, 12 % of the links are lost.
EngineOutcome route_damaged_tree(const XgftSpec& spec, std::uint64_t seed) {
  const Fabric with_nodes = with_aggregation_nodes(make_xgft(spec), {}, {}, 1);
  const Fabric fabric = with_failures(with_nodes, {.links = {12, /*percent=*/true}, .seed = seed});
  return EngineOutcome(updn_engine(), with_new_lids(fabric, 0));
}

TEST(Updn, HubsJoinSpinesThatHaveLostManyLinks) {
  for (const std::uint64_t seed : {1u, 3u}) {
    const EngineOutcome outcome = route_damaged_tree({{10, 10, 10}, {1, 10, 10}}, seed);
    EXPECT_TRUE(outcome.is_good());
    EXPECT_EQ(outcome.routing.notes.roots.size(), 100u);
  }
}

// Some spines reach no switch over which paths could turn to the others.
TEST(Updn, SpinesThatAreCutOffFromTheOthersAreLowered) {
  const EngineOutcome outcome = route_damaged_tree({{1, 20, 20}, {1, 20, 20}}, 1);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_GT(outcome.routing.notes.roots.size(), 380u) << "of 400 spines";
  EXPECT_TRUE(contains(outcome.routing.remarks.front(), "like leaf switches"));
}

TEST(Updn, MulticastTreesKeepToUpDown) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 3, 2}}), 0);
  EngineOutcome outcome(updn_engine(), fabric);
  ASSERT_EQ(outcome.routing.multicast.masters.size(), 4u);
  for (const MasterTree& tree : outcome.routing.multicast.masters) {
    for (const EndPort& port : fabric.end_ports()) {
      ASSERT_TRUE(tree.nodes[port.sw].in_tree);
      for (SwitchIndex s = port.sw; tree.nodes[s].parent != kNone; s = tree.nodes[s].parent) {
        EXPECT_TRUE(outcome.routing.notes.orientation.goes_up(s, tree.nodes[s].parent));
      }
    }
  }
  const Verdict with_multicast = verify(
      {fabric, outcome.block.tables(), outcome.routing.lanes, nullptr, &outcome.routing.multicast},
      Workers(1));
  EXPECT_TRUE(with_multicast.credit_loop_multicast.empty());
}

TEST(Updn, NothingToRoute) {
  EXPECT_EQ(why_not(updn_engine(), FabricBuilder("none").build()), "the fabric has no switch");
  Sketch bare(2);
  bare.link(0, 1, 1, 1);
  EngineOutcome outcome(updn_engine(), bare.build());
  EXPECT_EQ(outcome.entry(0, lid_of_switch(1)), 1u);
}

}  // namespace
}  // namespace weft
