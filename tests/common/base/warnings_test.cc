#include "common/base/warnings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

TEST(Warnings, ThoseThatAreNotShownAreCounted) {
  Warnings warnings;
  std::vector<std::string> all = {"before"};
  for (unsigned i = 0; i < kWarningsShown; ++i) {
    warnings.add([&] { return std::to_string(i); });
  }
  warnings.append_to(all, "file", "lines");
  ASSERT_EQ(all.size(), 1 + kWarningsShown);
  EXPECT_EQ(all.front(), "before");
  EXPECT_EQ(all[1], "0");

  warnings.add([] { return std::string(); });
  warnings.add([] { return std::string(); });
  warnings.append_to(all, "file", "lines");
  EXPECT_EQ(all.back(), "file: 2 more lines");
}

}  // namespace
}  // namespace weft
