#include "common/repair/move_columns.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "common/base/error.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// A ring of four, all entries of which lead one way round or the other.
class MoveColumns : public ::testing::Test {
 protected:
  MoveColumns() {
    for (SwitchIndex s = 0; s < 4; ++s) there_.all_else(s, 2);
  }
  std::uint64_t move(std::uint64_t most) {
    return move_columns(to_, there_.block.tables(), most, Workers(2), from_, here_.block.tables());
  }
  // Which LIDs' columns are those of the other routing.
  std::vector<Lid> moved() {
    std::vector<Lid> lids;
    for (unsigned l = 1; l <= here_.fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      bool same = here_.fabric.destination_switch(lid) != kNone;
      for (SwitchIndex s = 0; s < 4; ++s) same &= here_.entry(s, lid) == there_.entry(s, lid);
      if (same) lids.push_back(lid);
    }
    return lids;
  }
  void give_lanes(Routing& routing, Sl sl) const {
    SlBySwitch plan;
    plan.rows.assign(4, std::vector<Sl>(here_.fabric.max_lid() + std::size_t{1}, sl));
    routing.lanes = plan;
  }

  test::Routed here_ = test::clockwise_ring(4);
  test::Routed there_ = test::clockwise_ring(4);
  Routing from_, to_;
};

// Three entries of each of eight LIDs differ.
TEST_F(MoveColumns, MovesLidsAsAWholeInTheirOrder) {
  EXPECT_EQ(move(7), 18u);
  EXPECT_EQ(moved(), (std::vector<Lid>{1, 2}));
  EXPECT_EQ(move(9), 9u);
  EXPECT_EQ(moved(), (std::vector<Lid>{1, 2, 3, 4, lid_of_ca(0)}));
  EXPECT_EQ(move(1000), 0u);
  EXPECT_EQ(moved().size(), 8u);
  EXPECT_EQ(move(1), 0u);
}

TEST_F(MoveColumns, MovesOneLidAtLeast) {
  EXPECT_EQ(move(1), 21u);
  EXPECT_EQ(moved(), std::vector<Lid>{1});
}

TEST_F(MoveColumns, MovesTheirSlsWithThem) {
  give_lanes(from_, 1);
  give_lanes(to_, 2);
  std::get<SlBySwitch>(to_.lanes).rows.pop_back();  // what is not there is 0
  // Three entries and four SLs of each LID, and the SLs of what has no owner.
  move(2 * 7);
  const auto& rows = std::get<SlBySwitch>(from_.lanes).rows;
  const std::vector<Lid> lids = moved();
  ASSERT_FALSE(lids.empty());
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (const Lid lid : lids) EXPECT_EQ(rows[s][lid], s == 3 ? 0 : 2);
    EXPECT_EQ(rows[s][lid_of_ca(3)], 1);
  }
  while (move(1000) > 0) continue;
  EXPECT_EQ(rows[0][lid_of_ca(3)], 2);
}

TEST_F(MoveColumns, RefusesLanesOfAnotherKind) {
  give_lanes(to_, 1);
  EXPECT_THROW(move(10), CannotRoute);
  EXPECT_TRUE(moved().empty());
  to_.lanes = OneLane{};
  to_.sl2vl = std::make_shared<Sl2Vl>();
  EXPECT_THROW(move(10), CannotRoute);
  from_.sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{1});
  EXPECT_THROW(move(10), CannotRoute);
  EXPECT_TRUE(moved().empty());
  from_.sl2vl = std::make_shared<Sl2Vl>();
  EXPECT_EQ(move(1000), 0u);
}

}  // namespace
}  // namespace weft
