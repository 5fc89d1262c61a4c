#include "common/graph/acyclic_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;
using Path = std::vector<LinkIndex>;

// A ring of four; link 2 s leads clockwise from switch s, link 2 s + 1 back.
class AcyclicTurnsOfARing : public ::testing::Test {
 protected:
  // From the clockwise link of one switch to the next one's.
  static LinkTurn at(unsigned s) { return {2 * s, 2 * ((s + 1) % 4)}; }

  const Fabric fabric_ = test::clockwise_ring(4).fabric;
  const Links links_{fabric_};
  AcyclicTurns turns_{links_};
};

TEST_F(AcyclicTurnsOfARing, TheLastTurnOfACycleIsRefused) {
  for (const unsigned s : {0u, 1u, 2u}) {
    EXPECT_FALSE(turns_.contains(at(s)));
    EXPECT_TRUE(turns_.fits(at(s)));
    EXPECT_FALSE(turns_.contains(at(s))) << "fits() adds nothing";
    EXPECT_TRUE(turns_.add(at(s)));
    EXPECT_TRUE(turns_.contains(at(s)));
  }
  EXPECT_TRUE(turns_.cycle_with(at(2)).empty());
  EXPECT_FALSE(turns_.fits(at(3)));
  EXPECT_FALSE(turns_.add(at(3)));
  EXPECT_FALSE(turns_.contains(at(3)));
  EXPECT_EQ(turns_.cycle_with(at(3)), (Path{0, 2, 4, 6}));
  // The other way round is another matter.
  for (const unsigned s : {3u, 2u, 1u}) {
    EXPECT_TRUE(turns_.add({2 * s + 1, 2 * (s - 1) + 1}));
  }
  EXPECT_FALSE(turns_.add({1, 7}));
  EXPECT_EQ(turns_.cycle_with({1, 7}), (Path{7, 5, 3, 1}));
}

TEST_F(AcyclicTurnsOfARing, WhatLeavesMakesRoom) {
  for (const unsigned s : {0u, 1u, 2u}) ASSERT_TRUE(turns_.add(at(s)));
  ASSERT_FALSE(turns_.add(at(3)));
  turns_.remove(at(1));
  EXPECT_FALSE(turns_.contains(at(1)));
  EXPECT_TRUE(turns_.fits(at(3)));
  EXPECT_TRUE(turns_.add(at(3)));
  EXPECT_FALSE(turns_.add(at(1)));
  EXPECT_EQ(turns_.cycle_with(at(1)), (Path{4, 6, 0, 2}));
}

TEST_F(AcyclicTurnsOfARing, ATurnStaysAsLongAsAnyPathMakesIt) {
  for (const unsigned s : {0u, 1u, 2u, 1u}) ASSERT_TRUE(turns_.add(at(s)));
  turns_.remove(at(1));
  EXPECT_TRUE(turns_.contains(at(1)));
  EXPECT_FALSE(turns_.fits(at(3)));
  turns_.remove(at(1));
  EXPECT_FALSE(turns_.contains(at(1)));
  EXPECT_TRUE(turns_.fits(at(3)));
}

TEST_F(AcyclicTurnsOfARing, StraightBackAndForthIsACycle) {
  EXPECT_TRUE(turns_.add({0, 3}));
  EXPECT_FALSE(turns_.add({3, 0}));
  EXPECT_EQ(turns_.cycle_with({3, 0}), (Path{0, 3}));
}

TEST_F(AcyclicTurnsOfARing, AllJoinOrNone) {
  EXPECT_TRUE(turns_.add_all({}));
  EXPECT_TRUE(turns_.add_all(std::vector{at(0), at(1)}));
  EXPECT_FALSE(turns_.add_all(std::vector{at(1), at(2), at(3)}));
  EXPECT_TRUE(turns_.contains(at(1))) << "it was there before";
  EXPECT_FALSE(turns_.contains(at(2)));
  EXPECT_FALSE(turns_.contains(at(3)));
  // What was refused for the sake of those that left again is not refused for good.
  EXPECT_TRUE(turns_.fits(at(3)));
  EXPECT_TRUE(turns_.add(at(3)));
  EXPECT_FALSE(turns_.add(at(2)));
  turns_.remove(at(1));
  EXPECT_FALSE(turns_.contains(at(1))) << "the failed call left nothing of itself behind";
}

TEST_F(AcyclicTurnsOfARing, AllMayNameATurnTwice) {
  ASSERT_TRUE(turns_.add_all(std::vector{at(0), at(0)}));
  turns_.remove(at(0));
  EXPECT_TRUE(turns_.contains(at(0)));
  turns_.remove(at(0));
  EXPECT_FALSE(turns_.contains(at(0)));
}

TEST_F(AcyclicTurnsOfARing, RefusalsAreRemembered) {
  for (const unsigned s : {0u, 1u, 2u}) ASSERT_TRUE(turns_.add(at(s)));
  ASSERT_FALSE(turns_.fits(at(3)));
  const std::uint64_t searched = turns_.work();
  EXPECT_GT(searched, 0u);
  EXPECT_FALSE(turns_.fits(at(3)));
  EXPECT_FALSE(turns_.add(at(3)));
  EXPECT_EQ(turns_.work(), searched);
  // Also by add_all, if only what was there before stands in the way.
  AcyclicTurns others(links_);
  for (const unsigned s : {0u, 1u, 2u}) ASSERT_TRUE(others.add(at(s)));
  ASSERT_FALSE(others.add_all(std::vector{at(0), at(3)}));
  const std::uint64_t once = others.work();
  EXPECT_FALSE(others.add(at(3)));
  EXPECT_EQ(others.work(), once);
}

TEST_F(AcyclicTurnsOfARing, RefusalsOfTwoTurnsInARowAreRemembered) {
  const std::vector<LinkTurn> two = {at(2), at(3)};
  for (const unsigned s : {0u, 1u}) ASSERT_TRUE(turns_.add(at(s)));
  for (const LinkTurn turn : two) ASSERT_TRUE(turns_.fits(turn));
  ASSERT_FALSE(turns_.add_all(two));
  const std::uint64_t searched = turns_.work();
  EXPECT_FALSE(turns_.add_all(two));
  EXPECT_EQ(turns_.work(), searched);
  // Each alone fits as before, ...
  for (const LinkTurn turn : two) EXPECT_TRUE(turns_.fits(turn));
  // ... and both where there is room.
  turns_.remove(at(0));
  EXPECT_TRUE(turns_.add_all(two));
}

TEST_F(AcyclicTurnsOfARing, ARefusedTurnIsTriedAgainAfterATurnLeft) {
  for (const unsigned s : {0u, 1u, 2u}) ASSERT_TRUE(turns_.add(at(s)));
  ASSERT_FALSE(turns_.fits(at(3)));
  ASSERT_TRUE(turns_.add({2, 5}));  // straight back, and of no use to the cycle
  turns_.remove({2, 5});
  EXPECT_FALSE(turns_.fits(at(3)));
  turns_.remove(at(0));
  ASSERT_TRUE(turns_.add(at(3)));
  EXPECT_FALSE(turns_.fits(at(0)));
}

TEST_F(AcyclicTurnsOfARing, TheOrderIsByNumberAtFirstAndFollowsTheTurns) {
  EXPECT_EQ(turns_.order(), (std::vector<LinkIndex>{0, 1, 2, 3, 4, 5, 6, 7}));
  ASSERT_TRUE(turns_.add({2, 4}));
  EXPECT_EQ(turns_.work(), 0u) << "along the order nothing is searched";
  ASSERT_TRUE(turns_.add({6, 0}));
  EXPECT_GT(turns_.work(), 0u);
  EXPECT_LT(turns_.place(6), turns_.place(0));
  EXPECT_LT(turns_.place(2), turns_.place(4));
  const std::vector<LinkIndex> order = turns_.order();
  EXPECT_TRUE(std::ranges::is_sorted(order, {}, [&](LinkIndex l) { return turns_.place(l); }));
  EXPECT_EQ(std::set<LinkIndex>(order.begin(), order.end()).size(), 8u);
}

// The turns of every round are against the order that those before have left.
TEST_F(AcyclicTurnsOfARing, TheOrderNeverRunsOutOfPlaces) {
  for (unsigned round = 0; round < 500; ++round) {
    for (const unsigned first : {0u, 1u}) {
      for (unsigned s = first; s < first + 3; ++s) ASSERT_TRUE(turns_.add(at(s)));
      for (unsigned s = first; s < first + 3; ++s) {
        ASSERT_LT(turns_.place(at(s).from), turns_.place(at(s).to));
        turns_.remove(at(s));
      }
    }
  }
}

TEST_F(AcyclicTurnsOfARing, AGoodFirstOrderSavesAllSearches) {
  const std::vector<LinkIndex> order = {6, 4, 2, 0, 1, 3, 5, 7};
  AcyclicTurns ordered(links_, order);
  EXPECT_EQ(ordered.order(), order);
  for (const LinkTurn turn : {LinkTurn{6, 0}, {0, 3}, {1, 7}}) EXPECT_TRUE(ordered.add(turn));
  EXPECT_EQ(ordered.work(), 0u);
  // And it is no more than a first one.
  EXPECT_TRUE(ordered.add({0, 2}));
  EXPECT_TRUE(ordered.add({2, 4}));
  EXPECT_FALSE(ordered.add({4, 6}));
}

TEST_F(AcyclicTurnsOfARing, ManyJoinAtOnceOrNoneOfThem) {
  ASSERT_TRUE(turns_.add(at(3)));
  const auto clockwise_but = [](LinkIndex missing) {
    return [missing](LinkTurn turn) {
      return turn.from % 2 == 0 && turn.to % 2 == 0 && turn.from != missing;
    };
  };
  EXPECT_FALSE(turns_.add_where(clockwise_but(kNone)));
  EXPECT_FALSE(turns_.contains(at(0)));
  EXPECT_TRUE(turns_.add(at(0))) << "nothing of it is left";
  turns_.remove(at(0));
  EXPECT_FALSE(turns_.contains(at(0)));
  EXPECT_TRUE(turns_.contains(at(3)));

  const std::uint64_t searched = turns_.work();
  EXPECT_TRUE(turns_.add_where(clockwise_but(4)));
  for (const unsigned s : {0u, 1u, 3u}) {
    EXPECT_TRUE(turns_.contains(at(s)));
    EXPECT_LT(turns_.place(at(s).from), turns_.place(at(s).to));
  }
  EXPECT_EQ(turns_.work(), searched);
  EXPECT_FALSE(turns_.contains(at(2)));
  EXPECT_FALSE(turns_.add(at(2)));
  // One of them was there before.
  turns_.remove(at(3));
  EXPECT_TRUE(turns_.contains(at(3)));
  turns_.remove(at(3));
  EXPECT_TRUE(turns_.add(at(2)));
}

TEST_F(AcyclicTurnsOfARing, AListJoinsAtOnceOrNoneOfIt) {
  ASSERT_TRUE(turns_.add(at(3)));
  EXPECT_FALSE(turns_.add_each(std::vector{at(2), at(1), at(0)}));
  for (const unsigned s : {0u, 1u, 2u}) EXPECT_FALSE(turns_.contains(at(s)));
  const std::uint64_t searched = turns_.work();
  EXPECT_TRUE(turns_.add_each(std::vector{at(2), at(1)}));
  for (const unsigned s : {1u, 2u, 3u}) {
    EXPECT_TRUE(turns_.contains(at(s)));
    EXPECT_LT(turns_.place(at(s).from), turns_.place(at(s).to));
  }
  EXPECT_EQ(turns_.work(), searched);
  EXPECT_FALSE(turns_.add(at(0)));
}

TEST_F(AcyclicTurnsOfARing, WhenEnoughWasLookedAtOnlyTurnsAlongTheOrderJoin) {
  AcyclicTurns turns(links_, {}, 0);
  EXPECT_TRUE(turns.add({6, 0})) << "the first search may still be made";
  EXPECT_GT(turns.work(), 0u);
  EXPECT_TRUE(turns.add({2, 4}));
  const std::uint64_t searched = turns.work();
  EXPECT_FALSE(turns.add({7, 5}));
  EXPECT_FALSE(turns.contains({7, 5}));
  EXPECT_EQ(turns.work(), searched);
}

TEST(AcyclicTurns, ParallelLinksAreSeparateChannels) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  const Fabric fabric = sketch.build();
  const Links links(fabric);  // 0, 1: from s0; 2, 3: from s1
  AcyclicTurns turns(links);
  EXPECT_TRUE(turns.add({0, 2}));
  EXPECT_TRUE(turns.add({2, 1}));
  EXPECT_TRUE(turns.add({1, 3}));
  EXPECT_FALSE(turns.add({3, 0}));
  EXPECT_EQ(turns.cycle_with({3, 0}), (Path{0, 2, 1, 3}));
  EXPECT_FALSE(turns.add({2, 0}));
  EXPECT_EQ(turns.cycle_with({2, 0}), (Path{0, 2}));
}

TEST(AcyclicTurns, TheShortestOfSeveralCyclesIsReported) {
  // Ways from link 0 to link 3: straight back, or back from a switch farther on, or all around.
  const Fabric fabric = test::clockwise_ring(4).fabric;
  const Links links(fabric);
  AcyclicTurns turns(links);
  for (const LinkTurn turn :
       {LinkTurn{0, 2}, {2, 4}, {4, 6}, {0, 3}, {6, 1}, {1, 7}, {7, 5}, {5, 3}}) {
    ASSERT_TRUE(turns.add(turn));
  }
  EXPECT_EQ(turns.cycle_with({3, 0}), (Path{0, 3}));
  turns.remove({0, 3});
  EXPECT_EQ(turns.cycle_with({3, 0}), (Path{0, 2, 4, 6, 1, 7, 5, 3}));
  ASSERT_TRUE(turns.add({2, 5}));
  EXPECT_EQ(turns.cycle_with({3, 0}), (Path{0, 2, 5, 3}));
}

TEST(AcyclicTurns, ALinkFromASwitchToItselfNeverFollowsItself) {
  Sketch sketch(1);
  sketch.link(0, 1, 0, 2);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  AcyclicTurns turns(links);
  EXPECT_FALSE(turns.add({0, 0}));
  EXPECT_EQ(turns.cycle_with({0, 0}), (Path{0}));
  EXPECT_TRUE(turns.add({1, 0}));
  EXPECT_FALSE(turns.add({0, 1}));
  EXPECT_FALSE(turns.add({1, 1}));
}

}  // namespace
}  // namespace weft
