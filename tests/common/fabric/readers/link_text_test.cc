#include "common/fabric/readers/link_text.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string>
#include <utility>

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

TEST(LinkText, ReadsSpeedsInGigabitsASecond) {
  const std::pair<const char*, LinkSpeed> cases[] = {
      {"2.5", LinkSpeed::kSdr},     {"5.0", LinkSpeed::kDdr},     {"10.0", LinkSpeed::kQdr},
      {"FDR10", LinkSpeed::kFdr10}, {"14.0625", LinkSpeed::kFdr}, {"25.78125", LinkSpeed::kEdr},
      {"53.125", LinkSpeed::kHdr},  {"106.25", LinkSpeed::kNdr},  {"212.5", LinkSpeed::kXdr},
      {"7", LinkSpeed::kUnknown},   {"", LinkSpeed::kUnknown},    {"x", LinkSpeed::kUnknown}};
  for (const auto& [text, speed] : cases) EXPECT_EQ(speed_from_gbps(text), speed) << text;
}

TEST(LinkText, KnowsTheCodesOfDataVls) {
  EXPECT_EQ(data_vls_of_code(1), 1);
  EXPECT_EQ(data_vls_of_code(4), 8);
  EXPECT_EQ(data_vls_of_code(5), 15);
  for (const int code : {0, 6, 255})
    EXPECT_EQ(data_vls_of_code(static_cast<std::uint8_t>(code)), 0) << code;
}

TEST(LinkText, CodesDataVls) {
  for (const std::uint8_t vls : std::initializer_list<std::uint8_t>{1, 2, 4, 8, 15}) {
    EXPECT_EQ(data_vls_of_code(code_of_data_vls(vls)), vls);
  }
  EXPECT_EQ(code_of_data_vls(0), 1);
  EXPECT_EQ(code_of_data_vls(7), 3);
  EXPECT_EQ(code_of_data_vls(200), 5);
}

TEST(LinkText, KnowsWhatIsNoLid) {
  const auto read = [](std::string_view text) {
    Scanner scanner(text);
    return read_lid(scanner);
  };
  EXPECT_EQ(read("7"), Lid{7});
  EXPECT_EQ(read("49151"), kMaxUnicastLid);
  for (const char* text : {"0", "65535", "-1"}) EXPECT_EQ(read(text), Lid{0}) << text;
  for (const char* text : {"49152", "65536", "", "x", "-2"}) EXPECT_FALSE(read(text)) << text;
}

}  // namespace
}  // namespace weft
