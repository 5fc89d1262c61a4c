#include "common/report/what_if_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "common/base/error.h"

namespace weft {
namespace {

WhatIfOutcomes read(const std::string& text, std::size_t most = 20) {
  const std::string path = ::testing::TempDir() + "what_if.jsonl";
  std::ofstream(path, std::ios::binary) << text;
  return read_what_if(path, most);
}

std::string failure(const std::string& name, const std::string& more) {
  return R"({"failure": {"kind": "link", "name": ")" + name + "\"}, " + more + "}\n";
}

TEST(WhatIfFile, TheWorstComeFirst) {
  const WhatIfOutcomes found =
      read("{\"whatif\": {}}\n" + failure("a", R"("error": null, "lost_pairs": 0, "entries": 5)") +
           failure("b", R"("error": null, "lost_pairs": 3)") +
           failure("c", R"("error": "no way", "lost_pairs": null)") +
           failure("d", R"("error": null, "lost_pairs": 0, "entries": 9, "sls": 2, "repaired": true,
                           "busiest_link": {"before": 4, "after": 6, "name": "x"})" +
                            std::string()));
  // The line feed inside of the last one makes two lines of it that mean nothing.
  EXPECT_EQ(found.ignored, 2u);
  EXPECT_EQ(found.failures, 3u);
  EXPECT_EQ(found.errors, 1u);
  ASSERT_EQ(found.worst.size(), 3u);
  EXPECT_EQ(found.worst[0].name, "c");
  EXPECT_EQ(found.worst[0].error, "no way");
  EXPECT_EQ(found.worst[0].lost_pairs, std::nullopt);
  EXPECT_EQ(found.worst[1].name, "b");
  EXPECT_EQ(found.worst[2].entries, 5u);
}

TEST(WhatIfFile, EveryFigureIsRead) {
  const FailureOutcome outcome =
      read(failure("d",
                   R"("error": null, "lost_pairs": 1, "entries": 9, "sls": 2, "repaired": true, )"
                   R"("busiest_link": {"before": 4, "after": 6, "name": "x"})"))
          .worst.at(0);
  EXPECT_EQ(outcome.kind, "link");
  EXPECT_EQ(outcome.entries, 9u);
  EXPECT_EQ(outcome.sls, 2u);
  EXPECT_EQ(outcome.repaired, true);
  EXPECT_EQ(outcome.busiest_before, 4u);
  EXPECT_EQ(outcome.busiest_after, 6u);
  EXPECT_EQ(outcome.busiest_name, "x");
}

TEST(WhatIfFile, OfManyTheWorstAreKept) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += failure(std::to_string(i), "\"lost_pairs\": " + std::to_string(i * 7 % 500));
  }
  const WhatIfOutcomes found = read(text, 3);
  EXPECT_EQ(found.failures, 500u);
  ASSERT_EQ(found.worst.size(), 3u);
  EXPECT_EQ(found.worst[0].lost_pairs, 499u);
  EXPECT_EQ(found.worst[1].lost_pairs, 498u);
  EXPECT_EQ(found.worst[2].lost_pairs, 497u);
}

TEST(WhatIfFile, WhatIsStrangeIsLeftOut) {
  const WhatIfOutcomes found =
      read(failure("a", R"("lost_pairs": -1, "entries": "many", "sls": 1.5, "busiest_link": 3)") +
           "[1,2\n\"failure\"\n{\"failure\": 3}\n" + std::string(100000, '[') + "\n" +
           failure(std::string(70000, 'x'), "\"sls\": 1") +
           failure(std::string(300, 'y'), "\"sls\": 1") + "\xff\xfe\n");
  EXPECT_EQ(found.failures, 2u);
  EXPECT_EQ(found.ignored, 6u);
  EXPECT_EQ(found.worst[0].name, "a");
  EXPECT_EQ(found.worst[0].lost_pairs, std::nullopt);
  EXPECT_EQ(found.worst[0].entries, std::nullopt);
  EXPECT_EQ(found.worst[0].busiest_after, std::nullopt);
  EXPECT_EQ(found.worst[1].name.size(), 200u);
}

TEST(WhatIfFile, NeedsAFailure) {
  EXPECT_THROW(read(""), BadInput);
  EXPECT_THROW(read("{\"whatif\": {}}\n"), BadInput);
  EXPECT_THROW(read_what_if("/nowhere", 20), BadInput);
}

}  // namespace
}  // namespace weft
