#include "common/fabric/link_rate.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(LinkRate, IsWidthTimesSpeed) {
  EXPECT_EQ(data_rate({.width = 1, .speed = LinkSpeed::kSdr}), 2);
  EXPECT_EQ(data_rate({.width = 4, .speed = LinkSpeed::kQdr}), 32);
  EXPECT_EQ(data_rate({.width = 2, .speed = LinkSpeed::kHdr}), 100);
  EXPECT_EQ(data_rate({.width = 12, .speed = LinkSpeed::kXdr}), 2400);
}

TEST(LinkRate, OfWhatIsUnknownIsThatOfANewLink) {
  EXPECT_EQ(data_rate({.width = 0, .speed = LinkSpeed::kUnknown}), data_rate({}));
  EXPECT_EQ(data_rate({.width = 1, .speed = LinkSpeed::kUnknown}), 8);
}

TEST(LinkRate, IsDescribedAsIbnetdiscoverDoes) {
  EXPECT_EQ(describe_rate({.width = 4, .speed = LinkSpeed::kHdr}), "4xHDR");
  EXPECT_EQ(describe_rate({.width = 4, .speed = LinkSpeed::kUnknown}), "4x");
}

}  // namespace
}  // namespace weft
