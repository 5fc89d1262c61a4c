#include "plugins/layered/least_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace weft {
namespace {

TEST(LeastSum, IsTheLeastWhereverItStands) {
  for (std::uint32_t count = 4; count < 20; ++count) {
    for (std::uint32_t least = 0; least < count; ++least) {
      std::vector<double> numbers(count, 1000);
      std::vector<std::uint32_t> multiplied(count, 7);
      numbers[least] = 999;
      EXPECT_EQ(least_sum(numbers.data(), multiplied.data(), count), 999 + 256 * 7);
      numbers[least] = 1000;
      multiplied[least] = 6;
      EXPECT_EQ(least_sum(numbers.data(), multiplied.data(), count), 1000 + 256 * 6);
    }
  }
}

TEST(LeastSum, IsExactForLargeNumbers) {
  const std::vector<double> numbers = {0x1p52 + 3, 0x1p52 + 2, 0x1p52 + 1, 0x1p52 + 1};
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::uint32_t> multiplied = {most, most, most, most};
  EXPECT_EQ(least_sum(numbers.data(), multiplied.data(), 4), 0x1p52 + 1 + 256.0 * most);
}

TEST(LeastSum, IsThatOfOneAfterTheOther) {
  std::mt19937 engine(1);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(engine() % end); };
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t count = 4 + below(60);
    std::vector<double> numbers(count);
    std::vector<std::uint32_t> multiplied(count);
    double expected = std::numeric_limits<double>::infinity();
    for (std::uint32_t n = 0; n < count; ++n) {
      numbers[n] = below(5000);
      multiplied[n] = below(20);
      expected = std::min(expected, numbers[n] + 256.0 * multiplied[n]);
    }
    EXPECT_EQ(least_sum(numbers.data(), multiplied.data(), count), expected);
  }
}

}  // namespace
}  // namespace weft
