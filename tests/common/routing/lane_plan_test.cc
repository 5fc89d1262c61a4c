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

TEST(LanePlan, LeavesSomeBitsToTheClient) {
  SlBySwitch by_switch{{{0, 1, 9}}};
  EXPECT_EQ(path_sls(by_switch, {.sw = 0}, 1), SlSet(1u << 1));
  by_switch.from_hint = 8;
  EXPECT_EQ(path_sl(by_switch, {.sw = 0}, 1, 7), 1);
  EXPECT_EQ(path_sl(by_switch, {.sw = 0}, 1, kHint), 9);
  EXPECT_EQ(path_sl(by_switch, {.sw = 1}, 1, kHint), 8) << "it has no row";
  EXPECT_EQ(path_sls(by_switch, {.sw = 0}, 1), SlSet(1u << 1 | 1u << 9));
  EXPECT_EQ(path_sls(by_switch, {.sw = 0}, 2), SlSet(1u << 9)) << "whatever the client says";
  by_switch.from_hint = 5;
  EXPECT_EQ(path_sls(by_switch, {.sw = 0}, 0), SlSet(1u << 0 | 1u << 1 | 1u << 4 | 1u << 5));
  EXPECT_EQ(path_sls(OneLane{}, {.sw = 0}, 1), SlSet(1));
  EXPECT_EQ(with_hints(SlByPath{}, 17), SlSet(1u << 1)) << "of 17 four bits are left";
}

TEST(LanePlan, ByPathIsOfEndPortsAlone) {
  const LanePlan plan = SlByPath{{{0, 1}, {0, 2}}};
  EXPECT_EQ(path_sl(plan, {.sw = 0, .end_port = 1}, 1, kHint), 2);
  EXPECT_EQ(path_sl(plan, {.sw = 1, .end_port = 0}, 1, kHint), 1);
  EXPECT_EQ(path_sl(plan, {.sw = 1}, 1, kHint), 0) << "packets of a switch";
  EXPECT_EQ(path_sl(plan, {.sw = 1, .end_port = 2}, 1, kHint), 0);
}

TEST(SlSet, HasItsNumbersInOrder) {
  EXPECT_EQ(numbers_in(0b1000000000010010), (std::vector<unsigned>{1, 4, 15}));
  EXPECT_TRUE(numbers_in(0).empty());
}

}  // namespace
}  // namespace weft
