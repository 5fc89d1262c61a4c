// The baseline, the routing to which repairs return, and what counts for the choice of it.
#include <gtest/gtest.h>

#include <string>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Two leaf switches and six spines, of which one is replaced: else each routing would compare with
// a full recompute, for ever.
TEST(Baseline, IsRenewedByAReplacedSwitchAlsoWhereNoPathHasToMove) {
  constexpr SwitchIndex kOld = 7, kNew = 8;
  test::Sketch sketch(9);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    const auto port = static_cast<PortNum>(leaf + 1);
    for (SwitchIndex s = 2; s < 7; ++s) sketch.link(leaf, static_cast<PortNum>(s), s, port);
    sketch.link(leaf, 7, kOld, port);
    sketch.link(leaf, 1, kNew, port);
    sketch.ca(leaf, 8);
  }
  test::LivingFabric fabric(sketch.build());
  fabric.lose_switch(kNew);
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(fabric.now()), "");
  fabric.return_all();
  fabric.lose_switch(kOld);
  ASSERT_EQ(session.route(fabric.now()), "");
  const SessionState state = session.state();
  EXPECT_TRUE(state.last->change->repaired);
  EXPECT_EQ(state.last->change->why_moved, "");
  EXPECT_TRUE(state.last->change->is_even);
  EXPECT_EQ(state.baseline, state.last);
}

TEST(Change, CountsSwitchesThatGetTheirFirstHosts) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  test::LivingFabric fabric(sketch.build());
  fabric.lose_end_port(2);
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(fabric.now()), "");
  ASSERT_EQ(session.route(fabric.now()), "");
  EXPECT_EQ(session.last().change->new_senders, 0u);
  fabric.return_all();
  ASSERT_EQ(session.route(fabric.now()), "");
  EXPECT_EQ(session.last().change->new_senders, 1u);
}

// A recompute that leaves out pairs has less load for that reason alone.
TEST(KeepBalanced, TakesNoRecomputeThatLosesPairs) {
  static bool leaves_out;
  static const EngineInfo forgetful = [] {
    EngineInfo engine = minhop_engine();
    engine.route = [](const RouteRequest& request, Tables rows) {
      Routing routing = minhop_engine().route(request, rows);
      const auto end_ports = request.fabric.end_ports();
      for (std::size_t e = 0; leaves_out && e < end_ports.size(); e += 2) {
        for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
          if (s != end_ports[e].sw) rows.row(s)[end_ports[e].lid] = kNoPath;
        }
      }
      return routing;
    };
    return engine;
  }();
  Options options;
  options.lost_pairs = LostPairsAre::kAccepted;
  test::LivingFabric tree(with_new_lids(make_xgft({.down = {4, 6}, .up = {1, 4}}), 0));
  test::RoutedSession session(forgetful);
  leaves_out = false;
  ASSERT_EQ(session.route(tree.now(), options), "");
  tree.lose_link(0, 5);
  ASSERT_EQ(session.route(tree.now(), options), "");
  const std::uint64_t before = test::figures_of(session.last()).max_link_load;
  leaves_out = true;
  test::RoutedSession anew(forgetful);
  ASSERT_EQ(anew.route(tree.now(), options), "");
  ASSERT_GT(anew.last().lost.between_end_ports(), 0u);
  ASSERT_LT(test::figures_of(anew.last()).max_link_load, before);
  session.rebalance(true);
  ASSERT_EQ(session.route(tree.now(), options), "");
  EXPECT_TRUE(session.last().change->repaired) << session.last().change->why_anew;
  EXPECT_FALSE(session.last().change->is_even);
  EXPECT_EQ(session.last().lost.between_end_ports(), 0u);
  EXPECT_EQ(session.last().verdict.unreachable_pairs, 0u);
}

}  // namespace
}  // namespace weft
