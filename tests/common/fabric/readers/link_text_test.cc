#include "common/fabric/readers/link_text.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace weft {
namespace {

TEST(LinkText, EachSpeedIsReadAsItIsWritten) {
  std::set<std::string_view> names;
  for (int i = static_cast<int>(LinkSpeed::kSdr); i <= static_cast<int>(LinkSpeed::kXdr); ++i) {
    const auto speed = static_cast<LinkSpeed>(i);
    const std::string rate = "12x" + std::string(speed_name(speed));
    EXPECT_EQ(link_from_rate(rate), (LinkAttributes{12, speed, 8})) << rate;
    EXPECT_EQ(speed_from_gigabits(speed_in_gigabits(speed)), speed) << rate;
    names.insert(speed_name(speed));
  }
  EXPECT_EQ(names.size(), 9u);
  EXPECT_EQ(speed_in_gigabits(LinkSpeed::kEdr), "25");
}

TEST(LinkText, OtherSpeedsAreUnknown) {
  EXPECT_EQ(link_from_rate("4x???"), (LinkAttributes{4, LinkSpeed::kUnknown, 8}));
  EXPECT_EQ(link_from_rate("4x"), (LinkAttributes{4, LinkSpeed::kUnknown, 8}));
  EXPECT_EQ(speed_from_gigabits("400"), LinkSpeed::kUnknown);
  EXPECT_EQ(speed_from_gigabits(""), LinkSpeed::kUnknown);
  EXPECT_EQ(speed_name(LinkSpeed::kUnknown), "");
  EXPECT_EQ(speed_in_gigabits(LinkSpeed::kUnknown), "0");
}

TEST(LinkText, WithoutAWidthThereIsNoRate) {
  for (const char* text : {"", "QDR", "xQDR", "13xQDR", "300xQDR", "4QDR", "-4xQDR"}) {
    EXPECT_EQ(link_from_rate(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace weft
