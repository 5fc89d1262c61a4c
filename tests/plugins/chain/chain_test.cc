#include "plugins/chain/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/policy/chain_policy.h"
#include "common/policy/port_groups.h"
#include "common/session/acceptance.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/shortest/dor.h"
#include "plugins/shortest/minhop.h"
#include "plugins/torus/torus_2qos.h"
#include "plugins/up_down/updn.h"
#include "tests/support/chain_policy_by_hand.h"
#include "tests/support/lane_routing.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;

// Along port 1 of every switch, which leads on round a ring. Claims more than it can hold.
Routing route_east(const RouteRequest& request, Tables rows) {
  for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
    for (const EndPort& end : request.fabric.end_ports()) {
      for (const Lid lid : lids_of(end)) {
        rows.row(s)[lid] = end.sw == s ? end.switch_port : PortNum{1};
      }
    }
  }
  return {};
}

// The same on lanes by switch: switch s sends on the (s % 2)-th lane.
Routing route_east_on_two_lanes(const RouteRequest& request, Tables rows) {
  Routing routing = route_east(request, rows);
  SlBySwitch plan;
  for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
    plan.rows.emplace_back(request.fabric.max_lid() + std::size_t{1},
                           request.lanes.lanes[s % 2].sl);
  }
  routing.lanes = std::move(plan);
  return routing;
}

// On maps of its own, by which all SLs are on VL 0.
Routing route_east_by_maps(const RouteRequest& request, Tables rows) {
  Routing routing = route_east(request, rows);
  routing.lanes = SlBySwitch{};
  routing.sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{});
  return routing;
}

Routing route_never(const RouteRequest&, Tables rows) {
  rows.row(0)[1] = 77;
  throw CannotRoute("it never does");
}

std::vector<const EngineInfo*> engines() {
  static constexpr EngineInfo kEast = {"east", "", {.credit_loop_free = true}, route_east};
  static constexpr EngineInfo kCareless = {"careless", "", {}, route_east};
  static constexpr EngineInfo kLanes = {
      "lanes", "", {.credit_loop_free = true}, route_east_on_two_lanes};
  static constexpr EngineInfo kMaps = {"maps", "", {.credit_loop_free = true}, route_east_by_maps};
  static constexpr EngineInfo kNever = {"never", "", {.credit_loop_free = true}, route_never};
  return {&minhop_engine(), &updn_engine(), &ftree_engine(), &dor_engine(), &kEast,
          &kCareless,       &kLanes,        &kMaps,          &kNever,       &torus_2qos_engine()};
}

using Policy = test::ChainPolicyByHand;

struct Outcome {
  Outcome(const Fabric& f, const Options& options, unsigned lane_count = 1)
      : fabric(f), block(f.switch_count(), f.max_lid()), workers(2) {
    const std::vector<const EngineInfo*> table = engines();
    routing =
        route_chain({fabric, options, workers, first_lanes(lane_count), table}, block.tables());
    verify_lanes(fabric, block.tables(), routing, Sl2Vl::kIdentity, {}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  Verdict verdict() {
    return verify({fabric, block.tables(), routing.lanes, routing.sl2vl.get(), &routing.multicast},
                  workers);
  }

  const Fabric& fabric;
  TableBlock block;
  Workers workers;
  Routing routing;
};

std::string refusal(const Fabric& fabric, const Options& options, unsigned lane_count = 1) {
  try {
    const Outcome outcome(fabric, options, lane_count);
  } catch (const CannotRoute& failure) {
    return failure.what();
  }
  return "it routes";
}

Fabric ring_of_four(std::uint8_t lmc = 0) {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3, static_cast<Lid>(100 + (s << lmc)), lmc);
  return sketch.build();
}

// The CAs of the ring: a0 and a1, and the others.
constexpr const char* kHalves =
    "port-group\nname: low\nport-guid: 0x1000, 0x1010\nend-port-group\n"
    "port-group\nname: high\nsubtract-rule: ALL_CAS, low\nend-port-group\n";

TEST(Chain, WithoutAPolicyFails) {
  EXPECT_TRUE(contains(refusal(ring_of_four(), {}), "rch_policy_file is not set"));
}

TEST(Chain, OfOneStepIsItsEngine) {
  const Fabric fabric = ring_of_four();
  Policy policy;
  policy.step("minhop");
  Outcome chain(fabric, policy.options());
  TableBlock alone(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, {}, chain.workers, {}}, alone.tables());
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (unsigned lid = 0; lid <= fabric.max_lid(); ++lid) {
      EXPECT_EQ(chain.entry(s, static_cast<Lid>(lid)), alone.tables().row(s)[lid]);
    }
  }
  EXPECT_TRUE(std::holds_alternative<OneLane>(chain.routing.lanes));
  EXPECT_FALSE(chain.routing.multicast.masters.empty());
  EXPECT_TRUE(chain.routing.may_have_credit_loops);  // minhop claims nothing
}

TEST(Chain, KeepsTheEntriesOfTheLastStepThatRoutesASwitchAndLid) {
  const Fabric fabric = ring_of_four();
  Policy policy(kHalves);
  policy.step("updn");
  policy.step("east", policy.topology("ALL_SWITCHES", "low"));
  Outcome chain(fabric, policy.options(), 2);
  for (SwitchIndex s = 0; s < 4; ++s) {
    EXPECT_EQ(chain.entry(s, lid_of_ca(0)), s == 0 ? 3 : 1);
    EXPECT_EQ(chain.entry(s, lid_of_ca(1)), s == 1 ? 3 : 1);
  }
  EXPECT_EQ(chain.entry(3, lid_of_ca(2)), 2);  // the short way, by the first step
  EXPECT_EQ(chain.entry(1, lid_of_switch(0)), 2);
  EXPECT_TRUE(chain.verdict().reaches_all());
}

TEST(Chain, RoutesIslandsAsTheirEnginesDoAlone) {
  const Fabric fabric = with_new_lids(
      make_islands({.tree = {.down = {3, 4}, .up = {1, 4}}, .torus = {.dims = {3, 3}}}), 0);
  Policy policy(
      "port-group\nname: tree\nport-regexp: tree leaf\nport-regexp: tree spine\n"
      "end-port-group\n"
      "port-group\nname: tree hosts\nport-regexp: tree-\nend-port-group\n"
      "port-group\nname: torus\nport-regexp: torus switch\nend-port-group\n"
      "port-group\nname: torus hosts\nport-regexp: torus-\nend-port-group\n");
  policy.step("updn");
  policy.step("ftree", policy.topology("tree", "tree hosts"));
  policy.step("dor", policy.topology("torus", "torus hosts"));
  Outcome chain(fabric, policy.options(), 8);
  ASSERT_EQ(chain.routing.steps.size(), 3u);
  EXPECT_EQ(chain.routing.steps[0].part, nullptr);
  for (const std::size_t k : {1u, 2u}) {
    const FabricPart& part = *chain.routing.steps[k].part;
    EXPECT_EQ(part.fabric.switch_count(), k == 1 ? 8u : 9u);
    EXPECT_EQ(part.fabric.end_port_count(), k == 1 ? 12u : 9u);
    TableBlock alone(part.fabric.switch_count(), part.fabric.max_lid());
    const EngineInfo& engine = k == 1 ? ftree_engine() : dor_engine();
    engine.route({part.fabric, {}, chain.workers, first_lanes(8)}, alone.tables());
    for (SwitchIndex i = 0; i < part.fabric.switch_count(); ++i) {
      for (unsigned lid = 1; lid <= part.fabric.max_lid(); ++lid) {
        const PortNum port = alone.tables().row(i)[lid];
        if (port != kNoPath) {
          EXPECT_EQ(chain.entry(part.switches[i], static_cast<Lid>(lid)), port);
        }
      }
    }
  }
  EXPECT_TRUE(chain.verdict().reaches_all());
}

// A tree and a torus of 3 x 3.
Fabric tree_and_torus() {
  return with_new_lids(
      make_islands({.tree = {.down = {2, 2}, .up = {1, 2}}, .torus = {.dims = {3, 3}}}), 0);
}

constexpr const char* kTorus = "port-group\nname: torus\nport-regexp: torus\nend-port-group\n";

TEST(Chain, HandsThroughTheMapsOfAStep) {
  const Fabric fabric = tree_and_torus();
  Policy policy(kTorus);
  policy.step("updn");
  policy.step("torus-2QoS", policy.topology("torus", "torus"));
  Outcome chain(fabric, policy.options(), 8);
  EXPECT_TRUE(chain.verdict().reaches_all());
  EXPECT_TRUE(chain.verdict().credit_loop.empty());

  const FabricPart& part = *chain.routing.steps[1].part;
  ASSERT_EQ(part.fabric.switch_count(), 9u);
  TableBlock block(9, part.fabric.max_lid());
  const Routing alone =
      torus_2qos_engine().route({part.fabric, {}, chain.workers, first_lanes(8)}, block.tables());
  ASSERT_NE(chain.routing.sl2vl, nullptr);
  EXPECT_EQ(chain.routing.sl2vl->base(), alone.sl2vl->base());
  EXPECT_EQ(chain.routing.qos_levels, alone.qos_levels);
  EXPECT_FALSE(alone.sl2vl->uniform());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const SwitchIndex i = part.place_of(s);
    const auto ports = static_cast<PortNum>(fabric.ports(s).size());
    for (PortNum in = 0; in < ports; ++in) {
      for (PortNum out = 1; out < ports; ++out) {
        EXPECT_EQ(chain.routing.sl2vl->map(s, in, out),
                  i == kNone ? alone.sl2vl->base() : alone.sl2vl->map(i, in, out));
      }
    }
    for (Lid lid = 1; lid <= fabric.max_lid(); ++lid) {
      const bool is_theirs = i != kNone && part.has_lid(lid);
      for (const Sl hint : {Sl{7}, Sl{8}}) {
        const Sl sl = path_sl(chain.routing.lanes, {.sw = s}, lid, hint);
        if (is_theirs) {
          EXPECT_EQ(sl, path_sl(alone.lanes, {.sw = i}, lid, hint));
        } else if (!part.has_lid(lid)) {
          EXPECT_EQ(sl, hint & 8);
        }
      }
    }
  }
}

TEST(Chain, OfOneStepHasItsMaps) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {3, 3}}), 0);
  Policy policy;
  policy.step("torus-2QoS");
  Outcome chain(fabric, policy.options(), 8);
  ASSERT_NE(chain.routing.sl2vl, nullptr);
  EXPECT_TRUE(chain.verdict().credit_loop.empty());
  // Nothing is left of a step that owns nothing any more.
  policy.step("updn");
  Outcome updn(fabric, policy.options(), 8);
  EXPECT_EQ(updn.routing.sl2vl, nullptr);
  EXPECT_TRUE(updn.routing.qos_levels.empty());
  EXPECT_TRUE(std::holds_alternative<OneLane>(updn.routing.lanes));
}

TEST(Chain, WithMapsHasNoLanesForOtherSteps) {
  Policy policy(kTorus);
  policy.step("lanes");
  policy.step("torus-2QoS", policy.topology("torus", "torus"));
  EXPECT_EQ(
      refusal(tree_and_torus(), policy.options(), 8),
      "step 2 (torus-2QoS) has its own SL2VL maps, which leave no virtual lanes for other "
      "steps, but step 1 (lanes) needs lanes: give it an engine that uses one lane, such as updn");
}

TEST(Chain, TakesTheFallbackOfAStepThatFails) {
  const Fabric fabric = ring_of_four();
  Policy policy(kHalves);
  policy.step("updn");
  policy.step("never", policy.topology("ALL_SWITCHES", "low"));
  policy.fallback("never");
  policy.fallback("east", 0);
  Outcome chain(fabric, policy.options(), 2);
  EXPECT_EQ(chain.entry(1, lid_of_ca(0)), 1);
  EXPECT_EQ(chain.entry(0, 1), 0);
  ASSERT_FALSE(chain.routing.warnings.empty());
  EXPECT_EQ(chain.routing.warnings.front(),
            "step 2 (never) failed: it never does; step 3 (never) failed: it never does; step 4 "
            "(east) is used instead");
}

TEST(Chain, TakesTheFallbackOfItsFirstStep) {
  Policy policy;
  policy.step("never");
  policy.fallback("updn");
  const Fabric fabric = ring_of_four();
  Outcome chain(fabric, policy.options());
  EXPECT_TRUE(chain.verdict().reaches_all());
}

TEST(Chain, FailsWithAStepThatHasNoFallback) {
  Policy policy(kHalves);
  policy.step("updn");
  policy.step("never", policy.topology("ALL_SWITCHES", "low"));
  EXPECT_EQ(refusal(ring_of_four(), policy.options()),
            "step 2 (never) failed: it never does; no step is its fallback");
}

TEST(Chain, PassesOverAStepWhoseTopologyIsEmpty) {
  Policy policy("port-group\nname: none\nport-regexp: there is none\nend-port-group\n");
  policy.step("updn");
  policy.step("never", policy.topology("none", "ALL_CAS"));
  const Fabric fabric = ring_of_four();
  Outcome chain(fabric, policy.options());
  EXPECT_TRUE(chain.verdict().reaches_all());
  ASSERT_FALSE(chain.routing.warnings.empty());
  EXPECT_EQ(chain.routing.warnings.back(),
            "step 2 (never) routes nothing: its topology has no switch");
}

TEST(Chain, PassesOverAPathBitThatNoPortHas) {
  Policy policy;
  policy.step("updn");
  policy.step("never").path_bit = 2;
  const Fabric fabric = ring_of_four(1);
  Outcome chain(fabric, policy.options());
  ASSERT_FALSE(chain.routing.warnings.empty());
  EXPECT_EQ(chain.routing.warnings.back(),
            "step 2 (never) routes nothing: no port of its topology has the path bit 2 (see lmc)");
}

// Roots of all islands in one file.
TEST(Chain, GivesEachStepTheGuidsOfItsOwnPart) {
  const Fabric fabric = with_new_lids(
      make_islands({.tree = {.down = {2, 2}, .up = {1, 2}}, .torus = {.dims = {3}}}), 0);
  Policy policy("port-group\nname: torus\nport-regexp: torus\nend-port-group\n");
  policy.step("updn");
  policy.step("updn", policy.topology("torus", "torus"));
  Options options = policy.options();
  const Guid spine = fabric.switches()[2].node_guid;
  options.ranked_nodes = test::named_nodes({spine});
  Outcome chain(fabric, options, 8);
  EXPECT_EQ(chain.routing.steps[0].notes.roots, std::vector<SwitchIndex>{2});
  EXPECT_EQ(chain.routing.steps[0].options.ranked_nodes, test::named_nodes({spine}));
  EXPECT_EQ(chain.routing.steps[1].options.ranked_nodes, std::nullopt);
  // What is nowhere is still said to be.
  options.ranked_nodes = test::named_nodes({spine, 0x77});
  Outcome stranger(fabric, options, 8);
  EXPECT_EQ(stranger.routing.steps[1].options.ranked_nodes, test::named_nodes({0x77}));
  EXPECT_TRUE(std::ranges::any_of(stranger.routing.warnings, [](const std::string& warning) {
    return warning.find("0x0000000000000077 is not in the fabric") != std::string::npos;
  }));
}

TEST(Chain, WithAPathBitRoutesThatLidOfEachPortAlone) {
  const Fabric fabric = ring_of_four(1);
  Policy policy(kHalves);
  policy.step("updn");
  policy.step("east", policy.topology("ALL_SWITCHES", "low")).path_bit = 1;
  Outcome chain(fabric, policy.options(), 2);
  EXPECT_EQ(chain.entry(1, 100), 2);
  EXPECT_EQ(chain.entry(1, 101), 1);
  EXPECT_EQ(chain.entry(0, 101), 3);
  EXPECT_EQ(chain.entry(3, 105), 2);  // of a2
  EXPECT_EQ(chain.entry(1, lid_of_switch(0)), 2);
  // Bit 0 of switches too.
  Policy base;
  base.step("updn");
  base.step("minhop").path_bit = 0;
  EXPECT_TRUE(Outcome(fabric, base.options()).verdict().reaches_all());
}

// Each half of the ring alone is free of loops.
Policy two_halves(const std::string& first, const std::string& second) {
  Policy policy(kHalves);
  policy.step("updn");
  policy.step(first, policy.topology("ALL_SWITCHES", "low"));
  policy.step(second, policy.topology("ALL_SWITCHES", "high"));
  return policy;
}

TEST(Chain, NamesTheStepsThatCloseALoopTogether) {
  const std::string words = refusal(ring_of_four(), two_halves("east", "east").options());
  EXPECT_TRUE(contains(words, "step 2 (east) and step 3 (east)"));
  EXPECT_TRUE(contains(words, "there is only one virtual lane"));
  EXPECT_TRUE(contains(words, "s0 (0x0000000000000001) port 1 VL 0"));
  EXPECT_TRUE(contains(refusal(ring_of_four(), two_halves("east", "east").options(), 2),
                       "of the 2 available"));
}

TEST(Chain, WithMapsBreaksNoLoopByLanes) {
  EXPECT_TRUE(contains(refusal(ring_of_four(), two_halves("maps", "east").options(), 8),
                       "its steps together close a credit loop, and the SL2VL maps of step 2 "
                       "(maps) leave no separate lanes for the other steps"));
}

TEST(Chain, GivesStepsThatCloseALoopSeparateLanes) {
  const Fabric fabric = ring_of_four();
  Outcome chain(fabric, two_halves("east", "east").options(), 3);
  const Verdict verdict = chain.verdict();
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_FALSE(chain.routing.may_have_credit_loops);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 2}, lid_of_switch(0), 7), 0);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 2}, lid_of_ca(1), 7), 1);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 2}, lid_of_ca(3), 7), 2);
}

TEST(Chain, MayHaveLoopsIfAskedToOrIfAnEngineClaimsNothing) {
  const Fabric fabric = ring_of_four();
  Options options = two_halves("east", "east").options();
  options.allow_credit_loops = true;
  EXPECT_TRUE(Outcome(fabric, options).routing.may_have_credit_loops);
  EXPECT_TRUE(
      Outcome(fabric, two_halves("east", "careless").options()).routing.may_have_credit_loops);
  // One that has no part in the loop is no excuse.
  Policy policy(kHalves);
  policy.step("minhop");
  policy.step("east", policy.topology("ALL_SWITCHES", "low"));
  policy.step("east", policy.topology("ALL_SWITCHES", "high"));
  EXPECT_TRUE(contains(refusal(fabric, policy.options()), "step 2 (east) and step 3 (east)"));
}

// sssp routes one LID of each port of a ring and closes a loop; dfsssp routes the other, by the
// same links on lanes of its own.
TEST(Chain, TheLoopOfAStepWithoutAPromiseIsNotThatOfOthers) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {5}, .cas = 1}), 1);
  for (const unsigned bit : {0u, 1u}) {
    test::ChainPolicyByHand policy("");
    policy.step("sssp");
    policy.step("dfsssp").path_bit = bit;
    Session session(**std::ranges::find(all_engines(), "chain", &EngineInfo::name), all_engines());
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const auto result =
        session.route({fabric, policy.options(), Workers(1), {first_lanes(8)}}, block.tables());
    EXPECT_TRUE(result->routing.may_have_credit_loops);
    EXPECT_FALSE(result->verdict.credit_loop.empty());
  }
}

TEST(Chain, GivesPathsFromOutsideTheSlOfTheSwitchWhereTheyEnter) {
  // The topology is s1..s3; the first step leads from s0 to s1 for a1, to s3 for a3.
  const Fabric fabric = ring_of_four();
  Policy policy(
      "port-group\nname: some\nport-guid: 0x2, 0x3, 0x4\nend-port-group\n"
      "port-group\nname: hosts\nsubtract-rule: ALL_CAS, zero\nend-port-group\n"
      "port-group\nname: zero\nport-guid: 0x1000\nend-port-group\n");
  policy.step("updn");
  policy.step("lanes", policy.topology("some", "hosts"));
  Outcome chain(fabric, policy.options(), 8);
  // In the part s1 is switch 0 and sends on the first lane, s2 on the second, s3 on the first.
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 1}, lid_of_ca(2), 0), 0);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 2}, lid_of_ca(3), 0), 1);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 0}, lid_of_ca(1), 0), 0);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 0}, lid_of_ca(3), 0), 0);
  EXPECT_EQ(path_sl(chain.routing.lanes, {.sw = 0}, lid_of_switch(2), 0), 0);
}

TEST(Chain, IsRefusedBySessionsNoMoreThanItsEnginesAre) {
  // minhop on a ring has a credit loop, and says so.
  Policy policy;
  policy.step("minhop");
  test::Sketch sketch(6);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.link(s, 1, (s + 1) % 6, 2);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.ca(s, 3);
  const Fabric fabric = sketch.build();
  const std::vector<const EngineInfo*> table = engines();
  Session session(chain_engine(), table);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const auto result = session.route({fabric, policy.options(), Workers(1)}, block.tables());
  EXPECT_FALSE(result->verdict.credit_loop.empty());
}

}  // namespace
}  // namespace weft
