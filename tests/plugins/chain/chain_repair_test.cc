// Chains whose fabric changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/repair/fabric_match.h"
#include "common/session/session.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/chain_policy_by_hand.h"
#include "tests/support/living_fabric.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;
using test::LivingFabric;
using Policy = test::ChainPolicyByHand;

constexpr PortNum kNext = 1;
constexpr PortNum kBack = 2;
constexpr PortNum kOut = 4;

constexpr SwitchIndex kBridge = 6;

// A ring of s0 to s5, and s6, which links s0 and s1 once more; a CA at each. fifth: the name of s5.
Fabric bridged_ring(const std::string& fifth = "ring 5") {
  FabricBuilder builder("bridged ring");
  for (NodeId s = 0; s <= kBridge; ++s) {
    const std::string name = s < 5 ? "ring " + std::to_string(s) : s == 5 ? fifth : "bridge";
    builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 4, .name = name});
    builder.set_address(s, 0, 0, lid_of_switch(s), 0);
  }
  for (NodeId s = 0; s < 6; ++s) builder.add_link(s, kNext, (s + 1) % 6, kBack, {});
  builder.add_link(0, kOut, kBridge, 1, {});
  builder.add_link(1, kOut, kBridge, 2, {});
  for (NodeId a = 0; a <= kBridge; ++a) {
    const std::string name = (a < 6 ? "host " : "other ") + std::to_string(a);
    const NodeId node = builder.add_node(
        {.type = NodeType::kCa, .node_guid = 0x1000 + 16 * a, .port_count = 1, .name = name});
    builder.add_link(node, 1, a, 3, {});
    builder.set_address(node, 1, 0, lid_of_ca(a), 0);
  }
  return builder.build();
}

// The ring is routed by a step of its own.
Policy ring_first_and_all(const std::string& engine = "minhop") {
  Policy policy(
      "port-group\nname: ring\nport-regexp: ring\nend-port-group\n"
      "port-group\nname: hosts\nport-regexp: host\nend-port-group\n");
  policy.step("minhop");
  policy.step(engine, policy.topology("ring", "hosts"));
  return policy;
}

// minhop, unless it is not in the mood.
bool is_in_the_mood = true;
Routing route_by_mood(const RouteRequest& request, Tables rows) {
  if (!is_in_the_mood) throw CannotRoute("it is not in the mood");
  return minhop_engine().route(request, rows);
}
const EngineInfo kMoody = {"moody", "", Claims{}, &route_by_mood};

std::vector<const EngineInfo*> engines_and_moody() {
  std::vector<const EngineInfo*> engines(all_engines().begin(), all_engines().end());
  engines.push_back(&kMoody);
  return engines;
}

// A session, and what became of its tables.
class Running {
 public:
  explicit Running(const Policy& policy) : Running(policy.options()) {}
  explicit Running(Options options) : options_(std::move(options)) {}

  const Verified& route(Fabric fabric) {
    before_ = std::move(now_);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    now_ = session_.route({.fabric = std::move(fabric),
                           .options = options_,
                           .workers = Workers(1),
                           .lanes = {first_lanes(8)},
                           .last_in_list = true},
                          block.tables());
    return *now_;
  }
  PortNum now(SwitchIndex s, Lid lid) const { return now_->tables->tables().row(s)[lid]; }
  PortNum before(SwitchIndex s, Lid lid) const { return before_->tables->tables().row(s)[lid]; }

 private:
  Options options_;
  std::vector<const EngineInfo*> engines_ = engines_and_moody();
  Session session_{chain_engine(), engines_};
  std::shared_ptr<const Verified> before_, now_;
};

TEST(ChainRepair, StaysInsideThePartAndReturnsToTheBaseline) {
  Running running(ring_first_and_all());
  LivingFabric fabric(bridged_ring());
  const Verified first = running.route(fabric.now());
  fabric.lose_link(0, kNext);
  const Verified& lost = running.route(fabric.now());
  EXPECT_EQ(lost.change->why_anew, "");
  EXPECT_TRUE(lost.change->repaired);
  // By s6 it would be two hops instead of five.
  for (SwitchIndex s = 0; s < 6; ++s) {
    for (SwitchIndex to = 0; to < 6; ++to) {
      // From one end of what is a row of s1 to s5 and s0 now.
      const bool onwards = s != 0 && (to == 0 || to > s);
      if (s == to) continue;
      EXPECT_EQ(running.now(s, lid_of_ca(to)), onwards ? kNext : kBack);
      EXPECT_EQ(running.now(s, lid_of_switch(to)), onwards ? kNext : kBack);
    }
  }
  EXPECT_EQ(running.now(kBridge, lid_of_ca(0)), 1);  // which the first step routes
  EXPECT_EQ(running.now(0, lid_of_ca(kBridge)), kOut);
  ASSERT_EQ(lost.routing.steps.size(), 2u);
  EXPECT_EQ(lost.routing.steps[0].part, nullptr);
  EXPECT_EQ(lost.routing.steps[1].id, 2u);
  EXPECT_EQ(lost.routing.steps[1].part->fabric.ports(0)[kNext].kind, PeerKind::kNothing);

  fabric.return_all();
  const Verified& whole = running.route(fabric.now());
  EXPECT_TRUE(whole.change->repaired);
  EXPECT_EQ(whole.change->sls, 0u);
  for (SwitchIndex s = 0; s <= kBridge; ++s) {
    for (unsigned lid = 1; lid <= whole.fabric.max_lid(); ++lid) {
      EXPECT_EQ(running.now(s, static_cast<Lid>(lid)), first.tables->tables().row(s)[lid]);
    }
  }
}

TEST(ChainRepair, ChangesWithLanesNoMoreThanItMust) {
  Running running(ring_first_and_all("dfsssp"));
  LivingFabric fabric(bridged_ring());
  running.route(fabric.now());
  fabric.lose_link(2, kNext);
  const Verified& lost = running.route(fabric.now());
  EXPECT_EQ(lost.change->why_anew, "");
  for (SwitchIndex s = 0; s < 6; ++s) {
    for (EndPortIndex to = 0; to < 6; ++to) EXPECT_NE(running.now(s, lid_of_ca(to)), kOut);
  }
  fabric.return_all();
  EXPECT_TRUE(running.route(fabric.now()).change->repaired);
}

TEST(ChainRepair, WithoutAPathInsideThePartRecomputes) {
  Running running(ring_first_and_all());
  LivingFabric fabric(bridged_ring());
  running.route(fabric.now());
  fabric.lose_link(0, kNext);
  fabric.lose_link(5, kNext);
  const Verified& lost = running.route(fabric.now());
  EXPECT_FALSE(lost.change->repaired);
  EXPECT_TRUE(contains(lost.change->why_anew, " that keeps its virtual lane free of credit loops"));
  EXPECT_TRUE(contains(lost.change->why_anew, ", inside the topology of its step"));
  EXPECT_EQ(running.now(0, lid_of_ca(1)), kOut);
  // What is routed next is repaired again.
  fabric.return_all();
  EXPECT_TRUE(running.route(fabric.now()).change->repaired);
  EXPECT_EQ(running.now(0, lid_of_ca(1)), kNext);
}

TEST(ChainRepair, ANewHostMovesNoPath) {
  for (const EndPortIndex host : {3u, 6u}) {
    Running running(ring_first_and_all());
    LivingFabric fabric(bridged_ring());
    fabric.lose_end_port(host);
    running.route(fabric.now());
    fabric.return_all();
    const Verified& result = running.route(fabric.now());
    EXPECT_TRUE(result.change->repaired);
    EXPECT_EQ(result.change->entries, 0u);
    EXPECT_EQ(result.routing.steps[1].part->has_lid(lid_of_ca(host)), host == 3);
    for (SwitchIndex s = 0; s <= kBridge; ++s) EXPECT_NE(running.now(s, lid_of_ca(host)), kNoPath);
    for (SwitchIndex s = 0; s < 6; ++s) {
      if (host == 3) {
        EXPECT_NE(running.now(s, lid_of_ca(host)), kOut);
      }
    }
  }
}

TEST(ChainRepair, OfASwitchThatHasAnotherStepNowIsNone) {
  Running running(ring_first_and_all());
  running.route(bridged_ring());
  const Verified& result = running.route(bridged_ring("spare 5"));
  EXPECT_FALSE(result.change->repaired);
  EXPECT_EQ(result.change->why_anew,
            result.fabric.describe_lid(lid_of_switch(5)) + " has left the topology of step 2");
  EXPECT_EQ(result.routing.steps[1].part->switches, (std::vector<SwitchIndex>{0, 1, 2, 3, 4}));
}

// It was away, and returns under another name: then there is no baseline.
TEST(ChainRepair, DoesNotReturnToWhereOtherStepsRouted) {
  Running running(ring_first_and_all());
  LivingFabric fabric(bridged_ring());
  running.route(fabric.now());
  fabric.lose_switch(5);
  running.route(fabric.now());
  const Verified& result = running.route(bridged_ring("spare 5"));
  EXPECT_EQ(result.change->why_anew, "");
  EXPECT_EQ(result.routing.steps[1].part->switches, (std::vector<SwitchIndex>{0, 1, 2, 3, 4}));
  // s4 is linked to s5, which is out of its part.
  for (const EndPortIndex to : {0u, 1u}) EXPECT_EQ(running.now(4, lid_of_ca(to)), kBack);
  EXPECT_EQ(running.route(bridged_ring("spare 5")).change->entries, 0u);
}

TEST(ChainRepair, ResumesAfterTablesThatWereKept) {
  Running running(ring_first_and_all("moody"));
  LivingFabric fabric(bridged_ring());
  running.route(fabric.now());
  fabric.lose_switch(5);
  running.route(fabric.now());
  fabric.lose_link(0, kNext);
  is_in_the_mood = false;
  EXPECT_TRUE(contains(running.route(fabric.now()).kept_because, "step 2 (moody) failed"));
  is_in_the_mood = true;
  EXPECT_EQ(running.now(0, lid_of_ca(1)), kOut);
  fabric.return_link(0, kNext);
  const Verified& result = running.route(fabric.now());
  EXPECT_EQ(result.kept_because, "");
  EXPECT_TRUE(result.change->repaired);
  EXPECT_EQ(result.routing.steps.size(), 2u);
  EXPECT_EQ(running.now(0, lid_of_ca(1)), kNext);
}

// All that a step has to route may go for some time.
TEST(ChainRepair, KeepsAStepThatHasNothingToRouteForSomeTime) {
  Policy policy("port-group\nname: bridge\nport-guid: 0x7, 0x1060\nend-port-group\n");
  policy.step("minhop");
  policy.step("updn", policy.topology("bridge", "bridge"));
  Running running(policy);
  LivingFabric fabric(bridged_ring());
  running.route(fabric.now());
  fabric.lose_switch(kBridge);
  const Verified lost = running.route(fabric.now());
  EXPECT_TRUE(lost.change->repaired);
  ASSERT_EQ(lost.routing.steps.size(), 2u);
  EXPECT_EQ(lost.routing.steps[1].part->fabric.switch_count(), 0u);
  fabric.return_all();
  EXPECT_TRUE(running.route(fabric.now()).change->repaired);
}

// --- Which steps, with which parts and options ---

std::vector<RoutedStep> steps_now(const Policy& policy, const Fabric& fabric,
                                  const std::vector<std::uint64_t>& routed,
                                  const Options& more = {}) {
  std::vector<RoutedStep> before;
  before.reserve(routed.size());
  for (const std::uint64_t id : routed) before.push_back({.id = id, .engine = "", .part = nullptr});
  Options options = policy.options();
  options.ranked_nodes = more.ranked_nodes;
  return chain_steps_now({fabric, options, Workers(1), {}, all_engines()}, before);
}

std::string refusal(const Policy& policy, const std::vector<std::uint64_t>& routed) {
  try {
    steps_now(policy, bridged_ring(), routed);
  } catch (const CannotRoute& failure) {
    return failure.what();
  }
  return "none";
}

TEST(ChainSteps, AreThoseThatRouted) {
  Policy policy = ring_first_and_all();
  policy.fallback("updn", 0);
  const Fabric fabric = bridged_ring();
  Options options;
  options.ranked_nodes = test::named_nodes({1, 7});
  const std::vector<RoutedStep> steps = steps_now(policy, fabric, {1, 3}, options);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].options.ranked_nodes, test::named_nodes({1, 7}));
  EXPECT_EQ(steps[1].id, 3u);
  EXPECT_EQ(steps[1].engine, "updn");
  EXPECT_EQ(steps[1].part->switches, (std::vector<SwitchIndex>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(steps[1].options.ranked_nodes, test::named_nodes({1}));
}

TEST(ChainSteps, ThatHadNothingToRouteMustHaveNothingNow) {
  EXPECT_EQ(refusal(ring_first_and_all(), {1}), "step 2 (minhop) has something to route now");
  Policy policy("port-group\nname: none\nport-guid: 0x77\nend-port-group\n");
  policy.step("minhop");
  policy.step("updn", policy.topology("none", "none"));
  EXPECT_EQ(refusal(policy, {1}), "none");
}

TEST(ChainSteps, OfOthersTablesAreUnknown) {
  EXPECT_EQ(refusal(ring_first_and_all(), {}), "its steps did not compute the active tables");
}

TEST(ChainSteps, OfAnEngineThatIsNeverRepairedAreNot) {
  EXPECT_EQ(refusal(ring_first_and_all("file"), {1, 2}),
            "the tables of step 2 (file) are never repaired");
}

// A torus of 3 x 3 beside a tree, each routed by its own step. A link of the torus, and then a
// switch of the tree, are lost, and with that the numbers of switches are others.
TEST(ChainRepair, KeepsTheMapsOfAStep) {
  Policy policy("port-group\nname: torus\nport-regexp: torus\nend-port-group\n");
  policy.step("updn");
  policy.step("torus-2QoS", policy.topology("torus", "torus"));
  Blueprint blueprint(with_new_lids(
      make_islands({.tree = {.down = {2, 2}, .up = {1, 2}}, .torus = {.dims = {3, 3}}}), 0));
  Running running(policy);
  const Verified whole = running.route(blueprint.build());
  const auto is_of_torus = [&](SwitchIndex s) {
    return whole.routing.steps[1].part->place_of(s) != kNone;
  };
  const auto is_torus_link = [&](const auto& link) {
    return link.a < whole.fabric.switch_count() && link.b < whole.fabric.switch_count() &&
           is_of_torus(link.a);
  };
  std::ranges::find_if(blueprint.links, is_torus_link)->removed = true;
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(whole.fabric);
  SwitchIndex spine = 0;
  while (is_of_torus(spine) || end_ports[spine] > 0) ++spine;
  blueprint.nodes[spine].removed = true;
  const Verified& now = running.route(blueprint.build());
  EXPECT_TRUE(now.change->repaired) << now.change->why_anew;
  EXPECT_TRUE(now.verdict.credit_loop.empty());
  ASSERT_NE(now.routing.sl2vl, nullptr);
  const FabricMatch match(whole.fabric, now.fabric);
  for (SwitchIndex s = 0; s < now.fabric.switch_count(); ++s) {
    for (PortNum in = 0; in < 8; ++in) {
      for (PortNum out = 1; out < 8; ++out) {
        EXPECT_EQ(now.routing.sl2vl->map(s, in, out),
                  whole.routing.sl2vl->map(match.switch_before(s), in, out));
      }
    }
  }
}

}  // namespace
}  // namespace weft
