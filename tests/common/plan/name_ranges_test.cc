#include "common/plan/name_ranges.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace weft {
namespace {

using Names = std::vector<std::string>;

TEST(NameRanges, AreExpandedInOrder) {
  EXPECT_EQ(expand_ranges("leaf", 9), Names{"leaf"});
  EXPECT_EQ(expand_ranges("", 9), Names{""});
  EXPECT_EQ(expand_ranges("c[08-11]-ib", 9), (Names{"c08-ib", "c09-ib", "c10-ib", "c11-ib"}));
  EXPECT_EQ(expand_ranges("c[1,3, 5-6]", 9), (Names{"c1", "c3", "c5", "c6"}));
  EXPECT_EQ(expand_ranges("r[1-2]n[1-2]", 9), (Names{"r1n1", "r1n2", "r2n1", "r2n2"}));
}

TEST(NameRanges, AreRefusedWithAReason) {
  for (const char* wrong : {"a[", "a[1", "a[]", "a[x]", "a[2-1]", "a[1-]", "a[1-2-3]", "a[1,,2]"}) {
    EXPECT_THROW(expand_ranges(wrong, 9), BadInput) << wrong;
  }
  EXPECT_EQ(expand_ranges("a[1-9]", 9).size(), 9u);
  EXPECT_THROW(expand_ranges("a[1-10]", 9), BadInput);
  EXPECT_THROW(expand_ranges("a[0-4294967295]", 9), BadInput);
  EXPECT_THROW(expand_ranges("a[1-4]b[1-4]", 9), BadInput);
  const std::string long_name(300, 'x');
  EXPECT_EQ(expand_ranges(long_name, 9), Names{long_name});
  EXPECT_THROW(expand_ranges("a[1-4]" + long_name, 9), BadInput);
  EXPECT_THROW(expand_ranges(long_name + "[1-4]", 9), BadInput);
  std::string many = "a[1";
  for (int i = 2; i <= 200; ++i) many += "," + std::to_string(i);
  EXPECT_EQ(expand_ranges(many + "]", 200).size(), 200u) << "only the names are short";
  EXPECT_THROW(expand_ranges("a[" + std::string(300, '0') + "1-4]", 9), BadInput);
}

}  // namespace
}  // namespace weft
