#include "common/graph/turns.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

// A ring: port 1 leads to the next switch, port 2 to the one before.
Fabric ring(SwitchIndex switches) {
  Sketch sketch(switches);
  for (SwitchIndex s = 0; s < switches; ++s) sketch.link(s, 1, (s + 1) % switches, 2);
  return sketch.build();
}

class RingOfFour : public ::testing::Test {
 protected:
  ChannelIndex next(SwitchIndex s) const { return fabric_.switches()[s].first_port + 1; }
  ChannelIndex back(SwitchIndex s) const { return fabric_.switches()[s].first_port + 2; }

  Fabric fabric_ = ring(4);
};

TEST_F(RingOfFour, TurnsOfTheRuleAreThereAnyway) {
  // s0 is the top, s3 the bottom.
  const Orientation orientation{{0, 1, 2, 3}};
  Turns turns(fabric_, orientation, 0);
  EXPECT_TRUE(turns.by_rule(next(0), next(1)));
  EXPECT_TRUE(turns.by_rule(next(3), next(0))) << "up to s0, and down again";
  EXPECT_FALSE(turns.by_rule(next(2), next(3))) << "down to s3, and up again";
  EXPECT_FALSE(turns.by_rule(next(3), back(0))) << "straight back";
  EXPECT_TRUE(turns.add(next(0), next(1)));
}

TEST_F(RingOfFour, ATurnThatClosesACycleIsRefusedForGood) {
  const Orientation orientation{{0, 1, 2, 3}};
  Turns turns(fabric_, orientation, 1'000);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(turns.add(next(2), next(3)));
    EXPECT_FALSE(turns.add(back(0), back(3))) << "round the other way";
  }
}

TEST_F(RingOfFour, ATurnIsFineUntilAnotherOneIsThere) {
  // s0 and s2 are above s1 and s3.
  const Orientation orientation{{0, 2, 1, 3}};
  Turns turns(fabric_, orientation, 1'000);
  EXPECT_TRUE(turns.add(next(0), next(1)));
  EXPECT_FALSE(turns.add(next(2), next(3)));
  EXPECT_TRUE(turns.add(next(0), next(1))) << "added before";
  EXPECT_TRUE(turns.add(back(2), back(1))) << "the same switch, the other way round";
}

TEST_F(RingOfFour, AllTurnsAtAValleyOrNone) {
  // s0 and s2 are above s1 and s3.
  const Orientation orientation{{0, 2, 1, 3}};
  Turns turns(fabric_, orientation, 1'000);
  EXPECT_FALSE(turns.add_valleys({false, true, false, true})) << "a cycle in each direction";
  EXPECT_TRUE(turns.add_valleys({false, true, false, false}));
  EXPECT_TRUE(turns.add(next(0), next(1)));
  EXPECT_TRUE(turns.add(back(2), back(1)));
  EXPECT_FALSE(turns.add(next(2), next(3))) << "closes a cycle with those of the valley";
}

TEST_F(RingOfFour, WithoutABudgetNothingIsAdded) {
  const Orientation orientation{{0, 2, 1, 3}};
  Turns turns(fabric_, orientation, 0);
  EXPECT_FALSE(turns.add(next(0), next(1)));
}

}  // namespace
}  // namespace weft
