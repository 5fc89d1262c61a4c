#include "common/base/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/base/random.h"

namespace weft {
namespace {

using Parsed = nlohmann::ordered_json;

std::string parsed_string(const std::string& text) {
  return Parsed::parse(Json(text).text()).get<std::string>();
}

TEST(Json, IsWrittenWithALineForEachElement) {
  Json json;
  json["number"] = -3;
  json["list"] = std::vector<unsigned>{1, 2};
  json["object"] = {{"yes", true}, {"no", false}, {"nothing", nullptr}};
  json["empty"] = {{"list", Json::array()}};
  json["number"] = 0.5;
  EXPECT_EQ(json.text(),
            "{\n"
            "  \"number\": 0.5,\n"
            "  \"list\": [\n"
            "    1,\n"
            "    2\n"
            "  ],\n"
            "  \"object\": {\n"
            "    \"yes\": true,\n"
            "    \"no\": false,\n"
            "    \"nothing\": null\n"
            "  },\n"
            "  \"empty\": {\n"
            "    \"list\": []\n"
            "  }\n"
            "}\n");
}

TEST(Json, IsWrittenOnOneLine) {
  Json json;
  json["list"] = std::vector<unsigned>{1, 2};
  json["object"] = {{"text", "a\nb"}, {"nothing", nullptr}};
  json["empty"] = Json::array();
  EXPECT_EQ(json.line(),
            R"({"list": [1, 2], "object": {"text": "a\nb", "nothing": null}, "empty": []})");
}

TEST(Json, NumbersAreWhatTheyWere) {
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615\n");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808\n");
  EXPECT_EQ(Json(std::uint8_t{7}).text(), "7\n");
  EXPECT_EQ(Parsed::parse(Json(0.1).text()).get<double>(), 0.1);
  EXPECT_EQ(Parsed::parse(Json(1e300).text()).get<double>(), 1e300);
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).text(), "null\n");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null\n");
}

TEST(Json, TextsComeBackAsTheyWere) {
  std::string all;
  for (char c = 0; c < 127; ++c) all += c;
  EXPECT_EQ(parsed_string(all), all);
  const std::string long_ones = "\u00e9 \u07ff \u0800 \ud7ff \ue000 \uffff \U00010000 \U0010ffff";
  EXPECT_EQ(parsed_string(long_ones), long_ones);
}

TEST(Json, WhatIsNoUtf8IsReplaced) {
  const std::string bad = "\uFFFD";
  EXPECT_EQ(parsed_string("a\xff"
                          "b"),
            "a" + bad + "b");
  EXPECT_EQ(parsed_string("\xc3"), bad) << "cut off";
  EXPECT_EQ(parsed_string("\xe2\x82"), bad + bad);
  EXPECT_EQ(parsed_string("\xc1\x81"), bad + bad) << "longer than need be";
  EXPECT_EQ(parsed_string("\xe0\x9f\xbf"), bad + bad + bad);
  EXPECT_EQ(parsed_string("\xed\xa0\x80"), bad + bad + bad) << "half of a pair of UTF-16";
  EXPECT_EQ(parsed_string("\xf4\x90\x80\x80"), bad + bad + bad + bad) << "above U+10FFFF";
}

TEST(Json, AnyBytesAreTextAnotherReaderTakes) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes;
    // Mostly bytes that begin or go on with a character of several.
    for (auto left = random.below(6); left > 0; --left) {
      bytes +=
          static_cast<char>(random.below(4) == 0 ? random.below(128) : 128 + random.below(128));
    }
    const std::string text = parsed_string(bytes);
    const bool is_utf8 = [&] {
      try {
        return !Parsed(bytes).dump().empty();
      } catch (const Parsed::type_error&) {
        return false;
      }
    }();
    EXPECT_EQ(text == bytes, is_utf8);
  }
}

}  // namespace
}  // namespace weft
