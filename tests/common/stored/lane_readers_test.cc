#include "common/stored/lane_readers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

// End ports in the order of their GUIDs: host-1's two ports, host-2, host-3, router-1.
TEST(PathSlReader, ReadsBothFormats) {
  std::vector<std::string> warnings;
  const LanePlan plan = parse_path_sls(
      "0x2000000000000100 4 3\r\n"
      "0x2000000000000200 0x5 15\n"
      "\n"
      "# comment\n"
      "0x1000000000000100 4 1\n"  // what a switch sends
      "Channel Adapter 0x2000000000000301, base LID 7, \"host-3\"\n"
      "0x0006 : 2\n"
      "0x0005 : 7 : 4 : 3\n"
      "0x0004 : UNREACHABLE\n"
      "Switch 0x1000000000000100, base LID 1, \"leaf-1\"\n"
      "0x0006 : 1\n",
      "file", triangle(), warnings);
  ASSERT_EQ(warnings.size(), 1u) << warnings.front();
  EXPECT_EQ(path_sl(plan, {kNone, 0}, 4, 9), 3) << "both ports of the node";
  EXPECT_EQ(path_sl(plan, {kNone, 1}, 4, 9), 3);
  EXPECT_EQ(path_sl(plan, {kNone, 2}, 5, 9), 15);
  EXPECT_EQ(path_sl(plan, {kNone, 2}, 4, 9), 0) << "not in the file";
  EXPECT_EQ(path_sl(plan, {kNone, 3}, 6, 9), 2);
  EXPECT_EQ(path_sl(plan, {kNone, 3}, 5, 9), 7);
  EXPECT_EQ(path_sl(plan, {kNone, 3}, 4, 9), 0);
  EXPECT_EQ(path_sl(plan, {kNone, 4}, 8, 9), 0);
}

TEST(PathSlReader, WarnsOfUnknownNodesAndLids) {
  std::vector<std::string> warnings;
  const SlByPath plan = parse_path_sls("0xdead 4 3\n0xdead 5 3\n0x2000000000000200 9 1\n", "file",
                                       triangle(), warnings);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(
      warnings[0],
      "file:1: the fabric has no node 0x000000000000dead; 2 lines about nodes that it does not "
      "have were ignored");
  EXPECT_EQ(warnings[1], "file: 1 paths to LIDs that the fabric does not have were ignored");
}

TEST(PathSlReader, WarnsOfAFileWithoutLines) {
  std::vector<std::string> warnings;
  parse_path_sls("\n# nothing\n", "file", triangle(), warnings);
  parse_sl2vl("", "file", triangle(), warnings);
  EXPECT_EQ(warnings, (std::vector<std::string>{
                          "file: there are no SLs in it: all paths are taken to have SL 0",
                          "file: there are no SL2VL maps in it: SL i is taken to be on VL i"}));
}

// Five ports have 20 pairs, and two of the lines are of pairs: LID 6 is of host-2 itself.
TEST(PathSlReader, SaysHowManyPathsAreNotInTheFile) {
  std::vector<std::string> warnings;
  const SlByPath plan =
      parse_path_sls("0x2000000000000200 4 1\n0x2000000000000200 5 1\n0x2000000000000200 6 1\n",
                     "file", triangle(), warnings);
  EXPECT_EQ(warnings,
            std::vector<std::string>{
                "file: it lacks 18 paths between end ports: they are taken to have SL 0"});
  EXPECT_EQ(plan.rows[2], (std::vector<Sl>{0, 0, 0, 0, 1, 1, 1}));
}

TEST(PathSlReader, RefusesWithFileLineAndReason) {
  for (const std::string text :
       {"\nhello", "\n0x2000000000000200 4", "\n0x2000000000000200 4 16",
        "\n0x2000000000000200 4 1 1", "\n2000000000000200 4 1", "\n0x2000000000000200 -4 1",
        "\n0x0004 : 1", "\nSwitch 0x", "\n0x20000000000002000 4 1"}) {
    const std::string message = refusal([&] {
      std::vector<std::string> warnings;
      parse_path_sls(text + "\n", "file", triangle(), warnings);
    });
    EXPECT_TRUE(message.starts_with("file:2: ")) << text << "\ngot " << message;
  }
}

// The SL may have been 12.
TEST(PathSlReader, RefusesAFileThatEndsWithinALine) {
  std::vector<std::string> warnings;
  for (const char* text :
       {"0x2000000000000200 4 1", "Channel Adapter 0x2000000000000301, base LID 7\n0x0006 : 1"}) {
    const std::string message =
        refusal([&] { parse_path_sls(text, "file", triangle(), warnings); });
    EXPECT_TRUE(message.ends_with(": the file ends within this line: is it cut off?")) << message;
  }
}

TEST(Sl2VlReader, ReadsIbdmchksFormat) {
  std::vector<std::string> warnings;
  const Sl2Vl maps = parse_sl2vl(
      "0x1000000000000100 0 3 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
      "0x1000000000000200 8 4 0x10 0x00 0x00 0x00 0x00 0x00 0x00 0x0f\n",
      "file", triangle(), warnings);
  EXPECT_EQ(warnings,
            std::vector<std::string>{"file: it lacks 26 maps of ports that lead to switches: there "
                                     "SL i is taken to be on VL i"});
  for (Sl sl = 0; sl < kSls; ++sl) EXPECT_EQ(maps.vl(0, 0, 3, sl), sl);
  EXPECT_EQ(maps.vl(1, 8, 4, 0), 1);
  EXPECT_EQ(maps.vl(1, 8, 4, 1), 0);
  EXPECT_EQ(maps.vl(1, 8, 4, 15), 15);
  EXPECT_EQ(maps.vl(1, 8, 3, 5), 5) << "not in the file";
}

// As opensm wrote it with qos_sl2vl 1,0,3,2,5,4,7,6,0,1,2,3,4,5,6,7.
TEST(Sl2VlReader, ReadsOpensmsDump) {
  std::vector<std::string> warnings;
  const Sl2Vl maps = read_sl2vl(test_data("triangle-sl2vl.dump"), triangle(), warnings);
  EXPECT_TRUE(warnings.empty());
  const Vl expected[] = {1, 0, 3, 2, 5, 4, 7, 6, 0, 1, 2, 3, 4, 5, 6, 7};
  for (Sl sl = 0; sl < kSls; ++sl) {
    EXPECT_EQ(maps.vl(0, 0, 1, sl), expected[sl]);
    EXPECT_EQ(maps.vl(2, 8, 5, sl), expected[sl]);
  }
}

// The last byte may have been 0xef.
TEST(Sl2VlReader, RefusesAFileThatEndsWithinALine) {
  std::vector<std::string> warnings;
  const std::string text = "0x1000000000000100 0 3 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xe";
  EXPECT_EQ(refusal([&] { parse_sl2vl(text, "file", triangle(), warnings); }),
            "file:1: the file ends within this line: is it cut off?");
}

TEST(Sl2VlReader, RefusesWithFileLineAndReason) {
  const std::string map = " : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6";
  const std::string bytes = " 0x01 0x23 0x45 0x67 0x89 0xab 0xcd";
  const std::string heading = "Switch 0x1000000000000100, base LID 1\n";
  const std::vector<std::string> texts = {"\n0 1" + map + " 7",
                                          heading + "0 1" + map,
                                          heading + "0 1" + map + " 16",
                                          heading + "0 1" + map + " 7 8",
                                          heading + "0 9" + map + " 7",
                                          heading + "256 1" + map + " 7",
                                          heading + "hello",
                                          "\n0x1000000000000100 1 2" + bytes,
                                          "\n0x1000000000000100 1" + bytes + " 0xef",
                                          "\n0x1000000000000100 1 2" + bytes + " ef",
                                          "\n0x1000000000000100 1 2" + bytes + " 0x100",
                                          "\n0x1000000000000100 9 2" + bytes + " 0xef"};
  for (const std::string& text : texts) {
    const std::string message = refusal([&] {
      std::vector<std::string> warnings;
      parse_sl2vl(text + "\n", "file", triangle(), warnings);
    });
    EXPECT_TRUE(message.starts_with("file:2: ")) << text << "\ngot " << message;
  }
}

}  // namespace
}  // namespace weft
