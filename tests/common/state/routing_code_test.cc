#include "common/state/routing_code.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/chain/chain.h"
#include "plugins/torus/torus_2qos.h"
#include "plugins/up_down/updn.h"
#include "tests/support/chain_policy_by_hand.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/fabric_text.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

Fabric torus() {
  GridSpec spec;
  spec.dims = {4, 3, 3};
  spec.cas = 1;
  return with_new_lids(make_torus(spec), 0);
}

// What is the same again, byte for byte.
Routing coded(const Verified& routed) {
  const std::string bytes = encode_routing(routed.fabric, routed.routing);
  Routing again = decode_routing(routed.fabric, bytes);
  EXPECT_EQ(encode_routing(routed.fabric, again), bytes);
  return again;
}

TEST(RoutingCode, KeepsMapsOfPorts) {
  test::RoutedSession session(torus_2qos_engine(), 8);
  ASSERT_EQ(session.route(torus()), "");
  const Verified& routed = session.last();
  const Routing again = coded(routed);
  ASSERT_NE(again.sl2vl, nullptr);
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    const unsigned ports = routed.fabric.switches()[s].port_count;
    for (unsigned in = 0; in <= ports; ++in) {
      for (unsigned out = 1; out <= ports; ++out) {
        EXPECT_EQ(
            again.sl2vl->map(s, static_cast<PortNum>(in), static_cast<PortNum>(out)),
            routed.routing.sl2vl->map(s, static_cast<PortNum>(in), static_cast<PortNum>(out)));
      }
    }
  }
  EXPECT_EQ(again.qos_levels, routed.routing.qos_levels);
  EXPECT_EQ(again.notes.coordinates, routed.routing.notes.coordinates);
  EXPECT_FALSE(again.notes.coordinates.empty());
}

TEST(RoutingCode, KeepsTreesAndRoots) {
  test::RoutedSession session(updn_engine());
  ASSERT_EQ(session.route(torus()), "");
  const Routing& before = session.last().routing;
  const Routing again = coded(session.last());
  ASSERT_EQ(again.multicast.masters.size(), before.multicast.masters.size());
  EXPECT_EQ(again.notes.roots, before.notes.roots);
  EXPECT_EQ(again.notes.orientation.place, before.notes.orientation.place);
  EXPECT_FALSE(again.notes.roots.empty());
}

TEST(RoutingCode, KeepsTheStepsOfAChain) {
  test::ChainPolicyByHand policy;
  policy.step("minhop");
  policy.step("updn", policy.topology("ALL", "ALL"));
  test::RoutedSession session(chain_engine());
  ASSERT_EQ(session.route(torus(), policy.options()), "");
  const Routing& before = session.last().routing;
  const Routing again = coded(session.last());
  ASSERT_EQ(again.steps.size(), 2u);
  EXPECT_EQ(again.steps[0].part, nullptr);
  ASSERT_NE(again.steps[1].part, nullptr);
  EXPECT_EQ(again.steps[1].id, 2u);
  EXPECT_EQ(again.steps[1].engine, "updn");
  EXPECT_EQ(text_of(again.steps[1].part->fabric), text_of(before.steps[1].part->fabric));
  EXPECT_EQ(again.steps[1].part->switches, before.steps[1].part->switches);
}

// Trees whose branches are not there, or that lead round in a circle.
TEST(RoutingCode, RefusesTreesThatAreNone) {
  test::RoutedSession session(updn_engine());
  ASSERT_EQ(session.route(torus()), "");
  const Fabric& fabric = session.last().fabric;
  const auto refused = [&](auto damage) {
    Routing routing;
    routing.multicast = session.last().routing.multicast;
    MasterTree& master = routing.multicast.masters.front();
    SwitchIndex child = 0;
    while (master.nodes[child].parent == kNone) ++child;
    damage(master, child);
    return refusal([&] { decode_routing(fabric, encode_routing(fabric, routing)); }) != "";
  };
  EXPECT_FALSE(refused([](MasterTree&, SwitchIndex) {}));
  EXPECT_TRUE(refused([](MasterTree& m, SwitchIndex s) { m.nodes[s].parent = 100; }));
  EXPECT_TRUE(refused([](MasterTree& m, SwitchIndex s) { ++m.nodes[s].port; }));
  EXPECT_TRUE(refused([](MasterTree& m, SwitchIndex s) { m.nodes[s].port = 200; }));
  EXPECT_TRUE(refused([](MasterTree& m, SwitchIndex s) { ++m.nodes[s].depth; }));
  EXPECT_TRUE(refused([](MasterTree& m, SwitchIndex s) { m.nodes[s].in_tree = false; }));
  EXPECT_TRUE(
      refused([](MasterTree& m, SwitchIndex s) { m.nodes[m.nodes[s].parent].in_tree = false; }));
}

TEST(RoutingCode, RefusesWhatIsCutOff) {
  test::RoutedSession session(torus_2qos_engine(), 8);
  ASSERT_EQ(session.route(torus()), "");
  const Fabric& fabric = session.last().fabric;
  const std::string bytes = encode_routing(fabric, session.last().routing);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
    EXPECT_NE(refusal([&] { decode_routing(fabric, bytes.substr(0, size)); }), "") << size;
  }
  EXPECT_NE(refusal([&] { decode_routing(fabric, bytes + "x"); }), "");
}

TEST(LanesCode, KeepsLanesAndRefusesWhatIsNone) {
  const LaneBudget eight = first_lanes(8);
  EXPECT_EQ(decode_lanes(encode_lanes(eight)), eight);
  const auto refused = [](LaneBudget budget) {
    return refusal([&] { decode_lanes(encode_lanes(budget)); }) != "";
  };
  EXPECT_FALSE(refused({{{0, 0}, {5, 1}}, 2}));
  EXPECT_TRUE(refused({{}, 1}));
  EXPECT_TRUE(refused({{{0, 0}, {0, 1}}, 1})) << "an SL twice";
  EXPECT_TRUE(refused({{{0, 1}, {1, 1}}, 1})) << "a VL twice";
  EXPECT_TRUE(refused({{{16, 0}}, 1}));
  EXPECT_TRUE(refused({{{0, 15}}, 1}));
  EXPECT_TRUE(refused({{{0, 0}}, 16}));
}

}  // namespace
}  // namespace weft
