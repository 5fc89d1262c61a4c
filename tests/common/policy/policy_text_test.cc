#include "common/policy/policy_text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

constexpr std::array<std::string_view, 2> kKnown = {"name", "id"};

struct Read {
  explicit Read(std::string_view text) {
    Mistakes mistakes("file", errors);
    paragraphs = parse_paragraphs(text, "topic", kKnown, mistakes);
    mistakes.finish();
  }
  std::vector<std::string> errors;
  std::vector<Paragraph> paragraphs;
};

TEST(PolicyText, HasParagraphsOfQualifiers) {
  const Read read(
      "# a comment\n\ntopic\n  name: the first \n# another\nid:1\nend-topic\n"
      "topic\nend-topic\n");
  EXPECT_EQ(read.errors, std::vector<std::string>{});
  ASSERT_EQ(read.paragraphs.size(), 2u);
  EXPECT_EQ(read.paragraphs[0].line, 3u);
  ASSERT_EQ(read.paragraphs[0].qualifiers.size(), 2u);
  EXPECT_EQ(read.paragraphs[0].qualifiers[0].name, "name");
  EXPECT_EQ(read.paragraphs[0].qualifiers[0].value, "the first");
  EXPECT_EQ(read.paragraphs[0].qualifiers[0].line, 4u);
  EXPECT_EQ(read.paragraphs[0].qualifiers[1].value, "1");
  EXPECT_EQ(read.paragraphs[0].qualifiers[1].line, 6u);
  EXPECT_EQ(read.paragraphs[1].line, 8u);
  EXPECT_TRUE(read.paragraphs[1].qualifiers.empty());
}

TEST(PolicyText, AllowsAnyCaseAndColonsBehindKeywords) {
  const Read read("Topic:\r\nNAME : X: y\r\nEND-TOPIC :");
  EXPECT_EQ(read.errors, std::vector<std::string>{});
  ASSERT_EQ(read.paragraphs.size(), 1u);
  ASSERT_EQ(read.paragraphs[0].qualifiers.size(), 1u);
  EXPECT_EQ(read.paragraphs[0].qualifiers[0].name, "name");
  EXPECT_EQ(read.paragraphs[0].qualifiers[0].value, "X: y");
}

TEST(PolicyText, MayBeEmpty) {
  EXPECT_TRUE(Read("").paragraphs.empty());
  EXPECT_TRUE(Read("").errors.empty());
  EXPECT_TRUE(Read("\n# nothing\n").errors.empty());
}

TEST(PolicyText, NamesAllMistakes) {
  const Read read(
      "name: x\nend-topic\ntopic\ncolour: red\nname\nid:\ntopic\nid: 2\nend-topic\ntopic\nid: 3");
  EXPECT_EQ(read.errors, (std::vector<std::string>{
                             "file:1: 'name: x' stands outside of a paragraph: write topic "
                             "before it",
                             "file:2: 'end-topic' ends nothing: no topic is open",
                             "file:4: 'colour' is not known here: write one of name, id, or "
                             "end-topic",
                             "file:5: a colon is missing behind 'name'",
                             "file:6: a value is missing behind 'id':",
                             "file:7: end-topic is missing: the topic of line 3 is still open",
                             "file:11: end-topic is missing: the topic of line 10 is still open",
                         }));
  ASSERT_EQ(read.paragraphs.size(), 3u) << "what can be read is read";
  EXPECT_EQ(read.paragraphs[1].qualifiers.size(), 1u);
}

TEST(PolicyText, CountsMistakesBeyondTheFirstHundred) {
  std::string text;
  for (int i = 0; i < 250; ++i) text += "nothing\n";
  const Read read(text);
  ASSERT_EQ(read.errors.size(), 101u);
  EXPECT_TRUE(test::contains(read.errors[99], "file:100:"));
  EXPECT_EQ(read.errors[100], "file: 150 more mistakes");
}

TEST(PolicyText, ParagraphsAreLeftOutByALineInThem) {
  const std::string text =
      "# all\n\nstray\ntopic # 1\nid: 1\nend-topic\nTopic:\nid: 2\nEND-TOPIC\ntopic\nid: 3\n"
      "topic\nid: 4";
  const auto without = [&](const std::vector<unsigned>& lines) {
    return without_paragraphs(text, "topic", lines);
  };
  EXPECT_EQ(without({}).text, text + "\n");
  EXPECT_TRUE(without({}).left_out.empty());
  EXPECT_TRUE(without({2, 99}).left_out.empty()) << "an empty line, and none";
  const WithoutSome some = without({11, 3, 4, 5});
  EXPECT_EQ(some.left_out, (std::vector<unsigned>{3, 4, 10}));
  EXPECT_EQ(some.text, "# all\n\n\n\n\n\nTopic:\nid: 2\nEND-TOPIC\n\n\ntopic\nid: 4\n");
  EXPECT_EQ(without({13}).left_out, std::vector<unsigned>{12}) << "its end is missing";
}

TEST(PolicyText, FindsTheOnlyValue) {
  const Read read("topic\nname: a\nid: 1\nname: b\nend-topic\n");
  std::vector<std::string> errors;
  Mistakes mistakes("file", errors);
  const Paragraph& paragraph = read.paragraphs.at(0);
  ASSERT_NE(only(paragraph, "id", mistakes), nullptr);
  EXPECT_EQ(only(paragraph, "id", mistakes)->value, "1");
  EXPECT_EQ(only(paragraph, "use", mistakes), nullptr);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(only(paragraph, "name", mistakes)->value, "a");
  EXPECT_EQ(errors, std::vector<std::string>{"file:4: name is given again: it is 'a' since line "
                                             "2"});
}

}  // namespace
}  // namespace weft
