#include "common/dumps/table_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/stored/table_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

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
      EXPECT_EQ(row_as_text(again, s, fabric.max_lid()), row_as_text(tables, s, fabric.max_lid()))
          << name;
    }
  }
}

}  // namespace
}  // namespace weft
