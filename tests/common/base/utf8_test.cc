#include "common/base/utf8.h"

#include <gtest/gtest.h>

#include <string_view>

namespace weft {
namespace {

TEST(Utf8, CharactersHaveTheirLengths) {
  EXPECT_EQ(length_of_character("a"), 1u);
  EXPECT_EQ(length_of_character("\xc3\xa4x"), 2u);
  EXPECT_EQ(length_of_character("\xe2\x82\xac"), 3u);
  EXPECT_EQ(length_of_character("\xf0\x9f\x98\x80"), 4u);
}

TEST(Utf8, NoCharacterIsOfLengthNone) {
  for (const std::string_view text :
       {"\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
    EXPECT_EQ(length_of_character(text), 0u) << text;
  }
}

TEST(Utf8, CharactersAreCodePoints) {
  EXPECT_EQ(code_point("a"), U'a');
  EXPECT_EQ(code_point("\xc3\xa4"), U'\u00e4');
  EXPECT_EQ(code_point("\xe2\x80\xae"), U'\u202e');
  EXPECT_EQ(code_point("\xf4\x8f\xbf\xbf"), U'\U0010ffff');
}

}  // namespace
}  // namespace weft
