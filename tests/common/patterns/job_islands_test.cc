#include "common/patterns/job_islands.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Order = std::vector<EndPortIndex>;

// Switches 0 and 1 with hosts 0 and 1, switch 2 with hosts 2 to 4, and switch 3 without hosts.
Fabric islands() {
  test::Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 2);
  sketch.ca(1, 2);
  for (PortNum port = 1; port <= 3; ++port) sketch.ca(2, port);
  return sketch.build();
}

TEST(Islands, OfMostRanksComeFirstWithTheirDummiesAndServers) {
  const Order order = {0, kNone, 4, 1, 2, kNone, 3};
  const std::vector<Island> found = split_by_island(islands(), order, Order{1, 3});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].ranks.order(), (Order{4, 2, kNone, 3}));
  EXPECT_EQ(found[0].storage, Order{3});
  EXPECT_EQ(found[1].ranks.order(), (Order{0, kNone, 1}));
  EXPECT_EQ(found[1].storage, Order{1});
}

TEST(Islands, ThatARankHasRailsOnAreOne) {
  Placement placement;
  placement.add(Order{0, 2});
  placement.add(Order{1});
  placement.add(Order{3, 4});
  const std::vector<Island> found = split_by_island(islands(), placement, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].ranks, placement);
}

TEST(Islands, WithoutRanksAreLeftOut) {
  const std::vector<Island> found = split_by_island(islands(), Order{kNone, 0}, Order{2});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].ranks.order(), (Order{kNone, 0}));
  EXPECT_TRUE(found[0].storage.empty());
  EXPECT_TRUE(split_by_island(islands(), Order{}, {}).empty());
}

}  // namespace
}  // namespace weft
