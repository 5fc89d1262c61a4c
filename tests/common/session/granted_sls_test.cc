#include "common/session/granted_sls.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/session/session.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/layered/lash.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// Four switches in a ring, a CA each.
Fabric ring() { return test::clockwise_ring(4).fabric; }

// All pairs on one SL.
SlBySwitch all_on(const Fabric& fabric, Sl sl) {
  return {
      std::vector(fabric.switch_count(), std::vector<Sl>(fabric.max_lid() + std::size_t{1}, sl))};
}

std::shared_ptr<Verified> routed(Fabric fabric, LanePlan lanes) {
  auto routing = std::make_shared<Verified>();
  routing->fabric = std::move(fabric);
  routing->routing.lanes = std::move(lanes);
  return routing;
}

void grant(GrantedSls& granted, Fabric fabric, LanePlan lanes) {
  std::vector<LanePlan> before = granted.in(fabric).plans;
  granted.grant(routed(std::move(fabric), std::move(lanes)), std::move(before));
}

Sl sl(const LanePlan& plan, SwitchIndex s, Lid lid) { return path_sl(plan, {.sw = s}, lid, 0); }

TEST(GrantedSls, AreNoneAtFirst) {
  GrantedSls granted;
  EXPECT_TRUE(granted.in(ring()).plans.empty());
  grant(granted, ring(), all_on(ring(), 2));
  EXPECT_EQ(granted.pairs(), 0u);
  ASSERT_EQ(granted.in(ring()).plans.size(), 1u);
  EXPECT_EQ(sl(granted.in(ring()).plans[0], 1, lid_of_ca(3)), 2);
}

TEST(GrantedSls, HoldWhatAPairHadBefore) {
  GrantedSls granted;
  const Fabric fabric = ring();
  grant(granted, fabric, all_on(fabric, 2));
  SlBySwitch changed = all_on(fabric, 2);
  changed.rows[1][lid_of_ca(3)] = 4;
  grant(granted, fabric, changed);
  EXPECT_EQ(granted.pairs(), 1u);
  const std::vector<LanePlan> now = granted.in(fabric).plans;
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(sl(now[0], 1, lid_of_ca(3)), 4);
  EXPECT_EQ(sl(now[1], 1, lid_of_ca(3)), 2);
  EXPECT_EQ(sl(now[1], 1, lid_of_ca(2)), 2);
  // Another pair changes: one older plan has room for both.
  changed.rows[2][lid_of_ca(0)] = 5;
  grant(granted, fabric, changed);
  EXPECT_EQ(granted.pairs(), 2u);
  EXPECT_EQ(granted.in(fabric).plans.size(), 2u);
  // And what returns to what it was still may have been given the other.
  grant(granted, fabric, all_on(fabric, 2));
  EXPECT_EQ(granted.pairs(), 2u);
  EXPECT_EQ(sl(granted.in(fabric).plans[1], 1, lid_of_ca(3)), 4);
}

TEST(GrantedSls, ForgetWhatIsTooMuch) {
  GrantedSls granted;
  const Fabric fabric = ring();
  for (Sl sl = 0; sl < 6; ++sl) {
    SlBySwitch plan = all_on(fabric, 0);
    plan.rows[1][lid_of_ca(3)] = sl;
    grant(granted, fabric, plan);
  }
  EXPECT_EQ(granted.pairs(), 1u);
  EXPECT_EQ(granted.in(fabric).plans.size(), 1 + GrantedSls::kMost);
  EXPECT_EQ(granted.forgotten(), 2u);
  // The last ones are still there.
  EXPECT_EQ(sl(granted.in(fabric).plans[1], 1, lid_of_ca(3)), 4);
}

TEST(GrantedSls, OfOneLaneAreSl0) {
  GrantedSls granted;
  const Fabric fabric = ring();
  grant(granted, fabric, OneLane{});
  grant(granted, fabric, all_on(fabric, 1));
  EXPECT_EQ(granted.pairs(), 16u);
  EXPECT_EQ(sl(granted.in(fabric).plans[1], 0, lid_of_ca(1)), 0);
}

// SLs 2 and 10, of which the client chose one; then 2 alone.
TEST(GrantedSls, OfOthersAreSl0) {
  GrantedSls granted;
  const Fabric fabric = ring();
  grant(granted, fabric, all_on(fabric, 2));
  ASSERT_NE(granted.active(), nullptr);
  granted.others_have_routed();
  EXPECT_EQ(granted.active(), nullptr);
  grant(granted, fabric, all_on(fabric, 2));
  EXPECT_NE(granted.active(), nullptr);
  EXPECT_EQ(granted.pairs(), 16u);
  const std::vector<LanePlan> now = granted.in(fabric).plans;
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(sl(now[0], 1, lid_of_ca(3)), 2);
  EXPECT_EQ(sl(now[1], 1, lid_of_ca(3)), 0);
}

TEST(GrantedSls, HoldWhatClientsChose) {
  GrantedSls granted;
  const Fabric fabric = ring();
  SlBySwitch plan = all_on(fabric, 2);
  plan.from_hint = 8;
  grant(granted, fabric, plan);
  grant(granted, fabric, plan);
  EXPECT_EQ(granted.pairs(), 0u) << "as before";
  ASSERT_EQ(granted.in(fabric).plans.size(), 1u);
  EXPECT_EQ(path_sls(granted.in(fabric).plans[0], {.sw = 1}, lid_of_ca(3)),
            SlSet(1u << 2 | 1u << 10));
  plan.from_hint = 0;
  plan.rows[1].clear();
  grant(granted, fabric, plan);
  const std::vector<LanePlan> now = granted.in(fabric).plans;
  ASSERT_EQ(now.size(), 3u);
  EXPECT_EQ(path_sls(now[1], {.sw = 0}, lid_of_ca(3)), SlSet(1u << 10));
  EXPECT_EQ(path_sls(now[1], {.sw = 1}, lid_of_ca(3)), SlSet(1u << 2)) << "it is on SL 0 now";
  EXPECT_EQ(path_sls(now[2], {.sw = 1}, lid_of_ca(3)), SlSet(1u << 10));
}

TEST(GrantedSls, FollowTheirSwitchesAndLids) {
  GrantedSls granted;
  test::LivingFabric living(ring());
  SlBySwitch plan = all_on(ring(), 0);
  plan.rows[2][lid_of_ca(3)] = 3;
  grant(granted, living.now(), plan);
  living.lose_switch(0);
  const std::vector<LanePlan> now = granted.in(living.now()).plans;
  EXPECT_EQ(sl(now[0], 1, lid_of_ca(3)), 3);
}

// --- Whether new tables are safe with all of them ---

struct Shape {
  std::string name;
  Fabric fabric;
  unsigned at_most;  // of kLosses: where some connections are at risk
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

constexpr unsigned kLosses = 15;

std::vector<Shape> shapes() {
  const auto with_lids = [](const Fabric& fabric) { return with_new_lids(fabric, 0); };
  return {{"tree", with_lids(make_xgft({.down = {4, 4, 4}, .up = {1, 2, 2}})), 0},
          {"torus", with_lids(make_torus({.dims = {6, 6}})), 1},
          {"hyperx", with_lids(make_hyperx({.dims = {4, 5}, .cas = 2})), 0},
          {"hypercube", with_lids(make_hypercube({.dimensions = 5, .cas = 1})), 0},
          {"dragonfly", with_lids(make_dragonfly({.routers = 4, .global_links = 2, .cas = 2})), 1},
          {"mesh", with_lids(make_mesh({.dims = {4, 4, 4}})), 5},
          {"random", with_lids(make_random_regular({.switches = 32, .degree = 4, .cas = 2})), 5}};
}

class OneLostLink : public ::testing::TestWithParam<Shape> {};

// Connections on the SLs that they were granted, and those on new ones.
TEST_P(OneLostLink, HardlyEverPutsConnectionsAtRisk) {
  for (const EngineInfo* engine : {&dfsssp_engine(), &lash_engine()}) {
    unsigned at_risk = 0;
    for (unsigned seed = 1; seed <= kLosses; ++seed) {
      test::LivingFabric fabric(GetParam().fabric);
      test::RoutedSession session(*engine, 8);
      ASSERT_EQ(session.route(fabric.now()), "");
      Random random(seed);
      fabric.lose_some_link(random);
      ASSERT_EQ(session.route(fabric.now()), "");
      EXPECT_TRUE(session.last().change->repaired);
      if (session.last().verdict.credit_loop_granted.empty()) continue;
      ++at_risk;
      // A few pairs, and not all that were routed anew.
      EXPECT_LE(session.last().pairs_at_risk, GetParam().fabric.end_port_count());
    }
    EXPECT_LE(at_risk, GetParam().at_most) << engine->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, OneLostLink, ::testing::ValuesIn(shapes()),
                         [](const auto& test) { return test.param.name; });

// A host that comes has no connections.
TEST(GrantedSls, HoldNothingOfPairsThatAreNew) {
  test::LivingFabric living(ring());
  living.lose_end_port(3);
  const Fabric without = living.now();
  GrantedSls granted;
  grant(granted, without, all_on(without, 2));
  EXPECT_FALSE(granted.in(without).has_new_pairs());
  const LanePlan now = all_on(ring(), 4);
  GrantedPlans before = granted.in(ring());
  EXPECT_EQ(before.new_lids, std::vector{lid_of_ca(3)});
  EXPECT_EQ(before.new_senders, std::vector<SwitchIndex>{3});
  before.set_new_pairs(ring(), now);
  ASSERT_EQ(before.plans.size(), 1u);
  EXPECT_EQ(sl(before.plans[0], 1, lid_of_ca(3)), 4);
  EXPECT_EQ(sl(before.plans[0], 3, lid_of_ca(1)), 4);
  EXPECT_EQ(sl(before.plans[0], 1, lid_of_ca(2)), 2);
  granted.grant(routed(ring(), now), before.plans);
  EXPECT_EQ(granted.pairs(), 3u * 3u);  // of the three that were there: with each of their CAs
}

}  // namespace
}  // namespace weft
