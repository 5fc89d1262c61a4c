#include "common/stored/mcfdb_reader.h"

#include <gtest/gtest.h>

#include "tests/support/fabric_text.h"

namespace weft {
namespace {

std::string refused(const std::string& text) {
  return refusal([&] {
    std::vector<std::string> warnings;
    parse_mcfdbs(text, "file", triangle(), warnings);
  });
}

TEST(McfdbReader, ReadsGroupsOfAllSwitches) {
  std::vector<std::string> warnings;
  const auto groups = read_mcfdbs(test_data("triangle.mcfdbs"), triangle(), warnings);
  EXPECT_TRUE(warnings.empty());
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].mlid, 0xC000);
  ASSERT_EQ(groups[0].entries.size(), 3u);
  EXPECT_EQ(groups[0].entries[1].sw, 1u);
  EXPECT_EQ(groups[0].entries[1].ports[0], 0b1010u);
  EXPECT_EQ(groups[1].mlid, 0xC001);
  ASSERT_EQ(groups[1].entries.size(), 1u);
  EXPECT_TRUE(verify_multicast(triangle(), groups).is_good());
}

TEST(McfdbReader, WarnsOfWhatIsNotAboutTheFabric) {
  std::vector<std::string> warnings;
  const auto groups =
      parse_mcfdbs("hello\nSwitch 0xdead\n0xC000 : 0x001\n", "file", triangle(), warnings);
  EXPECT_TRUE(groups.empty());
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0], "file:1: 'hello' is not understood and was ignored");
  EXPECT_NE(warnings[1].find("of 0x000000000000dead among them"), std::string::npos);
}

TEST(McfdbReader, RefusesWithFileLineAndReason) {
  for (const auto& [line, reason] : std::vector<std::pair<std::string, std::string>>{
           {"0xC000 0x001\n", "expected a MLID"},
           {"0xBFFF : 0x001\n", "0xbfff is no MLID"},
           {"0xFFFF : 0x001\n", "0xffff is no MLID"},
           {"0xC000 : 001\n", "expected ports from 0x000 to 0x0fe"},
           {"0xC000 : 0x0ff\n", "expected ports from 0x000 to 0x0fe"},
           {"0xC000 : 0x100\n", "expected ports from 0x000 to 0x0fe"},
           {"0xC000 : 0x001", "the file ends within this line"},
           {"Switch 0xg\n", "expected the GUID of a switch"},
           {"Switch 0x1000000000000100\n",
            "the table of switch 0x1000000000000100 began in line 1"}}) {
    const std::string message = refused("Switch 0x1000000000000100\n" + line);
    EXPECT_TRUE(message.starts_with("file:2: " + reason)) << line << "\ngot " << message;
  }
  EXPECT_TRUE(refused("Switch 0x1000000000000100\n0xC000 : 0x001\n0xC000 : 0x002\n")
                  .starts_with("file:3: MLID 0xc000 has an entry of this switch already"));
  EXPECT_TRUE(refused("0xC000 : 0x001\n").starts_with("file:1: this entry comes before"));
  EXPECT_EQ(refused(""), "");
  EXPECT_NE(refused("nothing\n").find("no multicast tables in it"), std::string::npos);
}

}  // namespace
}  // namespace weft
