#include "common/routing/part_lanes.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// SLs by switch and CA of a ring of four, those of switches being 0.
SlBySwitch by_switch(const std::vector<std::vector<Sl>>& sls) {
  SlBySwitch plan;
  for (const std::vector<Sl>& of_switch : sls) {
    std::vector<Sl> row(lid_of_ca(0), Sl{0});
    row.insert(row.end(), of_switch.begin(), of_switch.end());
    plan.rows.push_back(std::move(row));
  }
  return plan;
}

// A ring of four, clockwise. Step 0 is the whole, and owns all LIDs but that of a3; step 1 has s2
// and s3, and owns that.
struct TwoSteps {
  std::optional<LanePlan> joined(const LaneBudget& budget, bool apart) {
    const std::vector<StepLanes> steps = {{whole, {0, 1, 2, 3}}, {part, {kNone, kNone, 0, 1}}};
    std::vector<std::uint32_t> owners(routed.fabric.max_lid() + std::size_t{1}, kNobody);
    for (EndPortIndex a = 0; a < 4; ++a) owners[lid_of_ca(a)] = a == 3 ? 1 : 0;
    return join_lanes(routed.fabric, routed.block.tables(), steps, owners, budget, apart,
                      Workers(2));
  }
  static Sl sl(const LanePlan& plan, SwitchIndex s, EndPortIndex a) {
    return path_sl(plan, {.sw = s}, lid_of_ca(a), 7);
  }

  test::Routed routed = test::clockwise_ring(4);
  LanePlan whole = OneLane{};
  LanePlan part = OneLane{};
};

TEST(StepLanes, AreAsManyAsTheHighestThatAPlanUses) {
  const LaneBudget budget = {{{1, 0}, {4, 2}, {6, 5}}};
  EXPECT_EQ(lanes_of(OneLane{}, budget), 1u);
  EXPECT_EQ(lanes_of(by_switch({{1, 1}, {1, 1}}), budget), 1u);
  EXPECT_EQ(lanes_of(by_switch({{1, 1}, {4, 1}}), budget), 2u);
  EXPECT_EQ(lanes_of(by_switch({{1, 6}}), budget), 3u);
}

TEST(StepLanes, OfStepsOnOneLaneAreOneLaneTogether) {
  TwoSteps steps;
  EXPECT_TRUE(std::holds_alternative<OneLane>(*steps.joined(first_lanes(8), false)));
}

TEST(StepLanes, ApartAreBehindEachOther) {
  TwoSteps steps;
  steps.whole = by_switch({{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}});
  EXPECT_FALSE(steps.joined(first_lanes(2), true));
  const std::optional<LanePlan> plan = steps.joined(first_lanes(3), true);
  ASSERT_TRUE(plan);
  EXPECT_EQ(steps.sl(*plan, 0, 1), 1);
  EXPECT_EQ(steps.sl(*plan, 3, 0), 1);
  EXPECT_EQ(steps.sl(*plan, 1, 0), 0);
  for (SwitchIndex s = 0; s < 4; ++s) EXPECT_EQ(steps.sl(*plan, s, 3), 2) << s;
}

TEST(StepLanes, AStepThatOwnsNothingTakesNone) {
  TwoSteps steps;
  const std::vector<StepLanes> two = {{steps.whole, {0, 1, 2, 3}}, {steps.part, {0, 1, 2, 3}}};
  std::vector<std::uint32_t> owners(steps.routed.fabric.max_lid() + std::size_t{1}, kNobody);
  for (EndPortIndex a = 0; a < 4; ++a) owners[lid_of_ca(a)] = 1;
  const auto plan = join_lanes(steps.routed.fabric, steps.routed.block.tables(), two, owners,
                               first_lanes(1), true, Workers(1));
  ASSERT_TRUE(plan);
  EXPECT_EQ(TwoSteps::sl(*plan, 0, 2), 0);
}

// From outside of a step's topology a path has the SL of the switch where it enters that: from s0
// and s1 packets for a3 come to s2 first.
TEST(StepLanes, OfPathsFromOutsideAreThoseOfTheSwitchWhereTheyEnter) {
  TwoSteps steps;
  steps.part = by_switch({{0, 0, 0, 1}, {0, 0, 0, 0}});
  const std::optional<LanePlan> plan = steps.joined(first_lanes(2), false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(steps.sl(*plan, 0, 3), 1);
  EXPECT_EQ(steps.sl(*plan, 1, 3), 1);
  EXPECT_EQ(steps.sl(*plan, 2, 3), 1);
  EXPECT_EQ(steps.sl(*plan, 3, 3), 0);
}

TEST(StepLanes, OfPathsThatNeverEnterAreTheFirst) {
  TwoSteps steps;
  steps.part = by_switch({{0, 0, 0, 1}, {0, 0, 0, 1}});
  // s0 and s1 send packets for a3 to each other.
  steps.routed.entry(1, lid_of_ca(3)) = 2;
  const std::optional<LanePlan> plan = steps.joined(first_lanes(2), false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(steps.sl(*plan, 0, 3), 0);
  EXPECT_EQ(steps.sl(*plan, 1, 3), 0);
  EXPECT_EQ(steps.sl(*plan, 2, 3), 1);
}

TEST(StepLanes, LeaveToClientsWhatAStepLeavesToThem) {
  TwoSteps steps;
  SlBySwitch part = by_switch({{0, 0, 0, 1}, {0, 0, 0, 1}});
  part.from_hint = 2;
  steps.part = part;
  const std::optional<LanePlan> plan = steps.joined(first_lanes(8), false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(steps.sl(*plan, 2, 3), 1 | 2);
  EXPECT_EQ(steps.sl(*plan, 2, 1), 2) << "also to LIDs of others";
}

TEST(StepMaps, AreThoseOfTheirPortsInTheWhole) {
  FabricPart part;
  part.switches = {2, 5};
  Sl2Vl of_part(Sl2Vl::Map{9});
  of_part.set(1, 3, 4, {7});
  const auto whole = sl2vl_of_whole(of_part, part);
  EXPECT_EQ(whole->vl(5, 3, 4, 0), 7);
  EXPECT_EQ(whole->vl(1, 3, 4, 0), 9);
  EXPECT_EQ(whole->vl(5, 4, 3, 0), 9);
}

}  // namespace
}  // namespace weft
