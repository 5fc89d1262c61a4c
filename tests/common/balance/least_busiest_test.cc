#include "common/balance/least_busiest.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

std::uint64_t least(const Fabric& fabric, std::uint8_t lmc = 0) {
  return least_busiest(with_new_lids(fabric, lmc));
}

TEST(LeastBusiest, IsWhatTheLinksOfOneSwitchMustCarry) {
  // 3 leaf switches of 4 CAs, 2 spines: 4 x 8 paths over 2 links.
  EXPECT_EQ(least(make_xgft({.down = {4, 3}, .up = {1, 2}})), 16u);
  // On a ring the two links of each of 5 switches carry at least 2 x 8 paths.
  EXPECT_EQ(least(make_torus({.dims = {5}, .cas = 2})), 8u);
}

TEST(LeastBusiest, CountsLids) {
  EXPECT_EQ(least(make_xgft({.down = {4, 3}, .up = {1, 2}}), 1), 32u);
}

TEST(LeastBusiest, IsNothingWithoutLinks) {
  EXPECT_EQ(least(make_xgft({.down = {4}, .up = {1}})), 0u);
}

}  // namespace
}  // namespace weft
