#include "common/patterns/placement.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Order = std::vector<EndPortIndex>;

TEST(Placement, OfAnOrderHasOnePortARank) {
  const Order order = {4, kNone, 2};
  const Placement placement{RankOrder(order)};
  EXPECT_EQ(placement.size(), 3u);
  EXPECT_EQ(placement.dummies(), 1u);
  EXPECT_TRUE(placement.is_dummy(1));
  EXPECT_EQ(placement.rails(2).front(), 2u);
  EXPECT_EQ(placement.order(), order);
}

TEST(Placement, HasNoOrderWhereRanksShareAPortOrHaveSeveral) {
  const Order two = {1, 2};
  Placement rails;
  rails.add(two);
  EXPECT_EQ(rails.order(), Order{});
  const Order twice = {1, 2, 1};
  EXPECT_EQ(Placement(RankOrder(twice)).order(), Order{});
  EXPECT_EQ(Placement().size(), 0u);
}

}  // namespace
}  // namespace weft
