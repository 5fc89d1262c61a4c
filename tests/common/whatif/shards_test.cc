#include "common/whatif/shards.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

OutcomesHeader header() {
  return {.engine = "updn",
          .fabric = "f1",
          .tables = "t1",
          .request = "r1",
          .failures = 5,
          .busiest = 12,
          .busiest_name = "a[1] -> b[2]",
          .mean = 3.5};
}

Outcome outcome(std::size_t place) {
  return {.kind = FailureKind::kLink,
          .name = "link \"" + std::to_string(place) + "\"",
          .entries = place,
          .busiest_before = 12,
          .busiest_after = 13,
          .busiest_name = "x",
          .mean_before = 3.5,
          .mean_after = 0.1,
          .repaired = true,
          .lanes = 2,
          .time_ms = 1.25};
}

class Shards : public ::testing::Test {
 protected:
  Shards() : folder_(std::filesystem::temp_directory_path() / "weft-shards-test") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~Shards() override { std::filesystem::remove_all(folder_); }

  std::string lines(ShardNumber shard, const OutcomesHeader& of = header()) const {
    std::string text = json_line(of, shard) + '\n';
    for (const std::size_t place : places_of(shard, of.failures)) {
      text += json_line(outcome(place)) + '\n';
    }
    return text;
  }
  std::string file(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  static std::string refusal(const std::vector<std::string>& paths) {
    try {
      merge_shards(paths);
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(Shards, AreMergedInTheOrderOfARunWithout) {
  const MergedOutcomes merged =
      merge_shards(std::vector{file("b", lines({2, 2})), file("a", lines({1, 2}))});
  EXPECT_EQ(merged.header, header());
  ASSERT_EQ(merged.outcomes.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(json_line(merged.outcomes[i]), json_line(outcome(i)));
  }
}

TEST_F(Shards, MayHaveNothingToDo) {
  std::vector<std::string> paths;
  for (unsigned i = 1; i <= 7; ++i) paths.push_back(file(std::to_string(i), lines({i, 7})));
  EXPECT_EQ(merge_shards(paths).outcomes.size(), 5u);
}

TEST_F(Shards, ARefusedFailureComesBackAsItWas) {
  Outcome refused = {
      .kind = FailureKind::kSwitch, .name = "s", .error = "no \n way", .busiest_before = 1};
  EXPECT_EQ(json_line(read_outcome_line(json_line(refused))), json_line(refused));
  EXPECT_TRUE(contains(json_line(refused), R"("lost_pairs": null)"));
}

TEST_F(Shards, OneThatIsMissingOrDoubledIsRefused) {
  const std::string a = file("a", lines({1, 3}));
  const std::string b = file("b", lines({2, 3}));
  const std::string c = file("c", lines({3, 3}));
  EXPECT_EQ(refusal({a, b, c}), "");
  EXPECT_EQ(refusal({a, b}), "shard 3 of 3 is missing");
  EXPECT_EQ(refusal({c}), "shard 1 of 3 is missing");
  EXPECT_TRUE(contains(refusal({a, b, b}), "it is shard 2 of 3, and so is"));
  EXPECT_TRUE(contains(refusal({a, b, c, c}), "it is shard 3 of 3, and so is"));
  EXPECT_TRUE(contains(refusal({a, file("d", lines({2, 2}))}), "it is one of 2 shards"));
  EXPECT_EQ(refusal({}), "there is no file to merge");
}

TEST_F(Shards, OfAnotherRunAreRefused) {
  const std::string a = file("a", lines({1, 2}));
  const auto other = [&](auto change) {
    OutcomesHeader changed = header();
    change(changed);
    return refusal({a, file("b", lines({2, 2}, changed))});
  };
  EXPECT_TRUE(contains(other([](auto& h) { h.fabric = "f2"; }), "of another fabric than"));
  EXPECT_TRUE(contains(other([](auto& h) { h.engine = "ftree"; }), "of another engine than"));
  EXPECT_TRUE(contains(other([](auto& h) { h.request = "r2"; }), "of other failures or options"));
  EXPECT_TRUE(contains(other([](auto& h) { h.failures = 4; }), "of other failures or options"));
  EXPECT_TRUE(contains(other([](auto& h) { h.tables = "t2"; }), "of other tables"));
}

TEST_F(Shards, WhatIsCutOffIsRefusedWhereverThatIs) {
  const std::string whole = lines({1, 1});
  EXPECT_EQ(refusal({file("whole", whole)}), "");
  for (std::size_t length = 0; length < whole.size(); length += 13) {
    EXPECT_NE(refusal({file("cut", whole.substr(0, length))}), "") << length;
  }
  EXPECT_TRUE(contains(refusal({file("cut", whole.substr(0, whole.size() - 1))}),
                       "cut:6: the line is cut off"));
  EXPECT_TRUE(contains(refusal({file("more", whole + json_line(outcome(1)) + "\n")}),
                       "more outcomes than the 5"));
}

TEST_F(Shards, WhatIsNoOutcomeIsRefused) {
  const std::string first = json_line(header(), {1, 1}) + '\n';
  const auto with = [&](const std::string& line) {
    return refusal({file("bad", first + line + '\n')});
  };
  EXPECT_TRUE(contains(with("{}"), "bad:2: it has no key failure"));
  EXPECT_TRUE(contains(with("[1]"), "it is no JSON object"));
  EXPECT_TRUE(contains(with("{\"failure\": 5"), "it is no JSON object"));
  EXPECT_TRUE(contains(with("\xff"), "it is no JSON object"));
  EXPECT_NE(with(R"({"failure": {"kind": "flood", "name": "x"}})"), "");
  EXPECT_TRUE(contains(with("{\"a\": " + std::string(100'000, '[') + "}"), "nested too deeply"));
  std::string negative = json_line(outcome(1));
  negative.replace(negative.find("\"entries\": 1"), 12, "\"entries\": -1");
  EXPECT_TRUE(contains(with(negative), "its entries is no count"));
}

TEST_F(Shards, AHeaderThatCannotBeIsRefused) {
  EXPECT_TRUE(contains(refusal({file("none", refusal_line("a bad file") + '\n')}),
                       "that run failed: a bad file"));
  EXPECT_TRUE(contains(refusal({file("zero", json_line(header(), {0, 2}) + '\n')}),
                       "there is no shard 0 of 2"));
  EXPECT_NE(refusal({file("many", json_line(header(), {1, 1ull << 40}) + '\n')}), "");
  OutcomesHeader huge = header();
  huge.failures = ~0ull;
  EXPECT_TRUE(contains(refusal({file("huge", json_line(huge, {1, 1}) + '\n')}),
                       "more failures than there can be"));
}

TEST_F(Shards, OneThatWasCutShortHasWhatIsWhole) {
  const std::string whole = lines({1, 1});
  const std::string three = whole.substr(0, whole.find(json_line(outcome(3))));
  for (const char* rest : {"", "{\"failure\": {\"kin", "nonsense"}) {
    const auto found = read_cut_short(file("cut", three + rest), header(), {1, 1});
    ASSERT_EQ(found.size(), 3u) << rest;
    EXPECT_EQ(json_line(found[2]), json_line(outcome(2)));
  }
  EXPECT_EQ(read_cut_short(file("all", whole), header(), {1, 1}).size(), 5u);
}

TEST_F(Shards, OnlyTheSameRunGoesOn) {
  const auto refused = [&](const std::string& text, const OutcomesHeader& of, ShardNumber shard) {
    try {
      read_cut_short(file("cut", text), of, shard);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  OutcomesHeader other = header();
  other.request = "r2";
  EXPECT_TRUE(contains(refused(lines({1, 1}), other, {1, 1}), "other failures or options"));
  EXPECT_TRUE(contains(refused(lines({1, 2}), header(), {2, 2}), "it is of shard 1/2, not 2/2"));
  EXPECT_TRUE(contains(refused(lines({1, 1}) + json_line(outcome(5)) + '\n', header(), {1, 1}),
                       "more outcomes than the 5"));
  EXPECT_TRUE(contains(refused("", header(), {1, 1}), "no line that is complete"));
  EXPECT_TRUE(contains(refused(json_line(header(), {1, 1}), header(), {1, 1}), "no line that is"));
  EXPECT_TRUE(contains(refused(json_line(header(), {1, 1}) + "\nnonsense\n", header(), {1, 1}),
                       "it is no JSON object"));
}

TEST(ShardNumber, IsFromOneToAll) {
  EXPECT_EQ(parse_shard("2/8"), (ShardNumber{2, 8}));
  for (const char* text :
       {"", "/", "1", "1/", "/1", "0/1", "2/1", "1/1/1", "-1/2", "1/99999999999", "a/b", "1/0"}) {
    EXPECT_THROW(parse_shard(text), BadInput) << text;
  }
  EXPECT_EQ(places_of({2, 3}, 7), (std::vector<std::size_t>{1, 4}));
  EXPECT_TRUE(places_of({3, 3}, 2).empty());
}

}  // namespace
}  // namespace weft
