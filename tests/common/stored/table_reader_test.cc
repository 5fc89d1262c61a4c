#include "common/stored/table_reader.h"

#include <gtest/gtest.h>

#include "common/base/file.h"
#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

std::string refused(const std::string& text) {
  return refusal([&] {
    std::vector<std::string> warnings;
    parse_tables(text, "file", triangle(), warnings);
  });
}

TEST(TableReader, ReadsTheSameFromEveryFormat) {
  const Fabric fabric = triangle();
  for (const char* name : {"triangle-lfts.dump", "triangle.fdbs", "triangle-dump_fts.txt"}) {
    std::vector<std::string> warnings;
    TableBlock tables = read_tables(test_data(name), fabric, warnings);
    EXPECT_TRUE(warnings.empty()) << warnings.front();
    EXPECT_EQ(row_as_text(tables, 0, fabric.max_lid()), "0 4 5 1 5 2 3 5") << name;
    EXPECT_EQ(row_as_text(tables, 1, fabric.max_lid()), "3 0 8 3 8 4 1 8") << name;
    EXPECT_EQ(row_as_text(tables, 2, fabric.max_lid()), "5 8 0 5 2 5 8 1") << name;
    EXPECT_EQ(tables.tables().row(0)[0], kNoPath);
    EXPECT_EQ(tables.tables().row(2)[63], kNoPath);
  }
}

TEST(TableReader, WarnsOfSwitchesThatAreMissing) {
  const Fabric fabric = triangle();
  std::vector<std::string> warnings;
  TableBlock tables = read_tables(test_data("triangle-ibroute.txt"), fabric, warnings);
  EXPECT_EQ(row_as_text(tables, 0, fabric.max_lid()), "0 4 5 1 5 2 3 5");
  EXPECT_EQ(row_as_text(tables, 1, fabric.max_lid()), "255 255 255 255 255 255 255 255");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("tables of 2 switches are missing, of leaf-2 [2]"), std::string::npos);
}

TEST(TableReader, SkipsWhatIsNotAboutTheFabric) {
  std::vector<std::string> warnings;
  TableBlock tables = parse_tables(
      "ibwarn: [1] something\n"
      "Multicast mlids [0xc000-0xc3ff] of switch Lid 1 guid 0x1000000000000100 (leaf-1):\n"
      "            0                   1\n"
      " MLid\n"
      "0xc000            x   x\n"
      "1 mlids dumped\n"
      "Unicast lids [0-3] of switch Lid 1 guid 0x1000000000000100 ('guid 0x7'):\n"
      "0x0001 000\n"
      "0x0004 255 # no path\n"
      "0x0009 001\n"
      "0xffff 001\n"
      "4 lids dumped\n"
      "Unicast lids [0-3] of switch Lid 9 guid 0xdead ('other'):\n"
      "0x0001 001\n"
      "1 lids dumped\n"
      "osm_ucast_mgr_dump_ucast_routes: Switch 0x1000000000000200\n"
      "LID    : Port : Hops : Optimal\n"
      "0x0001 : 003  : 01   : No 0 hop path possible via port 9!\n"
      "0x0002 : UNREACHABLE\n"
      "0x0003 : 250  : 01   : yes\n",
      "file", triangle(), warnings);
  EXPECT_EQ(row_as_text(tables, 0, 8), "0 255 255 255 255 255 255 255");
  EXPECT_EQ(row_as_text(tables, 1, 8), "3 255 250 255 255 255 255 255");
  ASSERT_EQ(warnings.size(), 5u);
  EXPECT_EQ(warnings[0], "file:1: 'ibwarn: [1] something' is not understood and was ignored");
  EXPECT_NE(warnings[1].find("0x000000000000dead"), std::string::npos);
  EXPECT_NE(warnings[2].find("1 entries for what are no unicast LIDs"), std::string::npos);
  EXPECT_NE(warnings[3].find("leaf-3"), std::string::npos);
  EXPECT_NE(warnings[4].find("1 entries for LIDs that the fabric does not have"),
            std::string::npos);
}

// As ibdiagnet2 writes opensm.fdbs.
TEST(TableReader, PrivateTablesAreRefused) {
  const std::string text =
      "# of ibdiagnet2\n"
      "File version: 1\n"
      "osm_ucast_mgr_dump_ucast_routes: Switch 0x1000000000000100\n"
      "PLFT_NUM: 0\n"
      "LID    : Port : Hops : Optimal\n"
      "0x0002 : 004  : 00   : yes\n";
  std::vector<std::string> warnings;
  TableBlock tables = parse_tables(text, "file", triangle(), warnings);
  EXPECT_EQ(row_as_text(tables, 0, 3), "255 4 255");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("tables of 2 switches are missing"), std::string::npos);
  EXPECT_EQ(refused(text + "PLFT_NUM: 1\n0x0002 : 005  : 00   : yes\n"),
            "file:7: table 1 is a private one: which packets use it is not in this file");
  EXPECT_EQ(refused(text + "PLFT_NUM: x\n"),
            "file:7: expected the number of a table instead of ' x'");
}

TEST(TableReader, ReportsLidsOfNoPort) {
  TemporaryDirectory directory;
  NewFile file(directory.file("tables"));
  file.buffer() =
      "Unicast lids [0-20] of switch Lid 1 guid 0x1000000000000100 ('leaf-1'):\n"
      "0x0001 000\n0x0009 255\n0x000a 001\n0x0011 002\n5 lids dumped\n"
      "Unicast lids [0-20] of switch Lid 2 guid 0x1000000000000200 ('leaf-2'):\n"
      "0x000a 001\n1 lids dumped\n";
  file.commit();
  std::vector<std::string> warnings;
  OwnerlessEntries ownerless;
  read_tables(directory.file("tables"), triangle(), warnings, Workers(1), &ownerless);
  EXPECT_EQ(ownerless.count, 3u);
  EXPECT_EQ(ownerless.lids, (std::vector<Lid>{10, 17}));
  EXPECT_TRUE(ownerless.where.starts_with("LID 10 at leaf-1")) << ownerless.where;
  read_tables(test_data("triangle-lfts.dump"), triangle(), warnings, Workers(1), &ownerless);
  EXPECT_EQ(ownerless.count, 0u);
  EXPECT_TRUE(ownerless.lids.empty());
}

TEST(TableReader, RefusesWithFileLineAndReason) {
  const std::string heading =
      "Unicast lids [0-3] of switch Lid 1 guid 0x1000000000000100 ('leaf-1'):\n";
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {"", "file: ", "no forwarding tables"},
      {"hello\n", "file: ", "no forwarding tables"},
      {"0x0001 001\n", "file:1: ", "before any line that names its switch"},
      {"Unicast lids [0-3] of switch Lid 1:\n", "file:1: ", "names no switch"},
      {"Unicast lids [0-3] of switch Lid 1 guid x\n", "file:1: ", "expected the GUID"},
      {heading + "0x0001 001\n", "file:1: ", "cut off"},
      {heading + heading, "file:1: ", "cut off"},
      {heading + "3 lids dumped\n" + heading, "file:3: ", "began in line 1 already"},
      {heading + "0x 001\n", "file:2: ", "expected a LID"},
      {heading + "0x0001 256\n", "file:2: ", "expected a port"},
      {heading + "0x0001 1x\n", "file:2: ", "expected a port"},
      {heading + "0x0001\n", "file:2: ", "expected a port"},
      {heading + "0x0001 001\n0x0001 002\n", "file:3: ", "has an entry already, port 1"},
  };
  for (const auto& c : cases) {
    const std::string message = refused(c.text);
    EXPECT_TRUE(message.starts_with(c.line)) << c.reason << "\ngot " << message;
    EXPECT_NE(message.find(c.reason), std::string::npos) << c.reason << "\ngot " << message;
  }
}

}  // namespace
}  // namespace weft
