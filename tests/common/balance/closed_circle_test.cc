#include "common/balance/closed_circle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace weft {
namespace {

using Sizes = std::vector<std::uint32_t>;

TEST(ClosedCircle, OfWholeTurnsHasNoGaps) {
  EXPECT_EQ(closed_circle(3, 4, 4), (Sizes{4, 4, 4}));
  EXPECT_EQ(closed_circle(4, 3, 6), (Sizes{3, 3, 3, 3}));
  EXPECT_EQ(closed_circle(3, 8, 4), (Sizes{8, 8, 8}));
}

TEST(ClosedCircle, NumbersBehindTheLastLeafSwitchAreFree) {
  // 9 numbers, and 3 more are 3 turns: the last leaf switch may leave one free.
  EXPECT_EQ(closed_circle(3, 3, 4), (Sizes{4, 4, 3}));
  // 15 numbers, and one more is two turns.
  EXPECT_EQ(closed_circle(5, 3, 8), (Sizes{3, 3, 3, 3, 3}));
}

TEST(ClosedCircle, AGapIsNoLongerThanTheTurnsOfALeafSwitchAllow) {
  // 20 numbers, and 7 more are 3 turns of 9.
  EXPECT_EQ(closed_circle(5, 4, 9), (Sizes{6, 4, 4, 4, 4}));
  // 50 numbers, and 14 more are 4 turns, 6 of them behind the last leaf switch. A second gap
  // behind the second leaf switch would leave the links of the first one idle again.
  EXPECT_EQ(closed_circle(5, 10, 16), (Sizes{16, 10, 12, 10, 10}));
  // More hosts than links: 12 are 2.4 turns of 5.
  EXPECT_EQ(closed_circle(8, 12, 5), (Sizes{13, 12, 12, 12, 12, 12, 12, 12}));
}

TEST(ClosedCircle, OfNothingIsNothing) {
  EXPECT_EQ(closed_circle(0, 2, 4), Sizes{});
  EXPECT_EQ(closed_circle(2, 0, 4), (Sizes{0, 0}));
  EXPECT_EQ(closed_circle(2, 3, 0), (Sizes{3, 3}));
  EXPECT_EQ(closed_circle(1, 2, 4), (Sizes{2}));
}

// In every shift: how many hosts of a leaf switch send over its busiest link, at most?
std::uint32_t busiest(const Sizes& sizes, std::uint32_t hosts, std::uint32_t links) {
  std::vector<std::uint32_t> link;  // by host
  std::uint32_t begin = 0;
  for (const std::uint32_t size : sizes) {
    for (std::uint32_t host = 0; host < hosts; ++host) link.push_back((begin + host) % links);
    begin += size;
  }
  std::uint32_t most = 0;
  for (std::size_t first = 0; first < link.size(); ++first) {
    std::vector<std::uint32_t> of_link(links);
    for (std::size_t host = 0; host < hosts; ++host) {
      most = std::max(most, ++of_link[link[(first + host) % link.size()]]);
    }
  }
  return most;
}

TEST(ClosedCircle, HasNoContentionThatFewerLinksThanHostsDoNotForce) {
  for (std::uint32_t links = 1; links <= 13; ++links) {
    for (std::uint32_t hosts = 1; hosts <= 2 * links + 1; ++hosts) {
      for (std::size_t leaves = 1; leaves <= 15; ++leaves) {
        const Sizes sizes = closed_circle(leaves, hosts, links);
        ASSERT_EQ(sizes.size(), leaves);
        ASSERT_GE(std::ranges::min(sizes), hosts);
        EXPECT_LT(std::accumulate(sizes.begin(), sizes.end(), 0u), hosts * leaves + links);
        EXPECT_EQ(busiest(sizes, hosts, links), (hosts + links - 1) / links)
            << leaves << ' ' << hosts << ' ' << links;
      }
    }
  }
}

}  // namespace
}  // namespace weft
