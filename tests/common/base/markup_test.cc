#include "common/base/markup.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "common/base/json.h"

namespace weft {
namespace {

using namespace std::literals;

TEST(Markup, EverythingCanBeSeen) {
  EXPECT_EQ(visible("leaf-1 \u00e4 \u20ac"), "leaf-1 \u00e4 \u20ac");
  EXPECT_EQ(visible("a\tb\nc\x7f\x00"sv), "a\ufffdb\ufffdc\ufffd\ufffd");
  // What is no UTF-8, byte by byte, and what comes after it.
  EXPECT_EQ(visible("\xff\xc3leaf"), "\ufffd\ufffdleaf");
  // Overrides and isolates of directions, marks, zero width, separators, byte order mark, C1, tags.
  for (const std::string_view unseen :
       {"\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\u200b", "\u200d", "\u2028", "\ufeff",
        "\u0085", "\U000e0041", "\u00ad", "\ufffe"}) {
    EXPECT_EQ(visible(unseen), "\ufffd") << unseen;
  }
}

TEST(Markup, WhatIsCutOffIsAnEllipsis) {
  EXPECT_EQ(shortened("leaf-1", 6), "leaf-1");
  EXPECT_EQ(shortened("leaf-12", 6), "\u2026af-12");
  EXPECT_EQ(shortened("leaf-12", 1), "\u2026");
  EXPECT_EQ(shortened("leaf-12", 0), "");
  EXPECT_EQ(shortened("\u00e4\u00e4\u00e4\u00e4", 3), "\u2026\u00e4\u00e4");
  EXPECT_EQ(shortened("", 3), "");
}

TEST(Markup, NoTextIsMarkup) {
  EXPECT_EQ(xml_text("</script><b a='1' b=\"2\">&amp;"),
            "&lt;/script&gt;&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("\x01\u202e"), "\ufffd\ufffd");
}

TEST(Markup, NoTextEndsAStringOfGraphviz) {
  EXPECT_EQ(dot_string("leaf \"1\""), R"("leaf \"1\"")");
  EXPECT_EQ(dot_string("\\N\\"), R"("\\N\\")");
  EXPECT_EQ(dot_string("a\nb"), "\"a\ufffdb\"");
}

// RFC 4648, section 10.
TEST(Markup, BytesAreLettersAndDigits) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xef\xbe\xff"), "/+++/w==");
}

}  // namespace
}  // namespace weft
