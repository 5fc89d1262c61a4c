#include "common/patterns/pairs_file.h"

#include <gtest/gtest.h>

#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Pairs = std::vector<RankPair>;

// CAs a0, a1, a2 on one switch; ranks 0 and 1 are at a1 and a2.
class PairsFile : public ::testing::Test {
 protected:
  PairsFile()
      : fabric_([] {
          test::Sketch sketch(1);
          for (PortNum p = 1; p <= 3; ++p) sketch.ca(0, p);
          return sketch.build();
        }()) {}
  Pairs parse(std::string_view text) {
    return parse_pairs(text, "file", fabric_, placement_, unit_);
  }
  std::string refused(std::string_view text) {
    return refusal([&] { parse(text); });
  }

  const Fabric fabric_;
  double unit_ = 0;
  Placement placement_ = std::vector<EndPortIndex>{1, 2};
};

TEST_F(PairsFile, NamesRanksAndHosts) {
  EXPECT_EQ(parse("# who  whom\n0 1 7\n\n1 a0   # back\na0 a2 3\na0 0\n"),
            (Pairs{{0, 1, 7}, {1, 2, 1}, {2, 3, 3}, {2, 0, 1}}));
  ASSERT_EQ(placement_.size(), 4u);
  EXPECT_EQ(placement_.rails(2).front(), 0u);
  EXPECT_EQ(placement_.rails(3).front(), 2u);
}

TEST_F(PairsFile, LargeWeightsAreOfALargerUnit) {
  EXPECT_EQ(parse("0 1 4000000000\n1 0 2e9\n0 a0\n"),
            (Pairs{{0, 1, 1'000'000}, {1, 0, 500'000}, {0, 2, 1}}));
  EXPECT_EQ(unit_, 4000);
  parse("0 1 1000000\n");
  EXPECT_EQ(unit_, 1);
}

TEST_F(PairsFile, IsAMatrixIfTheFirstLineHasACommaInIt) {
  EXPECT_EQ(parse("0, 3\n5,0.2\n"), (Pairs{{0, 1, 3}, {1, 0, 5}, {1, 1, 1}}));
  EXPECT_EQ(parse("# bytes\n,rank 0,rank 1\nrank 0,0,4000000\n\nrank 1,2000000,0\n"),
            (Pairs{{0, 1, 1'000'000}, {1, 0, 500'000}}));
}

TEST_F(PairsFile, RefusesAMatrixThatIsNone) {
  EXPECT_EQ(refused("0,1\n0,x\n"), "file:2: expected a number of 0 or more, not 'x'");
  EXPECT_EQ(refused("0,1\n-1,0\n"), "file:2: expected a number of 0 or more, not '-1'");
  EXPECT_EQ(refused("0,1\ninf,0\n"), "file:2: expected a number of 0 or more, not 'inf'");
  EXPECT_EQ(refused("0,1,1\n"), "file:1: there is no rank 2");
  EXPECT_EQ(refused("0,1\n0,1\n0,1\n"), "file:3: there is no rank 2");
  EXPECT_EQ(refused("0,0\n0,0\n"), "file: there is no pair");
  EXPECT_EQ(refused("0,1\n2\n"), "file:2: the line has 1 numbers, and the first one 2");
  EXPECT_EQ(refused("0,1\n"), "file: 1 lines of 2 numbers are no matrix; is the file cut off?");
  EXPECT_EQ(refused("a,b\n"), "file: there is no pair");
}

TEST_F(PairsFile, RefusesOtherFabrics) {
  EXPECT_EQ(refused("0 1\n0 2\n"), "file:2: there is no rank 2");
  EXPECT_EQ(refused("0 99999999999\n"), "file:1: there is no rank 99999999999");
  EXPECT_EQ(refused("0 a9\n"), "file:1: no CA of the fabric is called 'a9'");
  EXPECT_EQ(refused("0\n"), "file:1: expected a source and a destination");
  for (const char* const weight : {"0", "-1", "1 x", "1e999", "nan"}) {
    EXPECT_EQ(refused(std::string("0 1 ") + weight + "\n"),
              "file:1: expected a weight above 0 behind the destination");
  }
  EXPECT_EQ(refused("# none\n"), "file: there is no pair");
}

}  // namespace
}  // namespace weft
