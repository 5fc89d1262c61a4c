#include "plugins/auto/islands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/base/error.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/routing/choice.h"
#include "plugins/auto/auto.h"
#include "plugins/up_down/updn.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_engine.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// A tree and a torus, without the gateways between them.
Fabric islands() {
  test::LivingFabric joined(with_new_lids(
      make_islands({.tree = {.down = {4, 4}, .up = {1, 4}}, .torus = {.dims = {5, 5}, .cas = 2}}),
      0));
  for (SwitchIndex s = 0; s < joined.whole().switch_count(); ++s) {
    if (test::contains(std::string(joined.whole().switch_name(s)), "gateway")) {
      joined.lose_switch(s);
    }
  }
  return joined.now();
}

// Without a link between them.
Fabric side_by_side(const Fabric& a, const Fabric& b) {
  constexpr Guid kApart = Guid{1} << 40;
  Blueprint both(a);
  Blueprint other(b);
  const auto first = static_cast<NodeId>(both.nodes.size());
  for (Blueprint::Node& node : other.nodes) {
    node.node_guid += kApart;
    node.system_guid += kApart;
    both.nodes.push_back(node);
  }
  for (Blueprint::Address& address : other.addresses) {
    address.node += first;
    address.port_guid += kApart;
    both.addresses.push_back(address);
  }
  for (Blueprint::Link& link : other.links) {
    link.a += first;
    link.b += first;
    both.links.push_back(link);
  }
  return with_new_lids(both.build(), 0);
}

Fabric ring(std::uint32_t switches) { return make_torus({.dims = {switches}, .cas = 2}); }

TEST(Islands, HaveTheEngineThatSuitsEach) {
  const test::RoutedEngine routed(auto_engine(), islands(), {}, 8);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_EQ(routed.routing.choice->engine, "ftree+torus-2QoS");
  EXPECT_EQ(routed.routing.notes.engine, "ftree+torus-2QoS");
  EXPECT_TRUE(test::contains(routed.routing.choice->fabric,
                             "2 islands: tree of 2 levels, whole; "
                             "torus of 5 x 5"))
      << routed.routing.choice->fabric;
  for (const std::string& remark : routed.routing.remarks) {
    EXPECT_TRUE(test::contains(remark, "island "));
    EXPECT_FALSE(test::contains(remark, "makes that a rule"));
  }
}

TEST(Islands, MayBothHaveMapsOfTheirOwn) {
  const test::RoutedEngine routed(auto_engine(), side_by_side(ring(7), ring(9)), {}, 8);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_EQ(routed.routing.choice->engine, "torus-2QoS+torus-2QoS");
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_EQ(routed.verdict.lanes_used, 4u);
}

TEST(Islands, TakeTheNextEngineWhereMapsLeaveNoLanes) {
  const Fabric graph = make_random_regular({.switches = 40, .degree = 6, .cas = 2, .seed = 3});
  for (const bool is_first : {true, false}) {
    const test::RoutedEngine routed(
        auto_engine(), is_first ? side_by_side(ring(7), graph) : side_by_side(graph, ring(7)), {},
        8);
    ASSERT_EQ(routed.refusal, "");
    EXPECT_EQ(routed.routing.choice->engine, "dfsssp+dfsssp");
    EXPECT_TRUE(routed.verdict.reaches_all());
    EXPECT_TRUE(routed.verdict.credit_loop.empty());
    const std::string remark =
        is_first
            ? "island 1: not by torus-2QoS: its SL2VL maps leave no virtual lanes for island 2"
            : "island 2: not by torus-2QoS: its SL2VL maps leave no virtual lanes for island 1";
    EXPECT_EQ(std::ranges::count(routed.routing.remarks, remark), 1)
        << testing::PrintToString(routed.routing.remarks);
    EXPECT_TRUE(std::ranges::any_of(routed.routing.choice->trials, [](const EngineTrial& trial) {
      return trial.engine == "torus-2QoS" && !trial.refusal.empty();
    }));
  }
}

TEST(Islands, HaveTheMulticastTreesOfTheirEngines) {
  const test::RoutedEngine routed(auto_engine(), islands(), {}, 8);
  ASSERT_EQ(routed.refusal, "");
  ASSERT_FALSE(routed.routing.multicast.masters.empty());
  for (const MasterTree& master : routed.routing.multicast.masters) {
    unsigned roots = 0;
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      const MasterTree::Node& node = master.nodes.at(s);
      EXPECT_TRUE(node.in_tree);
      if (node.parent == kNone) {
        ++roots;
      } else {
        const Port& up = routed.fabric.ports(s)[node.port];
        EXPECT_EQ(up.peer, node.parent);
        EXPECT_EQ(up.peer_port, node.parent_port);
      }
    }
    EXPECT_EQ(roots, 2u);
  }
  EXPECT_TRUE(routed.groups_are_safe());
}

TEST(Islands, SayWhyTheyHaveOneEngine) {
  static constexpr EngineInfo kOnlyTogether = {
      "updn", "one that refuses small fabrics", Claims{},
      [](const RouteRequest& request, Tables rows) -> Routing {
        if (request.fabric.switch_count() < 16) throw CannotRoute("it is too small");
        return updn_engine().route(request, rows);
      }};
  const EngineInfo* const engines[] = {&kOnlyTogether};
  const Fabric fabric = side_by_side(ring(7), ring(9));
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Routing routing =
      auto_engine().route({fabric, Options(), Workers(1), first_lanes(8), engines}, block.tables());
  EXPECT_EQ(routing.choice->engine, "updn");
  EXPECT_TRUE(std::ranges::any_of(routing.remarks, [](const std::string& remark) {
    return remark.starts_with("all islands have one engine, because for one of them no engine");
  })) << testing::PrintToString(routing.remarks);
}

TEST(Islands, OnOneLaneEachIsRoutedToo) {
  const test::RoutedEngine routed(auto_engine(), islands(), {}, 1);
  ASSERT_EQ(routed.refusal, "");
  EXPECT_TRUE(routed.verdict.reaches_all());
  EXPECT_TRUE(routed.verdict.credit_loop.empty());
  EXPECT_TRUE(routed.routing.choice->engine.starts_with("ftree+"));
}

TEST(Islands, ThatAreTreesAreOneFabric) {
  const Fabric rails = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}, .rails = 2}), 0);
  EXPECT_TRUE(find_islands(rails, Workers(1)).empty());
  EXPECT_TRUE(
      find_islands(with_new_lids(make_torus({.dims = {4, 4}, .cas = 1}), 0), Workers(1)).empty());
}

TEST(Islands, AreRepairedWhereALinkIsLost) {
  test::RoutedSession session(auto_engine(), 8);
  const Fabric whole = islands();
  ASSERT_EQ(session.route(whole), "");
  const Fabric less = with_failures(whole, {.links = {2}, .seed = 3});
  ASSERT_EQ(session.route(less), "");
  EXPECT_TRUE(session.last().change->repaired) << session.last().change->why_anew;
  EXPECT_TRUE(session.last().verdict.reaches_all());
  ASSERT_EQ(session.route(whole), "");
  EXPECT_EQ(session.last().routing.notes.engine, "ftree+torus-2QoS");
}

}  // namespace
}  // namespace weft
