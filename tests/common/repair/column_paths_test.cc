#include "common/repair/column_paths.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// To the CA at s0 of a ring of four: s1 sends over s2 and s3.
class ColumnOfARing : public ::testing::Test {
 protected:
  ColumnOfARing()
      : ring_(test::clockwise_ring(4)),
        links_(ring_.fabric),
        loads_(links_.count()),
        column_(ring_.fabric, links_, loads_, ring_.block.tables()) {
    column_.start(lid_of_ca(0));
  }
  LinkIndex clockwise(SwitchIndex s) const { return links_.at(s, 1); }

  test::Routed ring_;
  Links links_;
  std::vector<std::uint64_t> loads_;
  ColumnPaths column_;
};

TEST_F(ColumnOfARing, HopsAreThoseOfTheEntries) {
  EXPECT_EQ(column_.destination(), 0u);
  EXPECT_EQ(column_.hops(1), 3u);
  EXPECT_EQ(column_.hops(3), 1u);
  EXPECT_EQ(column_.hops(0), 0u);
  EXPECT_EQ(column_.next(1), clockwise(1));
  EXPECT_EQ(column_.next(0), kNone) << "out to the CA";
  EXPECT_EQ(column_.link_at(1, kNoPath), kNone);
}

TEST_F(ColumnOfARing, HopsAreKnownUntilTheyAreForgotten) {
  EXPECT_EQ(column_.hops(2), 2u);
  column_.set_entry(3, 2);  // back to s2
  EXPECT_EQ(column_.hops(1), 3u);
  column_.forget_hops();
  EXPECT_EQ(column_.hops(1), ColumnPaths::kNowhere);
  EXPECT_EQ(column_.hops(2), ColumnPaths::kNowhere);
  column_.set_entry(2, kNoPath);
  EXPECT_EQ(column_.hops(1), ColumnPaths::kNowhere);
  column_.start(lid_of_ca(1));
  EXPECT_EQ(column_.hops(0), 1u) << "of another LID";
}

TEST_F(ColumnOfARing, TurnsLeadToTheLid) {
  std::vector<LinkTurn> turns;
  column_.append_turns(clockwise(1), turns);
  EXPECT_EQ(turns,
            (std::vector<LinkTurn>{{clockwise(1), clockwise(2)}, {clockwise(2), clockwise(3)}}));
}

TEST_F(ColumnOfARing, LoadsAreThoseOfThePath) {
  column_.add_load(clockwise(1), 5);
  column_.add_load(clockwise(3), 2);
  EXPECT_EQ(column_.load_from(clockwise(2)), (PathLoad{7, 12}));
  column_.add_load(clockwise(2), -6);
  EXPECT_EQ(column_.load_from(clockwise(2)), (PathLoad{1, 1})) << "none is below 0";
  column_.start(test::lid_of_switch(0));
  column_.add_load(clockwise(2), 8);
  EXPECT_EQ(column_.load_from(clockwise(2)), (PathLoad{1, 1})) << "to a switch there are none";
}

}  // namespace
}  // namespace weft
