#include "common/cabling/cable_swaps.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Odd = std::vector<OddLinks>;
using Moved = std::vector<MovedCable>;

TEST(CableSwaps, TwoCablesThatHaveChangedPlacesExplainFourPairs) {
  // 1 is linked to 11 and not to 10, 2 to 10 and not to 11.
  const ExplainedLinks explained =
      explain_odd_links(Odd{{1, 10, -1}, {1, 11, 1}, {2, 10, 1}, {2, 11, -1}});
  EXPECT_EQ(explained.moved, (Moved{{1, 11, 10, 2}}));
  EXPECT_TRUE(explained.rest.empty());
}

TEST(CableSwaps, OneCableInTheWrongPlaceExplainsTwo) {
  const ExplainedLinks explained = explain_odd_links(Odd{{1, 10, -1}, {1, 11, 1, true}});
  EXPECT_EQ(explained.moved, (Moved{{1, 11, 10, kNone}}));
  EXPECT_TRUE(explained.rest.empty());
}

TEST(CableSwaps, EachLinkIsUsedOnceAndSwapsComeFirst) {
  const ExplainedLinks explained = explain_odd_links(
      Odd{{1, 10, -2}, {1, 11, 2}, {2, 10, 1}, {2, 11, -1}, {3, 10, -1}, {4, 12, 1}});
  EXPECT_EQ(explained.moved, (Moved{{1, 11, 10, 2}, {1, 11, 10, kNone}}));
  EXPECT_EQ(explained.rest, (Odd{{3, 10, -1}, {4, 12, 1}}));
}

TEST(CableSwaps, NothingOddNeedsNoWords) {
  EXPECT_TRUE(explain_odd_links({}).moved.empty());
  EXPECT_TRUE(explain_odd_links({}).rest.empty());
}

}  // namespace
}  // namespace weft
