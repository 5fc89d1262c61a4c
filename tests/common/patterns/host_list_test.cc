#include "common/patterns/host_list.h"

#include <gtest/gtest.h>

#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Names = std::vector<std::string>;

Names expanded(std::string_view text) { return expand_host_list(text, 1000); }
std::string refused(std::string_view text) {
  return refusal([&] { expanded(text); });
}

TEST(HostList, OfNamesIsTheNames) {
  EXPECT_EQ(expanded("c1"), (Names{"c1"}));
  EXPECT_EQ(expanded("c1, login ,c2"), (Names{"c1", "login", "c2"}));
}

TEST(HostList, ExpandsRangesWithTheirZeros) {
  EXPECT_EQ(expanded("c[08-11]"), (Names{"c08", "c09", "c10", "c11"}));
  EXPECT_EQ(expanded("c[1-2,7],d[003]-ib"), (Names{"c1", "c2", "c7", "d003-ib"}));
  EXPECT_EQ(expanded("r[1-2]c[1-2]"), (Names{"r1c1", "r1c2", "r2c1", "r2c2"}));
}

TEST(HostList, RefusesOtherFabrics) {
  EXPECT_TRUE(contains(refused(""), "a name is empty"));
  EXPECT_TRUE(contains(refused("a,,b"), "a name is empty"));
  EXPECT_TRUE(contains(refused("c[1-2"), "a bracket is not closed"));
  EXPECT_TRUE(contains(refused("c1-2]"), "a bracket is closed that was not opened"));
  EXPECT_TRUE(contains(refused("c[1[2]]"), "a bracket is inside another"));
  EXPECT_TRUE(contains(refused("c[]"), "'' is no number"));
  EXPECT_TRUE(contains(refused("c[a]"), "'a' is no number"));
  EXPECT_TRUE(contains(refused("c[1-2-3]"), "'2-3' is no number"));
  EXPECT_TRUE(contains(refused("c[9-7]"), "the range 9-7 falls"));
  EXPECT_TRUE(contains(refused("c[1-99999999999999999999]"), "is no number"));
  EXPECT_TRUE(contains(refused("c[1-2000]"), "there are more than 1000 hosts"));
  EXPECT_TRUE(contains(refused("c[1-40][1-40]"), "there are more than 1000 hosts"));
  EXPECT_TRUE(contains(refused("c[1-18446744073709551615]"), "is no number"));
}

}  // namespace
}  // namespace weft
