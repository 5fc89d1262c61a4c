#include "plugins/opensm/log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// OpenSM's log, and what it has been told.
struct LogTest : ::testing::Test {
  std::string said() const { return subnet.log(); }
  std::size_t lines() const {
    const std::string text = said();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  test::OpensmSubnet subnet{test::two_switches().fabric};
  Log log{subnet.opensm().log, "weft-test"};
};

TEST_F(LogTest, LinesBeginWithTheName) {
  log.error("the fabric is a ring");
  EXPECT_TRUE(contains(said(), "weft-test: the fabric is a ring\n"));
}

// A node description may be anything that a host's administrator likes.
TEST_F(LogTest, NothingForgesALine) {
  log.error("switch \"a\nweft-test: all is well\x7F\" is gone");
  EXPECT_EQ(lines(), 1u);
  EXPECT_TRUE(contains(said(), "switch \"a?weft-test: all is well?\" is gone"));
}

TEST_F(LogTest, PercentSignsAreNoFormats) {
  log.error("100 %s %n of it");
  EXPECT_TRUE(contains(said(), "100 %s %n of it"));
}

TEST_F(LogTest, LongLinesAreCut) {
  log.error(std::string(100'000, 'x'));
  EXPECT_EQ(lines(), 1u);
  EXPECT_GT(said().size(), 3000u);
  EXPECT_LT(said().size(), 4096u);
}

TEST_F(LogTest, OfManyWarningsTheFirstAreSaidAndTheRestAreCounted) {
  log.warnings({"one", "two"}, 2);
  EXPECT_EQ(lines(), 2u);
  const std::vector<std::string> many(25, "again");
  log.warnings(many, 30);
  EXPECT_EQ(lines(), 2 + kWarningsShown + 1);
  EXPECT_TRUE(contains(said(), "and 20 more warnings of this kind"));
}

}  // namespace
}  // namespace weft
