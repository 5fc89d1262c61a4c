#include "common/verify/dependencies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Channels = std::vector<std::uint32_t>;

Channels after(const Dependencies& dependencies, std::uint32_t channel) {
  Channels next;
  dependencies.for_each_next(channel, [&](std::uint32_t c) { next.push_back(c); });
  return next;
}

// A ring of four; link 2 s leads clockwise from switch s, link 2 s + 1 back.
class DependenciesOfARing : public ::testing::Test {
 protected:
  const Fabric fabric_ = test::clockwise_ring(4).fabric;
  const Links links_{fabric_};
};

TEST_F(DependenciesOfARing, AreKeptByLinkAndLane) {
  Dependencies dependencies(links_, 3);
  EXPECT_EQ(dependencies.channel_count(), 8u * 3);
  dependencies.add(0, 2, 2, 1);
  dependencies.add(0, 2, 3, 0);
  dependencies.add(0, 2, 2, 1);
  EXPECT_EQ(after(dependencies, 0 * 3 + 2), (Channels{2 * 3 + 1, 3 * 3}));
  EXPECT_EQ(after(dependencies, 0 * 3 + 1), Channels{});
  EXPECT_EQ(after(dependencies, 2 * 3 + 1), Channels{});
  EXPECT_EQ(dependencies.link_of(2 * 3 + 1), 2u);
  EXPECT_EQ(dependencies.lane_of(2 * 3 + 1), 1u);
}

TEST_F(DependenciesOfARing, CloseACycleOnALaneOrAcrossLanes) {
  Dependencies one_lane(links_, 1);
  for (const unsigned s : {0u, 1u, 2u}) one_lane.add(2 * s, 0, 2 * s + 2, 0);
  EXPECT_TRUE(one_lane.acyclic());
  EXPECT_TRUE(one_lane.find_cycle().empty());
  one_lane.add(6, 0, 0, 0);
  EXPECT_FALSE(one_lane.acyclic());
  EXPECT_EQ(one_lane.find_cycle().size(), 4u);

  // Round on lane 0 and, from s0 on, on lane 1; only the way back to lane 0 closes it.
  Dependencies two_lanes(links_, 2);
  for (const unsigned s : {0u, 1u, 2u}) {
    two_lanes.add(2 * s, 0, 2 * s + 2, 0);
    two_lanes.add(2 * s, 1, 2 * s + 2, 1);
  }
  two_lanes.add(6, 0, 0, 1);
  EXPECT_TRUE(two_lanes.acyclic());
  two_lanes.add(6, 1, 0, 0);
  EXPECT_FALSE(two_lanes.acyclic());
  EXPECT_EQ(two_lanes.find_cycle().size(), 8u);
}

TEST_F(DependenciesOfARing, OfSeveralCyclesAShortOneIsFound) {
  Dependencies dependencies(links_, 1);
  for (const unsigned s : {0u, 1u, 2u, 3u}) dependencies.add(2 * s, 0, 2 * ((s + 1) % 4), 0);
  // From s1 straight back to s0, and there straight back again.
  dependencies.add(0, 0, 3, 0);
  dependencies.add(3, 0, 0, 0);
  Channels cycle = dependencies.find_cycle();
  std::ranges::sort(cycle);
  EXPECT_EQ(cycle, (Channels{0, 3}));
}

// A tail that leads to a cycle, and one that leads from it, are no part of it.
TEST_F(DependenciesOfARing, TailsAreNoPartOfTheCycle) {
  Dependencies dependencies(links_, 1);
  dependencies.add(5, 0, 3, 0);
  dependencies.add(3, 0, 0, 0);
  dependencies.add(0, 0, 3, 0);
  dependencies.add(0, 0, 2, 0);
  dependencies.add(2, 0, 4, 0);
  Channels cycle = dependencies.find_cycle();
  std::ranges::sort(cycle);
  EXPECT_EQ(cycle, (Channels{0, 3}));
}

}  // namespace
}  // namespace weft
