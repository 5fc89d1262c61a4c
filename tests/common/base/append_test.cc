#include "common/base/append.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Append, KeepsWhatIsThere) {
  std::string text = "LID ";
  append(text, "{}", 7);
  EXPECT_EQ(text, "LID 7");
}

TEST(Append, TakesSeveralArgumentsAndNone) {
  std::string text;
  append(text, "{:#06x} {}", 0x1aU, std::string("leaf"));
  append(text, ".");
  EXPECT_EQ(text, "0x001a leaf.");
}

}  // namespace
}  // namespace weft
