#include "common/balance/closed_circle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace weft {
namespace {

using Sizes = std::vector<std::uint32_t>;

TEST(ClosedCircle, OfWholeTurnsHasNoGaps) {
  EXPECT_EQ(closed_circle(3, 4, 4), (Sizes{4, 4, 4}));
  EXPECT_EQ(closed_circle(4, 3, 6), (Sizes{3, 3, 3, 3}));
}

TEST(ClosedCircle, TheLastLeafSwitchesTakeWholeTurns) {
  // 4 x 3 numbers are 3 turns of 4 links.
  EXPECT_EQ(closed_circle(6, 3, 4), (Sizes{3, 3, 3, 3, 4, 4}));
}

TEST(ClosedCircle, ATurnThatTwoShareMayHaveAGap) {
  EXPECT_EQ(closed_circle(5, 4, 9), (Sizes{4, 5, 4, 5, 4}));
}

TEST(ClosedCircle, IsNotClosedWhereLinksWouldBeIdle) {
  EXPECT_EQ(closed_circle(3, 3, 4), (Sizes{3, 3, 3}));
  EXPECT_EQ(closed_circle(3, 5, 4), (Sizes{5, 5, 5}));
  EXPECT_EQ(closed_circle(1, 2, 4), (Sizes{2}));
  EXPECT_EQ(closed_circle(5, 3, 8), (Sizes{3, 3, 3, 3, 3}));
  EXPECT_EQ(closed_circle(0, 2, 4), Sizes{});
  EXPECT_EQ(closed_circle(2, 0, 0), (Sizes{0, 0}));
}

// In every shift: do the hosts of each leaf switch send over different links?
bool is_free(const Sizes& sizes, std::uint32_t hosts, std::uint32_t links) {
  std::vector<std::uint32_t> link;  // by host
  std::uint32_t begin = 0;
  for (const std::uint32_t size : sizes) {
    for (std::uint32_t host = 0; host < hosts; ++host) link.push_back((begin + host) % links);
    begin += size;
  }
  for (std::size_t first = 0; first < link.size(); ++first) {
    std::vector<char> is_taken(links);
    for (std::size_t host = 0; host < hosts; ++host) {
      if (std::exchange(is_taken[link[(first + host) % link.size()]], 1) != 0) return false;
    }
  }
  return true;
}

TEST(ClosedCircle, IsFreeOfContention) {
  unsigned closed = 0;
  for (std::uint32_t links = 1; links <= 13; ++links) {
    for (std::uint32_t hosts = 1; hosts <= links; ++hosts) {
      for (std::size_t leaves = 1; leaves <= 15; ++leaves) {
        const Sizes sizes = closed_circle(leaves, hosts, links);
        ASSERT_EQ(sizes.size(), leaves);
        ASSERT_GE(std::ranges::min(sizes), hosts);
        const bool has_gaps = std::ranges::max(sizes) > hosts;
        const std::uint32_t all = std::accumulate(sizes.begin(), sizes.end(), 0u);
        if (!has_gaps && all % links != 0 && links % hosts != 0) continue;
        ++closed;
        EXPECT_TRUE(is_free(sizes, hosts, links)) << leaves << ' ' << hosts << ' ' << links;
      }
      EXPECT_TRUE(is_free(closed_circle(links, hosts, links), hosts, links)) << hosts;
    }
  }
  EXPECT_GT(closed, 400u);
}

}  // namespace
}  // namespace weft
