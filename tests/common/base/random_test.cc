#include "common/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

namespace weft {
namespace {

// The values that the authors' own program prints for this seed: fabrics that were generated once
// are the same everywhere and for ever.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Random, StaysBelowItsBoundAndTakesEachNumber) {
  Random random(1);
  std::array<unsigned, 5> counts = {};
  for (unsigned i = 0; i < 5000; ++i) {
    const std::uint32_t number = random.below(5);
    ASSERT_LT(number, 5u);
    ++counts[number];
  }
  for (const unsigned count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, ShufflesIntoEveryOrder) {
  Random random(1);
  std::map<std::vector<int>, unsigned> orders;
  for (unsigned i = 0; i < 6000; ++i) {
    std::vector<int> items = {1, 2, 3};
    random.shuffle(items);
    ++orders[items];
  }
  EXPECT_EQ(orders.size(), 6u);
  for (const auto& [order, count] : orders) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace weft
