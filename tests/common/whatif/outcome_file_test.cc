#include "common/whatif/outcome_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "common/base/error.h"
#include "common/whatif/outcome_json.h"

namespace weft {
namespace {

WhatIfOutcomes read(const std::string& text, std::size_t most = 20) {
  const std::string path = ::testing::TempDir() + "what_if.jsonl";
  std::ofstream(path, std::ios::binary) << text;
  return read_what_if(path, most);
}

const std::string kHeader = json_line(OutcomesHeader(), {}) + "\n";

std::string line(const Outcome& outcome) { return json_line(outcome) + "\n"; }

TEST(WhatIfFile, TheWorstComeFirst) {
  const WhatIfOutcomes found =
      read(kHeader + line({.name = "a", .entries = 5}) + line({.name = "b", .lost_pairs = 3}) +
           line({.name = "c", .error = "no way"}) + "{\"failure\": {\n");
  EXPECT_EQ(found.ignored, 1u);
  EXPECT_EQ(found.failures, 3u);
  EXPECT_EQ(found.errors, 1u);
  ASSERT_EQ(found.worst.size(), 3u);
  EXPECT_EQ(found.worst[0].name, "c");
  EXPECT_EQ(found.worst[0].error, "no way");
  EXPECT_EQ(found.worst[1].name, "b");
  EXPECT_EQ(found.worst[2].entries, 5u);
}

TEST(WhatIfFile, OneOfVersion100IsRead) {
  std::string old = line({.name = "a", .entries = 5});
  const std::string key = "\"credit_loop_multicast\": false, ";
  ASSERT_NE(old.find(key), std::string::npos) << old;
  old.erase(old.find(key), key.size());
  const WhatIfOutcomes found = read(kHeader + old);
  EXPECT_EQ(found.ignored, 0u);
  EXPECT_EQ(found.failures, 1u);
}

TEST(WhatIfFile, OfManyTheWorstAreKept) {
  std::string text;
  for (std::uint64_t i = 0; i < 500; ++i) {
    text += line({.name = std::to_string(i), .lost_pairs = i * 7 % 500});
  }
  const WhatIfOutcomes found = read(text, 3);
  EXPECT_EQ(found.failures, 500u);
  ASSERT_EQ(found.worst.size(), 3u);
  EXPECT_EQ(found.worst[0].lost_pairs, 499u);
  EXPECT_EQ(found.worst[1].lost_pairs, 498u);
  EXPECT_EQ(found.worst[2].lost_pairs, 497u);
}

TEST(WhatIfFile, WhatIsStrangeIsLeftOut) {
  const std::string good = line({.name = "a"});
  std::string odd = good;
  odd.replace(odd.find("\"entries\": 0"), 12, "\"entries\": -1");
  const WhatIfOutcomes found =
      read(odd + "[1,2\n\"failure\"\n{\"failure\": 3}\n" + std::string(100000, '[') + "\n" +
           line({.name = std::string(70000, 'x')}) + line({.name = std::string(300, 'y')}) +
           "\xff\xfe\n");
  EXPECT_EQ(found.failures, 1u);
  EXPECT_EQ(found.ignored, 7u);
  EXPECT_EQ(found.worst[0].name.size(), 200u);
}

TEST(WhatIfFile, NeedsAFailure) {
  EXPECT_THROW(read(""), BadInput);
  EXPECT_THROW(read(kHeader), BadInput);
  EXPECT_THROW(read_what_if("/nowhere", 20), BadInput);
}

}  // namespace
}  // namespace weft
