// Readers and writers of forwarding tables.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/dumps/table_writer.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/stored/table_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

Fabric triangle() {
  std::vector<std::string> warnings;
  return read_fabric(test_data("triangle.ibnetdiscover"), warnings);
}

// The entries of a switch from LID 1 on, as decimal numbers.
std::string row(TableBlock& tables, SwitchIndex s, Lid max_lid) {
  std::string text;
  for (unsigned lid = 1; lid <= max_lid; ++lid) {
    text += fmt::format("{}{}", lid == 1 ? "" : " ", tables.tables().row(s)[lid]);
  }
  return text;
}

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
    EXPECT_EQ(row(tables, 0, fabric.max_lid()), "0 4 5 1 5 2 3 5") << name;
    EXPECT_EQ(row(tables, 1, fabric.max_lid()), "3 0 8 3 8 4 1 8") << name;
    EXPECT_EQ(row(tables, 2, fabric.max_lid()), "5 8 0 5 2 5 8 1") << name;
    EXPECT_EQ(tables.tables().row(0)[0], kNoPath);
    EXPECT_EQ(tables.tables().row(2)[63], kNoPath);
  }
}

TEST(TableReader, WarnsOfSwitchesThatAreMissing) {
  const Fabric fabric = triangle();
  std::vector<std::string> warnings;
  TableBlock tables = read_tables(test_data("triangle-ibroute.txt"), fabric, warnings);
  EXPECT_EQ(row(tables, 0, fabric.max_lid()), "0 4 5 1 5 2 3 5");
  EXPECT_EQ(row(tables, 1, fabric.max_lid()), "255 255 255 255 255 255 255 255");
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
  EXPECT_EQ(row(tables, 0, 8), "0 255 255 255 255 255 255 255");
  EXPECT_EQ(row(tables, 1, 8), "3 255 250 255 255 255 255 255");
  ASSERT_EQ(warnings.size(), 4u);
  EXPECT_EQ(warnings[0], "file:1: 'ibwarn: [1] something' is not understood and was ignored");
  EXPECT_NE(warnings[1].find("0x000000000000dead"), std::string::npos);
  EXPECT_NE(warnings[2].find("2 entries for LIDs that the fabric does not have"),
            std::string::npos);
  EXPECT_NE(warnings[3].find("leaf-3"), std::string::npos);
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

std::string sorted_lines(std::string text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  std::string sorted;
  for (const std::string& line : lines) sorted += line + "\n";
  return sorted;
}

// opensm wrote these files; its switches come in another order.
TEST(TableWriter, WritesWhatOpensmWrites) {
  const Fabric fabric = triangle();
  const TemporaryDirectory directory;
  std::vector<std::string> warnings;
  TableBlock tables = read_tables(test_data("triangle-lfts.dump"), fabric, warnings);
  write_lfts_dump(fabric, tables.tables(), directory.file("lfts"));
  write_fdbs(fabric, tables.tables(), directory.file("fdbs"));
  EXPECT_EQ(sorted_lines(read_file(directory.file("lfts"))),
            sorted_lines(read_file(test_data("triangle-lfts.dump"))));
  EXPECT_EQ(sorted_lines(read_file(directory.file("fdbs"))),
            sorted_lines(read_file(test_data("triangle.fdbs"))));
}

// Switches 1-2-3 in a row and a CA at each end: LIDs 1 2 3 and 5, 8.
Fabric line() {
  FabricBuilder builder("test");
  std::vector<NodeId> nodes;
  for (unsigned i = 1; i <= 3; ++i) {
    nodes.push_back(
        builder.add_node({.type = NodeType::kSwitch, .node_guid = i * 0x100, .port_count = 4}));
    builder.set_address(nodes.back(), 0, 0, static_cast<Lid>(i), 0);
  }
  for (unsigned i = 0; i < 2; ++i) {
    builder.add_link(nodes[i], 2, nodes[i + 1], 1, {});
    const NodeId ca =
        builder.add_node({.type = NodeType::kCa, .node_guid = 0x1000 + i * 0x100, .port_count = 1});
    builder.set_address(ca, 1, 0, static_cast<Lid>(5 + 3 * i), 0);
    builder.add_link(nodes[2 * i], 3, ca, 1, {});
  }
  return builder.build();
}

TEST(TableWriter, CountsHopsAlongTheTables) {
  const Fabric fabric = line();
  TableBlock tables(3, fabric.max_lid());
  const auto set = [&](Lid lid, PortNum a, PortNum b, PortNum c) {
    tables.tables().row(0)[lid] = a;
    tables.tables().row(1)[lid] = b;
    tables.tables().row(2)[lid] = c;
  };
  set(1, 0, 1, 1);
  set(2, 2, 0, kNoPath);
  set(3, 2, 1, 0);  // switches 1 and 2 send to each other
  set(5, 3, 1, 1);
  set(8, 2, 77, 4);  // a port that the switch does not have, and one that leads nowhere
  set(7, 1, 1, 1);   // nobody's LID
  const TemporaryDirectory directory;
  write_fdbs(fabric, tables.tables(), directory.file("fdbs"));
  EXPECT_EQ(read_file(directory.file("fdbs")),
            "dump_ucast_routes: Switch 0x0000000000000100\n"
            "LID    : Port : Hops : Optimal\n"
            "0x0001 : 000  : 00   : yes\n"
            "0x0002 : 002  : 01   : yes\n"
            "0x0003 : 002  : 255   : no\n"
            "0x0004 : UNREACHABLE\n"
            "0x0005 : 003  : 01   : yes\n"
            "0x0006 : UNREACHABLE\n"
            "0x0007 : UNREACHABLE\n"
            "0x0008 : 002  : 255   : no\n"
            "dump_ucast_routes: Switch 0x0000000000000200\n"
            "LID    : Port : Hops : Optimal\n"
            "0x0001 : 001  : 01   : yes\n"
            "0x0002 : 000  : 00   : yes\n"
            "0x0003 : 001  : 255   : no\n"
            "0x0004 : UNREACHABLE\n"
            "0x0005 : 001  : 02   : yes\n"
            "0x0006 : UNREACHABLE\n"
            "0x0007 : UNREACHABLE\n"
            "0x0008 : 077  : 255   : no\n"
            "dump_ucast_routes: Switch 0x0000000000000300\n"
            "LID    : Port : Hops : Optimal\n"
            "0x0001 : 001  : 02   : yes\n"
            "0x0002 : UNREACHABLE\n"
            "0x0003 : 000  : 00   : yes\n"
            "0x0004 : UNREACHABLE\n"
            "0x0005 : 001  : 03   : yes\n"
            "0x0006 : UNREACHABLE\n"
            "0x0007 : UNREACHABLE\n"
            "0x0008 : 004  : 255   : no\n");
}

TEST(TableWriter, ReadsBackEqual) {
  const Fabric fabric = triangle();
  const TemporaryDirectory directory;
  TableBlock tables(fabric.switch_count(), fabric.max_lid());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (Lid lid = 1; lid <= fabric.max_lid(); ++lid) {
      tables.tables().row(s)[lid] = static_cast<PortNum>((lid + s) % 3 == 0 ? 255 : lid * 31 + s);
    }
  }
  write_lfts_dump(fabric, tables.tables(), directory.file("lfts"));
  write_fdbs(fabric, tables.tables(), directory.file("fdbs"));
  for (const char* name : {"lfts", "fdbs"}) {
    std::vector<std::string> warnings;
    TableBlock again = read_tables(directory.file(name), fabric, warnings);
    EXPECT_TRUE(warnings.empty());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      EXPECT_EQ(row(again, s, fabric.max_lid()), row(tables, s, fabric.max_lid())) << name;
    }
  }
}

}  // namespace
}  // namespace weft
