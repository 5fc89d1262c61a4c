#include "common/base/plain_text.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using namespace std::string_view_literals;

std::string plain(std::string_view data) {
  std::string storage;
  return std::string(as_plain_text(data, "file", storage));
}

TEST(PlainText, LeavesTextAsItIs) {
  EXPECT_EQ(plain(""), "");
  EXPECT_EQ(plain("leaf \xC3\xA9 \xFF\n"), "leaf \xC3\xA9 \xFF\n");
  EXPECT_EQ(plain("\xEF\xBB\xBFleaf"), "leaf");
}

TEST(PlainText, ReadsBothKindsOfUtf16) {
  EXPECT_EQ(plain("\xFF\xFEl\0\xE9\0\xAC\x20"sv), "l\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(plain("\xFE\xFF\0l\0\xE9\x20\xAC"sv), "l\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(plain("\xFF\xFEl\0e"sv), "l");
}

}  // namespace
}  // namespace weft
