#include "common/graph/turns_beside.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// A ring of four; link 2 s leads clockwise from switch s, link 2 s + 1 back. Higher numbers are
// higher up.
class TurnsBesideUpDown : public ::testing::Test {
 protected:
  bool close_cycle(const std::vector<LinkTurn>& turns) const {
    return close_cycle_with_up_down(
        links_, [](const Link& link) { return link.to > link.from; }, turns);
  }

  const Fabric fabric_ = test::clockwise_ring(4).fabric;
  const Links links_{fabric_};
};

TEST_F(TurnsBesideUpDown, CloseNoCycleWhereThereAreNoneOfThem) {
  EXPECT_FALSE(close_cycle({}));
  EXPECT_FALSE(close_cycle({{0, 2}, {2, 4}, {4, 6}})) << "up, up, up and down to s0";
}

TEST_F(TurnsBesideUpDown, CloseOneWhereAllWaysUpLeadBack) {
  EXPECT_TRUE(close_cycle({{6, 0}})) << "down from s3 to s0, and round by s1 and s2";
  EXPECT_TRUE(close_cycle({{3, 1}})) << "down from s1 to s0, up to s3, and down by s2";
}

// s1 hangs below s0 and s2, which nothing else joins.
TEST(TurnsBeside, CloseNoneWhereNothingLeadsBack) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  const auto goes_up = [](const Link& link) { return link.from == 1; };
  const std::vector<LinkTurn> over = {{links.at(0, 1), links.at(1, 2)}};
  EXPECT_FALSE(close_cycle_with_up_down(links, goes_up, over));
}

}  // namespace
}  // namespace weft
