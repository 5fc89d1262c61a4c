#include "common/base/warnings.h"

#include <gtest/gtest.h>

#include <string>

namespace weft {
namespace {

TEST(Warnings, OfMoreThanAreShownNoSentenceIsMade) {
  Warnings warnings;
  unsigned made = 0;
  for (unsigned i = 0; i < 25; ++i) {
    warnings.add([&] {
      ++made;
      return std::to_string(i);
    });
  }
  EXPECT_EQ(warnings.count(), 25u);
  EXPECT_EQ(made, kWarningsShown);
  ASSERT_EQ(warnings.sentences().size(), kWarningsShown);
  EXPECT_EQ(warnings.sentences().front(), "0");
  EXPECT_EQ(warnings.sentences().back(), std::to_string(kWarningsShown - 1));
}

}  // namespace
}  // namespace weft
