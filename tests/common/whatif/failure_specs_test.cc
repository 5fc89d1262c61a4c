#include "common/whatif/failure_specs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// A ring of four with a CA each: s0..s3, port 1 to the next, port 2 to the one before.
Fabric ring() {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  return sketch.build();
}

std::vector<Failure> parsed(std::vector<std::string> specs, std::uint64_t seed = 1) {
  return parse_failures(ring(), specs, seed);
}

std::string refusal(const std::string& spec) {
  try {
    parsed({spec});
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

class FailureFiles : public ::testing::Test {
 protected:
  std::string file(const std::string& content) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("weft-failures-" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::ofstream(path, std::ios::binary) << content;
    path_ = path.string();
    return path_;
  }
  std::string refused_cables(const std::string& content) {
    return refusal("cables " + file(content));
  }
  std::string refused_additions(const std::string& content) {
    try {
      read_added(ring(), file(content));
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_;
};

TEST(FailureSpecs, OneSwitchAndOneLink) {
  const auto failures = parsed({"switch s2", " link  a1[1] ", "link s0[2]"});
  ASSERT_EQ(failures.size(), 3u);
  EXPECT_EQ(failures[0].kind, FailureKind::kSwitch);
  EXPECT_EQ(failures[0].sw, 2u);
  EXPECT_EQ(failures[0].name, "s2");
  EXPECT_EQ(failures[1].links, std::vector<SwitchPort>({{1, 3}}));
  EXPECT_EQ(failures[2].links, std::vector<SwitchPort>({{0, 2}}));
  EXPECT_EQ(failures[2].name, "s0[2] - s3[1]");
}

TEST(FailureSpecs, EveryLinkIsThereOnce) {
  const auto failures = parsed({"every-link", "every-switch"});
  ASSERT_EQ(failures.size(), 8u);
  std::set<std::string> names;
  for (std::size_t i = 0; i < 4; ++i) names.insert(failures[i].name);
  EXPECT_EQ(names, (std::set<std::string>{"s0[1] - s1[2]", "s0[2] - s3[1]", "s1[1] - s2[2]",
                                          "s2[1] - s3[2]"}));
  EXPECT_EQ(failures[7].sw, 3u);
}

TEST(FailureSpecs, RandomSetsAreOfTheSeed) {
  const auto failures = parsed({"random 50% x 20"});
  ASSERT_EQ(failures.size(), 20u);
  EXPECT_EQ(failures[4].name, "50% of the links, 5 of 20");
  std::set<std::vector<SwitchPort>> sets;
  for (const Failure& failure : failures) {
    EXPECT_EQ(failure.kind, FailureKind::kRandom);
    std::vector<SwitchPort> links = failure.links;
    std::ranges::sort(links);
    EXPECT_EQ(std::set(links.begin(), links.end()).size(), 2u);
    sets.insert(links);
  }
  EXPECT_GT(sets.size(), 3u);
  const auto links = [](const std::vector<Failure>& all) {
    std::vector<std::vector<SwitchPort>> of_all;
    of_all.reserve(all.size());
    for (const Failure& failure : all) of_all.push_back(failure.links);
    return of_all;
  };
  EXPECT_EQ(links(parsed({"random 50% x 20"})), links(failures));
  EXPECT_NE(links(parsed({"random 50% x 20"}, 2)), links(failures));
  EXPECT_EQ(parsed({"random 0.1%x1"}).front().links.size(), 1u);
  EXPECT_EQ(parsed({"random 100 % x 1"}).front().links.size(), 4u);
}

TEST(FailureSpecs, WhatIsNoFailureIsRefused) {
  for (const char* spec : {"",
                           " ",
                           "switch",
                           "link",
                           "cables",
                           "random",
                           "every-link now",
                           "every-switch s1",
                           "every",
                           "Switch s1",
                           "switch s9",
                           "switch a1",
                           "link s0",
                           "link s0[7]",
                           "link s0[9]",
                           "link s0[]",
                           "random x",
                           "random 5%",
                           "random 5% x",
                           "random 5% x 0",
                           "random 5% x -1",
                           "random -5% x 1",
                           "random 0% x 1",
                           "random 101% x 1",
                           "random nan% x 1",
                           "random inf% x 1",
                           "random 5 x 1",
                           "random 5% x 1 more",
                           "random 5% x 99999999999",
                           "random % x 1",
                           "random 1e400% x 1",
                           "cables /nowhere",
                           "\xff\xfe",
                           "random 5%%x1"}) {
    EXPECT_NE(refusal(spec), "") << spec;
  }
  EXPECT_TRUE(contains(refusal("lnik s0[1]"), "'lnik s0[1]' is no failure: write switch NAME"));
  EXPECT_TRUE(contains(refusal("link s0[7]"), "there is no link at port 7 of switch s0"));
  EXPECT_TRUE(contains(refusal("switch a1"), "is no switch"));
  EXPECT_TRUE(contains(refusal("random 1% x 1000001"), "more than 1000000 failures"));
  EXPECT_TRUE(contains(refusal("random 1% x 4294967295"), "more than 1000000 failures"));
}

TEST_F(FailureFiles, CablesGoTogether) {
  const auto failures = parsed({"cables " + file("# both of s0\r\ns0[1]\r\n\r\n s0[2]\n")});
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].kind, FailureKind::kCables);
  EXPECT_EQ(failures[0].links, std::vector<SwitchPort>({{0, 1}, {0, 2}}));
  EXPECT_EQ(failures[0].name, path_);
}

TEST_F(FailureFiles, BadCablesAreRefusedWithTheirLine) {
  EXPECT_TRUE(contains(refused_cables("s0[1]\ns0[9]\n"), ":2: switch s0"));
  EXPECT_TRUE(contains(refused_cables("s0[1]\ns0[1]\n"), ":2: port 1 of switch s0"));
  EXPECT_TRUE(contains(refused_cables("s0[1]\ns1[2]\n"), "or the other end of its link, is named"));
  EXPECT_TRUE(contains(refused_cables("# nothing\n"), "it names no cable"));
  EXPECT_TRUE(contains(refused_cables("s0\n"), "names no port"));
}

TEST_F(FailureFiles, AddedLinksJoinFreePorts) {
  const Failure added = read_added(ring(), file("s0[5] s2[6]\n0x2[5]\ts3[8]"));
  EXPECT_EQ(added.kind, FailureKind::kAdd);
  ASSERT_EQ(added.added.size(), 2u);
  EXPECT_EQ(added.added[0], std::pair(SwitchPort(0, 5), SwitchPort(2, 6)));
  EXPECT_EQ(added.added[1], std::pair(SwitchPort(1, 5), SwitchPort(3, 8)));
}

TEST_F(FailureFiles, BadAdditionsAreRefusedWithTheirLine) {
  EXPECT_TRUE(contains(refused_additions("s0[5] s1[1]\n"),
                       ":1: port 1 of switch s1 (0x0000000000000002) is not free"));
  EXPECT_TRUE(contains(refused_additions("s0[5] s1[5]\ns2[5] s0[5]\n"), ":2: port 5 of switch s0"));
  EXPECT_TRUE(contains(refused_additions("s0[5] s0[5]\n"), "named twice"));
  EXPECT_TRUE(contains(refused_additions("s0[5] s0[6]\n"), ":1: both ends of this cable are at"));
  for (const char* line : {"s0[5]", "s0[5] ", "s0[5] s1", "s0 s1", "[", "]", "[] []",
                           "s0[5] s1[5] s2[5]", "s0[5]s1[5]", "a0[1] s1[5]"}) {
    EXPECT_NE(refused_additions(line), "") << line;
  }
  EXPECT_TRUE(contains(refused_additions(""), "it names no cable"));
}

}  // namespace
}  // namespace weft
