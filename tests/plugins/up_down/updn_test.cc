// The engines updn, dnup and dor on fabrics that can be checked by hand.
#include "plugins/up_down/updn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/shortest/dor.h"
#include "plugins/shortest/minhop.h"
#include "plugins/up_down/dnup.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Sketch;

struct Outcome {
  Outcome(const EngineInfo& engine, Fabric f, const Options& options = {})
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(2);
    routing = engine.route({fabric, options, nullptr, workers}, block.tables());
    verdict = verify({fabric, block.tables(), routing.lanes}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  // Every pair of end ports has a path, and the channels are in no cycle.
  bool is_good() const {
    return verdict.unreachable_pairs == 0 && routing.unrouted_pairs == 0 &&
           verdict.forwarding_loops == 0 && verdict.credit_loop.empty();
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

Options with_roots(std::vector<Guid> guids) {
  Options options;
  options.root_guids = std::move(guids);
  return options;
}

// Spines s0 and s1, leaves s2 and s3, a CA on each: a0 .. a3. Switches have the GUIDs 1 .. 4.
Sketch two_spines() {
  Sketch sketch(4);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
  }
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 8);
  return sketch;
}
const std::vector<Guid> kBothSpines = {1, 2};

TEST(MissingRoutes, ConnectTheCasOfTwoSpines) {
  Outcome outcome(updn_engine(), two_spines().build(), with_roots(kBothSpines));
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(outcome.routing.warnings.empty());
  const PortNum there = outcome.entry(0, lid_of_ca(1));
  EXPECT_EQ(outcome.entry(1, lid_of_ca(0)), there) << "both over the same leaf";
  EXPECT_EQ(outcome.entry(there, lid_of_ca(1)), 2u);
}

TEST(MissingRoutes, ConnectTwoLeavesWithoutACommonSpine) {
  // s2 - s0 - s4 - s1 - s3: the leaves s2 and s3, and s4 below both spines.
  Sketch sketch(5);
  sketch.link(2, 1, 0, 1);
  sketch.link(4, 1, 0, 2);
  sketch.link(4, 2, 1, 1);
  sketch.link(3, 1, 1, 2);
  for (const SwitchIndex leaf : {2u, 3u, 4u}) sketch.ca(leaf, 8);
  Outcome outcome(updn_engine(), sketch.build(), with_roots(kBothSpines));
  EXPECT_TRUE(outcome.is_good());
  EXPECT_EQ(outcome.entry(2, lid_of_ca(1)), 1u);
  EXPECT_EQ(outcome.entry(0, lid_of_ca(1)), 2u);
  EXPECT_EQ(outcome.entry(4, lid_of_ca(1)), 2u) << "down to s4, and up again";
  EXPECT_EQ(outcome.entry(1, lid_of_ca(1)), 2u);
}

TEST(MissingRoutes, WhatStaysUnconnectedIsNamed) {
  Options options = with_roots(kBothSpines);
  options.calculate_missing_routes = false;
  Outcome outcome(updn_engine(), two_spines().build(), options);
  EXPECT_EQ(outcome.routing.unrouted_pairs, 2u);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 2u);
  EXPECT_EQ(outcome.entry(0, lid_of_ca(1)), kNoPath);
  ASSERT_EQ(outcome.routing.warnings.size(), 3u);
  const std::string& first = outcome.routing.warnings[0];
  EXPECT_TRUE(contains(first, "from s1 (0x0000000000000002)"));
  EXPECT_TRUE(contains(first, "to s0 (0x0000000000000001)"));
  EXPECT_TRUE(contains(first, "a1 (0x"));
  EXPECT_TRUE(contains(first, "a0 (0x"));
  EXPECT_TRUE(contains(outcome.routing.warnings[2], "2 pairs of end ports"));
}

TEST(MissingRoutes, PiecesAreNotMissed) {
  Sketch sketch(2);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  Outcome outcome(updn_engine(), sketch.build(), with_roots({1}));
  EXPECT_EQ(outcome.routing.unrouted_pairs, 0u);
  EXPECT_EQ(outcome.verdict.disconnected_pairs, 2u);
  EXPECT_TRUE(Outcome(updn_engine(), outcome.fabric).routing.warnings.empty());
}

TEST(ConnectRoots, LeadsToTheLidsOfRoots) {
  for (const bool connect : {false, true}) {
    Options options = with_roots(kBothSpines);
    options.connect_roots = connect;
    Outcome outcome(updn_engine(), two_spines().build(), options);
    EXPECT_TRUE(outcome.is_good());
    for (SwitchIndex s = 0; s < 2; ++s) {
      EXPECT_EQ(outcome.entry(s, lid_of_switch(1 - s)) != kNoPath, connect);
      EXPECT_EQ(outcome.entry(s, lid_of_switch(s)), 0u);
    }
    EXPECT_EQ(outcome.verdict.unreachable_switch_pairs, connect ? 0u : 2u);
  }
}

TEST(GivenRoots, MayBeSwitchesCasOrTheirPorts) {
  // Sketch gives CAs the GUIDs 0x1000, 0x1010, ... and their ports one more.
  const std::pair<Guid, SwitchIndex> cases[] = {{3, 2}, {0x1010, 1}, {0x1031, 3}};
  for (const auto& [guid, root] : cases) {
    Outcome outcome(updn_engine(), two_spines().build(), with_roots({guid, guid}));
    EXPECT_EQ(outcome.routing.roots, std::vector<SwitchIndex>{root});
    EXPECT_TRUE(outcome.routing.warnings.empty());
    EXPECT_TRUE(outcome.is_good());
    for (SwitchIndex s = 0; s < 4; ++s) {
      EXPECT_EQ(outcome.routing.orientation.goes_up(s, root), s != root);
    }
  }
}

TEST(GivenRoots, UnknownOnesAreToldAndLeftOut) {
  Outcome outcome(updn_engine(), two_spines().build(), with_roots({0xABC, 1, 2}));
  EXPECT_EQ(outcome.routing.roots, (std::vector<SwitchIndex>{0, 1}));
  ASSERT_EQ(outcome.routing.warnings.size(), 1u);
  EXPECT_TRUE(contains(outcome.routing.warnings[0], "0x0000000000000abc"));
}

std::string why_not(const EngineInfo& engine, Fabric fabric, const Options& options = {}) {
  try {
    Outcome(engine, std::move(fabric), options);
  } catch (const CannotRoute& error) {
    return error.what();
  }
  return "";
}

TEST(GivenRoots, SomeMustBeKnown) {
  for (const std::vector<Guid>& guids : {std::vector<Guid>{}, std::vector<Guid>{0xABC}}) {
    EXPECT_TRUE(contains(why_not(updn_engine(), two_spines().build(), with_roots(guids)),
                         "root_guid_file"));
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
  EXPECT_TRUE(Outcome(updn_engine(), fabric, options).routing.orientation.goes_up(2, 1));
  options.node_ids = {{2, 9}, {3, 4}, {0xABC, 1}};
  Outcome outcome(updn_engine(), fabric, options);
  EXPECT_TRUE(outcome.routing.orientation.goes_up(1, 2));
  EXPECT_TRUE(outcome.is_good());
  options.node_ids = {{3, 1}};  // s1 keeps its GUID, 2
  EXPECT_TRUE(Outcome(updn_engine(), fabric, options).routing.orientation.goes_up(1, 2));
}

// A ring of 8 switches with two hosts each.
Fabric ring_of_eight() { return with_new_lids(make_torus({.dims = {8}, .cas = 2}), 0); }

TEST(Updn, ARingIsFreeOfCreditLoopsWithAndWithoutGivenRoots) {
  const Fabric ring = ring_of_eight();
  EXPECT_FALSE(Outcome(minhop_engine(), ring).verdict.credit_loop.empty());
  EXPECT_TRUE(Outcome(updn_engine(), ring).is_good());
  const Guid first = ring.switches()[0].node_guid;
  EXPECT_TRUE(Outcome(updn_engine(), ring, with_roots({first})).is_good());
  EXPECT_TRUE(
      Outcome(updn_engine(), ring, with_roots({first, ring.switches()[4].node_guid})).is_good());
}

TEST(Updn, MulticastTreesKeepToUpDown) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 3, 2}}), 0);
  Outcome outcome(updn_engine(), fabric);
  ASSERT_EQ(outcome.routing.multicast.masters.size(), 4u);
  for (const MasterTree& tree : outcome.routing.multicast.masters) {
    for (const EndPort& port : fabric.end_ports()) {
      ASSERT_TRUE(tree.nodes[port.sw].in_tree);
      for (SwitchIndex s = port.sw; tree.nodes[s].parent != kNone; s = tree.nodes[s].parent) {
        EXPECT_TRUE(outcome.routing.orientation.goes_up(s, tree.nodes[s].parent));
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
  Outcome outcome(updn_engine(), bare.build());
  EXPECT_EQ(outcome.entry(0, lid_of_switch(1)), 1u);
}

TEST(Dnup, LeavesAreLowest) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {4, 4, 3}, .up = {1, 3, 2}}), 0);
  Outcome outcome(dnup_engine(), fabric);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(outcome.routing.roots.empty());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      const bool is_leaf = fabric.switch_name(s).starts_with("leaf");
      const bool below_spine = fabric.switch_name(port.peer).starts_with("spine");
      EXPECT_EQ(outcome.routing.orientation.goes_up(s, port.peer), is_leaf || below_spine);
    }
  }
}

TEST(Dnup, NeedsALeaf) {
  Sketch bare(2);
  bare.link(0, 1, 1, 1);
  EXPECT_TRUE(contains(why_not(dnup_engine(), bare.build()), "no leaf switch"));
}

TEST(Dor, MeshesAndHypercubesAreFreeOfCreditLoops) {
  for (const Fabric& fabric :
       {make_mesh({.dims = {4, 4}, .cas = 2}), make_mesh({.dims = {3, 3, 3}, .links = 2}),
        make_hypercube({.dimensions = 4, .cas = 2})}) {
    EXPECT_TRUE(Outcome(dor_engine(), with_new_lids(fabric, 0)).is_good());
    EXPECT_TRUE(Outcome(dor_engine(), with_new_lids(fabric, 2)).is_good());
  }
}

TEST(Dor, ATorusWorksButHasCreditLoops) {
  const Fabric torus = with_new_lids(make_torus({.dims = {5, 5}}), 0);
  Outcome outcome(dor_engine(), torus);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 0u);
  EXPECT_FALSE(outcome.verdict.credit_loop.empty());
}

TEST(Dor, TheFirstDimensionComesFirstAndParallelLinksShareIt) {
  // Towards higher coordinates lead the ports 1 and 2 in the first dimension, 5 and 6 in the
  // second.
  const Fabric mesh = with_new_lids(make_mesh({.dims = {3, 3}, .cas = 4, .links = 2}), 0);
  Outcome outcome(dor_engine(), mesh);
  constexpr SwitchIndex kCorner = 0, kMiddle = 4, kOpposite = 8;
  const auto uses = [&](SwitchIndex from, SwitchIndex to, PortNum p) {
    return std::count_if(mesh.end_ports().begin(), mesh.end_ports().end(), [&](const EndPort& e) {
      return e.sw == to && outcome.entry(from, e.lid) == p;
    });
  };
  for (const SwitchIndex to : {kMiddle, kOpposite}) {
    EXPECT_EQ(uses(kCorner, to, 1), 2);
    EXPECT_EQ(uses(kCorner, to, 2), 2);
  }
  EXPECT_EQ(uses(kMiddle, kOpposite, 1), 2);
  EXPECT_EQ(uses(3, kMiddle, 5), 2) << "the first dimension is done";
  EXPECT_EQ(uses(3, kMiddle, 6), 2);
}

}  // namespace
}  // namespace weft
