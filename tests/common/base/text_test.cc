#include "common/base/text.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace weft {
namespace {

TEST(Joined, HasWhatIsGivenBetweenItems) {
  EXPECT_EQ(joined(std::vector<std::string>{"a", "", "c"}, ", "), "a, , c");
  EXPECT_EQ(joined(std::vector<std::uint8_t>{7, 65}, "."), "7.65");
  EXPECT_EQ(joined(std::vector<std::string_view>(), ", "), "");
}

TEST(Lines, AreTrimmedAndNumbered) {
  Lines lines("one\r\n\n \t two\t\nthree");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "one");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "two");
  EXPECT_EQ(lines.number(), 3u);
  EXPECT_FALSE(lines.unfinished());
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "three");
  EXPECT_TRUE(lines.unfinished());
  EXPECT_FALSE(lines.next());
}

TEST(Lines, OfAnEmptyText) { EXPECT_FALSE(Lines("").next()); }

TEST(Trim, TakesBlanksOfAllKindsFromBothEnds) {
  EXPECT_EQ(trim(" \t\r\n\v\fa b\r\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(SameInAnyCase, LooksAtLettersAlone) {
  EXPECT_TRUE(same_in_any_case("End-Port-Group9", "eND-pORT-gROUP9"));
  EXPECT_TRUE(same_in_any_case("", ""));
  EXPECT_FALSE(same_in_any_case("name", "names"));
  EXPECT_FALSE(same_in_any_case("a-b", "a_b"));
  EXPECT_FALSE(same_in_any_case("[", "{")) << "they are as far apart as A and a";
}

TEST(Scanner, WordsEndWhereTheyAreToldTo) {
  Scanner scanner(" port= 12; x");
  EXPECT_EQ(scanner.word("= "), "port");
  EXPECT_TRUE(scanner.eat('='));
  EXPECT_EQ(scanner.word("; "), "12");
  EXPECT_EQ(scanner.rest(), "; x");
}

TEST(Scanner, TakesOnlyWhatIsThere) {
  Scanner scanner(" lid 0x1F lmc 300 (ab) word \"id\" -1");
  EXPECT_FALSE(scanner.eat("lmc"));
  EXPECT_TRUE(scanner.eat("lid"));
  EXPECT_EQ(scanner.number_of_either_base<std::uint16_t>(), 0x1F);
  EXPECT_TRUE(scanner.eat("lmc"));
  EXPECT_EQ(scanner.number<std::uint8_t>(), std::nullopt) << "300 does not fit";
  EXPECT_EQ(scanner.number<std::uint16_t>(), 300);
  EXPECT_TRUE(scanner.eat('('));
  EXPECT_EQ(scanner.guid(), Guid{0xab});
  EXPECT_TRUE(scanner.eat(')'));
  EXPECT_EQ(scanner.word(), "word");
  EXPECT_TRUE(scanner.eat('"'));
  EXPECT_EQ(scanner.until('"'), "id");
  EXPECT_EQ(scanner.until('"'), std::nullopt);
  EXPECT_EQ(scanner.number<std::uint16_t>(), std::nullopt) << "no signs";
  EXPECT_FALSE(scanner.at_end());
  EXPECT_EQ(scanner.word(), "-1");
  EXPECT_TRUE(scanner.at_end());
}

TEST(Quote, IsShortAndPrintable) {
  EXPECT_EQ(quote("a\tb\x1b[31m"), "'a b [31m'");
  EXPECT_EQ(quote(std::string(1000, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(BetweenCommas, AreAllPartsWithoutTheirBlanks) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(between_commas(" a, b c ,"), (Parts{"a", "b c", ""}));
  EXPECT_EQ(between_commas(""), Parts{""});
}

TEST(IgnoredLines, GiveOneWarning) {
  IgnoredLines ignored;
  std::vector<std::string> warnings;
  ignored.warn("file", warnings);
  EXPECT_TRUE(warnings.empty());
  for (Lines lines("\nfirst\nsecond\n"); lines.next();) {
    if (!lines.line().empty()) ignored.note(lines);
  }
  ignored.warn("file", warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "file:2: 'first' is not understood and was ignored, as were 1 more lines");
}

TEST(OnOneLine, LeavesNoControlCharacters) {
  EXPECT_EQ(on_one_line("a\nb\x1b[2J\x7f"), "a b [2J ");
  EXPECT_EQ(on_one_line("\xc2\x9b"
                        "2J \xc2\xa0M\xc3\xbcller"),
            " 2J \xc2\xa0M\xc3\xbcller");
  EXPECT_EQ(on_one_line("\x9b"
                        "2J\xff"),
            "\uFFFD2J\uFFFD");
}

}  // namespace
}  // namespace weft
