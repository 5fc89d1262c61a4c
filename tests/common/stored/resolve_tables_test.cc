#include "common/stored/resolve_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// Switches 1 and 2, linked at their ports 4; CAs 0x1000 at port 1 of switch 1 and 0x1010 at port 1
// of switch 2.
Fabric pair(Lid a, Lid b, std::uint8_t lmc = 0, Lid first_switch = 1) {
  FabricBuilder builder("pair");
  for (unsigned s = 0; s < 2; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 6});
    builder.set_address(s, 0, 0, static_cast<Lid>(first_switch + s), 0);
  }
  for (unsigned c = 0; c < 2; ++c) {
    const NodeId ca =
        builder.add_node({.type = NodeType::kCa, .node_guid = 0x1000 + 16 * c, .port_count = 1});
    builder.set_address(ca, 1, 0x1000 + 16 * c, c == 0 ? a : b, lmc);
    builder.add_link(c, 1, ca, 1, {});
  }
  builder.add_link(0, 4, 1, 4, {});
  return builder.build();
}

struct Entry {
  Lid lid;
  PortNum port;
  Guid port_guid = 0;
};

StoredTables stored(const std::vector<std::vector<Entry>>& tables, Lid first_switch = 0) {
  StoredTables result;
  result.source = "file";
  result.port_guids.resize(kMaxUnicastLid + std::size_t{1});
  for (std::size_t s = 0; s < tables.size(); ++s) {
    StoredTable table;
    table.switch_guid = 1 + s;
    if (first_switch != 0) table.switch_lid = static_cast<Lid>(first_switch + s);
    for (const Entry& entry : tables[s]) {
      if (table.row.size() <= entry.lid) table.row.resize(entry.lid + std::size_t{1}, kNoPath);
      table.row[entry.lid] = entry.port;
      if (entry.port_guid != 0) result.port_guids[entry.lid] = entry.port_guid;
    }
    result.switches.push_back(table);
  }
  return result;
}

struct Resolved {
  Resolved(const StoredTables& tables, const Fabric& fabric)
      : block(fabric.switch_count(), fabric.max_lid()) {
    resolve_tables(tables, fabric, Workers(2), block.tables(), warnings);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (std::size_t lid = 0; lid < block.tables().row_size(); ++lid) {
        const PortNum port = block.tables().row(s)[lid];
        if (port != kNoPath) text += fmt::format("{}:{} ", lid, port);
      }
      text += "; ";
    }
  }
  TableBlock block;
  std::vector<std::string> warnings;
  std::string text;
};

// CAs had LIDs 3 and 5, switches 1 and 2.
StoredTables usual() {
  return stored({{{1, 0, 1}, {2, 4, 2}, {3, 1, 0x1000}, {5, 4, 0x1010}},
                 {{1, 4, 1}, {2, 0, 2}, {3, 4, 0x1000}, {5, 1, 0x1010}}});
}

TEST(ResolveTables, TheSameFabric) {
  const Resolved same(usual(), pair(3, 5));
  EXPECT_EQ(same.text, "1:0 2:4 3:1 5:4 ; 1:4 2:0 3:4 5:1 ; ");
  EXPECT_TRUE(same.warnings.empty());
}

TEST(ResolveTables, ChangedLidsAreFoundByGuid) {
  const Resolved swapped(usual(), pair(5, 3));
  EXPECT_EQ(swapped.text, "1:0 2:4 3:4 5:1 ; 1:4 2:0 3:1 5:4 ; ");
  EXPECT_TRUE(swapped.warnings.empty());
  const Resolved all_else(usual(), pair(70, 1, 0, 20));
  EXPECT_EQ(all_else.text, "1:4 20:0 21:4 70:1 ; 1:1 20:4 21:0 70:4 ; ");
}

TEST(ResolveTables, WithoutGuidsLidsStandForThemselves) {
  const Resolved plain(stored({{{1, 0}, {2, 4}, {3, 1}, {5, 4}, {9, 4}}, {{3, 4}}}), pair(3, 5));
  EXPECT_EQ(plain.text, "1:0 2:4 3:1 5:4 ; 3:4 ; ");
  // A port whose GUID is known takes what is its own.
  const Resolved mixed(stored({{{3, 4}, {7, 1, 0x1000}}, {}}), pair(3, 5));
  EXPECT_EQ(mixed.text, "3:1 ; ; ");
}

TEST(ResolveTables, TheHeadingTellsTheLidOfASwitch) {
  // Its port 0 has a GUID of its own.
  const Resolved moved(stored({{{1, 0, 0xaa}, {2, 4, 0xbb}}, {{1, 4, 0xaa}, {2, 0, 0xbb}}}, 1),
                       pair(3, 5, 0, 20));
  EXPECT_EQ(moved.text, "20:0 21:4 ; 20:4 21:0 ; ");
}

TEST(ResolveTables, PathBits) {
  const StoredTables two =
      stored({{{4, 1, 0x1000}, {5, 1, 0x1000}, {8, 4, 0x1010}, {9, 5, 0x1010}},
              {{4, 4, 0x1000}, {5, 4, 0x1000}, {8, 1, 0x1010}, {9, 1, 0x1010}}});
  EXPECT_TRUE(contains(Resolved(two, pair(12, 4, 1)).text, "4:4 12:1 13:1 ; 4:1 5:1 12:4 13:4"));
  // Fewer LIDs now: the lowest path bits are those that matter.
  const Resolved fewer(two, pair(30, 31));
  EXPECT_EQ(fewer.text, "30:1 31:4 ; 30:4 31:1 ; ");
  ASSERT_GE(fewer.warnings.size(), 1u);
  EXPECT_TRUE(contains(fewer.warnings[0], "not with that many LIDs, are skipped, 2: 0x"));
  // More LIDs now: some have no entry.
  const Resolved more(usual(), pair(6, 4, 1));
  EXPECT_EQ(more.text, "1:0 2:4 4:4 6:1 ; 1:4 2:0 4:1 6:4 ; ");
  EXPECT_TRUE(contains(more.warnings.back(), "no entries for LIDs of the fabric, 2: LID 5 of"));
}

TEST(ResolveTables, UnknownSwitchesAndPortsAreSkippedAndNamed) {
  StoredTables tables = usual();
  tables.switches[1].switch_guid = 77;
  tables.port_guids[5] = 0xdead;
  const Resolved part(tables, pair(3, 5));
  EXPECT_EQ(part.text, "1:0 2:4 3:1 ; ; ");
  ASSERT_EQ(part.warnings.size(), 4u);
  EXPECT_TRUE(contains(part.warnings[0],
                       "file: switches that the fabric does not have are "
                       "skipped, 1: 0x000000000000004d"));
  EXPECT_TRUE(contains(part.warnings[1], "no tables of switches of the fabric, 1: 0x"));
  EXPECT_TRUE(contains(part.warnings[2], "1: 0x000000000000dead (LID 5)"));
  EXPECT_TRUE(contains(part.warnings[3], "no entries for LIDs of the fabric, 1: LID 5 of"));
}

TEST(ResolveTables, OnlyTheFirstAreNamed) {
  StoredTables tables = usual();
  for (Guid guid = 100; guid < 120; ++guid) {
    tables.switches.push_back({guid, 0, 0, {}, 0, 0});
  }
  const Resolved part(tables, pair(3, 5));
  ASSERT_EQ(part.warnings.size(), 1u);
  EXPECT_TRUE(
      part.warnings[0].ends_with("20, among them 0x0000000000000064, 0x0000000000000065, "
                                 "0x0000000000000066, 0x0000000000000067"));
}

TEST(ResolveTables, EntriesWithoutALinkCountAsNone) {
  // Port 3 has no link, 7 does not exist, and 0 is not for other nodes.
  const Resolved lost(
      stored({{{1, 0}, {2, 3}, {3, 7}, {5, 0}}, {{1, 4}, {2, 0}, {3, 254}, {5, 1}}}), pair(3, 5));
  EXPECT_EQ(lost.text, "1:0 ; 1:4 2:0 5:1 ; ");
  ASSERT_EQ(lost.warnings.size(), 1u);
  EXPECT_TRUE(contains(lost.warnings[0],
                       "file: 4 entries lead to ports that do not exist or have "
                       "no link, and are left out, at switches 2: "));
  EXPECT_TRUE(contains(lost.warnings[0], "port 3 for LID 2 of"));
}

TEST(ResolveTables, HostileGuidsAndLids) {
  // One port is said to have LIDs all over the place.
  std::vector<Entry> entries;
  for (unsigned lid = 1; lid <= kMaxUnicastLid; lid += 7) {
    entries.push_back({static_cast<Lid>(lid), 1, 0x1000});
  }
  StoredTables tables = stored({entries, {}}, kMaxUnicastLid - 1);
  const Resolved one(tables, pair(3, 5, 0, 6));
  EXPECT_EQ(one.text, "3:1 ; ; ");
}

}  // namespace
}  // namespace weft
