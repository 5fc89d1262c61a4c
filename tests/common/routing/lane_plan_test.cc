#include "common/routing/lane_plan.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

constexpr Sl kHint = 9;

TEST(LanePlan, OfOneLaneLeavesTheSlToTheClient) {
  EXPECT_EQ(path_sl(OneLane{}, {.sw = 0, .end_port = 1}, 5, kHint), kHint);
}

TEST(LanePlan, BySwitchHoldsForTheSwitchItselfToo) {
  const LanePlan plan = SlBySwitch{{{0, 1, 2}, {3}}};
  EXPECT_EQ(path_sl(plan, {.sw = 0, .end_port = 7}, 2, kHint), 2);
  EXPECT_EQ(path_sl(plan, {.sw = 0}, 1, kHint), 1);
  EXPECT_EQ(path_sl(plan, {.sw = 1}, 0, kHint), 3);
  EXPECT_EQ(path_sl(plan, {.sw = 1}, 2, kHint), 0) << "its row is shorter";
  EXPECT_EQ(path_sl(plan, {.sw = 2}, 2, kHint), 0) << "it has no row";
}

TEST(LanePlan, ByPathIsOfEndPortsAlone) {
  const LanePlan plan = SlByPath{{{0, 1}, {0, 2}}};
  EXPECT_EQ(path_sl(plan, {.sw = 0, .end_port = 1}, 1, kHint), 2);
  EXPECT_EQ(path_sl(plan, {.sw = 1, .end_port = 0}, 1, kHint), 1);
  EXPECT_EQ(path_sl(plan, {.sw = 1}, 1, kHint), 0) << "packets of a switch";
  EXPECT_EQ(path_sl(plan, {.sw = 1, .end_port = 2}, 1, kHint), 0);
}

}  // namespace
}  // namespace weft
