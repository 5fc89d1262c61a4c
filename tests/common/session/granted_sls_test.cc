#include "common/session/granted_sls.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "common/session/session.h"
#include "tests/support/living_fabric.h"
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
  std::vector<LanePlan> before = granted.in(fabric);
  granted.grant(routed(std::move(fabric), std::move(lanes)), std::move(before));
}

Sl sl(const LanePlan& plan, SwitchIndex s, Lid lid) { return path_sl(plan, {.sw = s}, lid, 0); }

TEST(GrantedSls, AreNoneAtFirst) {
  GrantedSls granted;
  EXPECT_TRUE(granted.in(ring()).empty());
  grant(granted, ring(), all_on(ring(), 2));
  EXPECT_EQ(granted.pairs(), 0u);
  ASSERT_EQ(granted.in(ring()).size(), 1u);
  EXPECT_EQ(sl(granted.in(ring())[0], 1, lid_of_ca(3)), 2);
}

TEST(GrantedSls, HoldWhatAPairHadBefore) {
  GrantedSls granted;
  const Fabric fabric = ring();
  grant(granted, fabric, all_on(fabric, 2));
  SlBySwitch changed = all_on(fabric, 2);
  changed.rows[1][lid_of_ca(3)] = 4;
  grant(granted, fabric, changed);
  EXPECT_EQ(granted.pairs(), 1u);
  const std::vector<LanePlan> now = granted.in(fabric);
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(sl(now[0], 1, lid_of_ca(3)), 4);
  EXPECT_EQ(sl(now[1], 1, lid_of_ca(3)), 2);
  EXPECT_EQ(sl(now[1], 1, lid_of_ca(2)), 2);
  // Another pair changes: one older plan has room for both.
  changed.rows[2][lid_of_ca(0)] = 5;
  grant(granted, fabric, changed);
  EXPECT_EQ(granted.pairs(), 2u);
  EXPECT_EQ(granted.in(fabric).size(), 2u);
  // And what returns to what it was still may have been given the other.
  grant(granted, fabric, all_on(fabric, 2));
  EXPECT_EQ(granted.pairs(), 2u);
  EXPECT_EQ(sl(granted.in(fabric)[1], 1, lid_of_ca(3)), 4);
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
  EXPECT_EQ(granted.in(fabric).size(), 1 + GrantedSls::kMost);
  EXPECT_EQ(granted.forgotten(), 2u);
  // The last ones are still there.
  EXPECT_EQ(sl(granted.in(fabric)[1], 1, lid_of_ca(3)), 4);
}

TEST(GrantedSls, OfOneLaneAreSl0) {
  GrantedSls granted;
  const Fabric fabric = ring();
  grant(granted, fabric, OneLane{});
  grant(granted, fabric, all_on(fabric, 1));
  EXPECT_EQ(granted.pairs(), 16u);
  EXPECT_EQ(sl(granted.in(fabric)[1], 0, lid_of_ca(1)), 0);
}

// SLs 2 and 10, of which the client chose one; then 2 alone.
TEST(GrantedSls, HoldWhatClientsChose) {
  GrantedSls granted;
  const Fabric fabric = ring();
  SlBySwitch plan = all_on(fabric, 2);
  plan.from_hint = 8;
  grant(granted, fabric, plan);
  grant(granted, fabric, plan);
  EXPECT_EQ(granted.pairs(), 0u) << "as before";
  ASSERT_EQ(granted.in(fabric).size(), 1u);
  EXPECT_EQ(path_sls(granted.in(fabric)[0], {.sw = 1}, lid_of_ca(3)), SlSet(1u << 2 | 1u << 10));
  plan.from_hint = 0;
  plan.rows[1].clear();
  grant(granted, fabric, plan);
  const std::vector<LanePlan> now = granted.in(fabric);
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
  const std::vector<LanePlan> now = granted.in(living.now());
  EXPECT_EQ(sl(now[0], 1, lid_of_ca(3)), 3);
}

}  // namespace
}  // namespace weft
