#include "common/stored/far_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "common/graph/next_hops.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

constexpr const char* kLeaf1 = "Switch 0x1000000000000100\n";

AdaptiveTables parsed(const std::string& text, std::vector<std::string>& warnings) {
  return far_for(parse_stored_far(text, "file", Workers(1), warnings), triangle(), warnings);
}

std::string refused(const std::string& text) {
  return refusal([&] {
    std::vector<std::string> warnings;
    parsed(text, warnings);
  });
}

// The choices of a switch for LIDs from 1 on.
std::string choices_as_text(const ChoiceRow& row, Lid max_lid) {
  std::string text;
  for (unsigned lid = 1; lid <= max_lid; ++lid) {
    std::string ports;
    for_each_port(row.at(lid), [&](PortNum port) {
      ports += fmt::format("{}{}", ports.empty() ? "" : ",", port);
    });
    text += (lid == 1 ? "" : " ") + (ports.empty() ? "-" : ports);
  }
  return text;
}

// Group 1 has ports 3 and 4, group 2 has 5 and, in a second sub-group, 3.
std::string with_entries(const std::string& entries) {
  return std::string(kLeaf1) +
         "Groups Definition:\n"
         "Group Sub Group WHBF Ports\n"
         "--------------------------\n"
         "1 0 0 3, 4,\n"
         "2 0 0 5,\n"
         "2 1 0 3\n"
         "0 0 0\n"
         "LFT Definition: PLFT_NUM: 0, top: 0x8\n"
         "LID Static Port Lid State Group\n"
         "-------------------------------\n" +
         entries;
}

TEST(FarReader, ReadsStaticEntriesAndChoices) {
  const Fabric fabric = triangle();
  std::vector<std::string> warnings;
  AdaptiveTables tables = read_far(test_data("triangle.far"), fabric, warnings, Workers(2));
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  EXPECT_EQ(row_as_text(tables.fixed, 0, 8), "0 4 5 1 5 2 3 5");
  EXPECT_EQ(row_as_text(tables.fixed, 1, 8), "3 0 8 3 8 4 1 8");
  EXPECT_EQ(row_as_text(tables.fixed, 2, 8), "5 8 0 5 2 5 8 1");
  ASSERT_EQ(tables.choices.size(), 3u);
  EXPECT_EQ(choices_as_text(tables.choices[0], 8), "0 3,4 5 1 5 2 3,4 5");
  EXPECT_EQ(choices_as_text(tables.choices[1], 8), "3,4 0 8 3,4 8 3,4 1 8");
  EXPECT_EQ(choices_as_text(tables.choices[2], 8), "5 8 0 5 2 5 5,8 1");
}

TEST(FarReader, ChoicesAreTheGroupAndTheStaticPort) {
  std::vector<std::string> warnings;
  const AdaptiveTables tables = parsed(with_entries("0x0002 4 Free 1\n"
                                                    "0x0003 5 FREE 1\n"
                                                    "0x0004 1 Static 1\n"
                                                    "0x0005 5 bounded 2\n"
                                                    "0x0006 255 HBF 1\n"
                                                    "0x0007 255 Static 0\n"
                                                    "0x0008 3 Free 0\n"),
                                       warnings);
  EXPECT_EQ(choices_as_text(tables.choices[0], 8), "- 3,4 3,4,5 1 3,5 3,4 - 3");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("the tables of 2 switches are missing"), std::string::npos);
}

TEST(FarReader, EntriesOfGroupsThatAreNotDefinedHaveTheStaticPort) {
  std::vector<std::string> warnings;
  const AdaptiveTables tables = parsed(
      "\n" + with_entries("0x0002 4 Free 1\n0x0003 5 Free 77\n0x0004 1 Free 78\n"), warnings);
  EXPECT_EQ(choices_as_text(tables.choices[0], 4), "- 3,4 5 1");
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0],
            "file:14: the switch does not define group 77; 2 entries of such groups are taken to "
            "have their static port alone");
}

TEST(FarReader, WarnsOfWeightsAndOfWhatIsNotAboutTheFabric) {
  std::vector<std::string> warnings;
  parsed(
      "hello\nSwitch 0xdead\nGroups Definition:\n1 0 1 3,\nLFT Definition:\n0x0001 1 Static 0\n" +
          with_entries("0x0009 4 Free 1\n0xc001 1 Static 0\n"),
      warnings);
  ASSERT_EQ(warnings.size(), 6u);
  EXPECT_EQ(warnings[0], "file:1: 'hello' is not understood and was ignored");
  EXPECT_EQ(
      warnings[1],
      "file: 1 switches weight the ports of groups (WHBF); they are taken to use them evenly");
  EXPECT_NE(warnings[2].find("switches that the fabric does not have"), std::string::npos);
  EXPECT_NE(warnings[3].find("1 entries for what are no unicast LIDs"), std::string::npos);
  EXPECT_NE(warnings[4].find("the tables of 2 switches are missing"), std::string::npos);
  EXPECT_NE(warnings[5].find("1 entries for LIDs that the fabric does not have"),
            std::string::npos);
}

TEST(FarReader, RefusesWithFileLineAndReason) {
  const std::string head = with_entries("");
  const auto line = std::to_string(1 + std::count(head.begin(), head.end(), '\n'));
  for (const auto& [entry, reason] : std::vector<std::pair<std::string, std::string>>{
           {"1 4 Free 1\n", "expected a LID"},
           {"0xg 4 Free 1\n", "expected a LID"},
           {"0x100000000 4 Free 1\n", "expected a LID"},
           {"0x0002 256 Free 1\n", "expected a static port from 0 to 255 behind LID 0x2"},
           {"0x0002 -1 Free 1\n", "expected a static port"},
           {"0x0002 4 Busy 1\n", "'Busy' is no state of a LID"},
           {"0x0002 4\n", "'' is no state of a LID"},
           {"0x0002 4 Free\n", "expected a group"},
           {"0x0002 4 Free 65536\n", "expected a group"},
           {"0x0002 4 Free 1 1\n", "expected a group, and nothing else"},
           {"0x0002 4 Free 1", "the file ends within this line"},
           {"Groups Definition:\n", "the switch has groups already"},
           {"LFT Definition:\n", "the switch has a second table"},
           {"PLFT_NUM: 1, top: 0x8\n", "table 1 is a private one"},
           {"PLFT_NUM: x\n", "expected the number of a table"}}) {
    const std::string message = refused(head + entry);
    EXPECT_TRUE(message.starts_with(fmt::format("file:{}: {}", line, reason)))
        << entry << "\ngot " << message;
  }
  EXPECT_TRUE(refused(with_entries("0x0002 4 Free 1\n0x0002 4 Free 1\n"))
                  .starts_with("file:13: LID 0x2 has an entry already, port 4"));
}

TEST(FarReader, RefusesGroupsThatCannotBe) {
  for (const auto& [group, reason] : std::vector<std::pair<std::string, std::string>>{
           {"1 0\n", "expected a group"},
           {"x 0 0 3,\n", "expected a group"},
           {"65536 0 0 3,\n", "expected a group"},
           {"1 256 0 3,\n", "expected a group"},
           {"1 0 0 255,\n", "expected ports from 1 to 254"},
           {"1 0 0 0,\n", "expected ports from 1 to 254"},
           {"1 0 0 99999999999999999999,\n", "expected ports from 1 to 254"},
           {"1 0 0 3 4,\n", "expected ports from 1 to 254"},
           {"1 0 0 3,,\n", "expected ports from 1 to 254"},
           {"1 0 0 3, x\n", "expected ports from 1 to 254"}}) {
    const std::string message = refused(fmt::format("{}Groups Definition:\n{}", kLeaf1, group));
    EXPECT_TRUE(message.starts_with("file:3: " + reason)) << group << "\ngot " << message;
  }
  EXPECT_TRUE(refused(std::string(kLeaf1) + "Groups Definition:\n1 0 0 3,\n1 0 0 4,\n")
                  .starts_with("file:4: group 1 has a sub-group 0 already"));
}

TEST(FarReader, RefusesSwitchesThatAreCutOffOrComeTwice) {
  EXPECT_EQ(refused("\n" + std::string(kLeaf1) + "Groups Definition:\n1 0 0 3,\n"),
            "file:2: the switch that begins here has no 'LFT Definition:': is the file cut off?");
  // The same if the next one is cut off, too: what is wrong first is told.
  EXPECT_TRUE(refused("\n" + std::string(kLeaf1) + "Groups Definition:\n1 0 0 3,\nSwitch 0x")
                  .starts_with("file:2: the switch that begins here has no 'LFT Definition:'"));
  EXPECT_EQ(refused(with_entries("") + "Switch 0x"),
            "file:12: the file ends within this line: is it cut off?");
  EXPECT_TRUE(refused("Switch 0xg\n").starts_with("file:1: expected the GUID of a switch"));
  EXPECT_TRUE(refused("Switch 0x11111111111111111\n").starts_with("file:1: expected the GUID"));
  EXPECT_TRUE(refused(with_entries("") + with_entries(""))
                  .starts_with("file:12: the table of switch 0x1000000000000100 began in line 1"));
  EXPECT_NE(refused("nothing\n").find("no tables of adaptive routing in it"), std::string::npos);
  EXPECT_NE(refused("").find("no tables of adaptive routing in it"), std::string::npos);
}

}  // namespace
}  // namespace weft
