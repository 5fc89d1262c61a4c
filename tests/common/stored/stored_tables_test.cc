#include "common/stored/stored_tables.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

StoredTables parse(const std::string& text, std::uint64_t part = kStoredPart) {
  std::vector<std::string> warnings;
  return parse_stored_tables(text, "file", Workers(2), warnings, part);
}

std::string refused(const std::string& text, std::uint64_t part = kStoredPart) {
  return refusal([&] { parse(text, part); });
}

std::string as_text(const StoredTables& tables) {
  std::string text;
  for (const StoredTable& table : tables.switches) {
    text += fmt::format("{:x} lid {} line {}:", table.switch_guid, table.switch_lid, table.line);
    for (std::size_t lid = 1; lid < table.row.size(); ++lid) {
      text += fmt::format(" {}", table.row[lid]);
    }
    text += fmt::format(" and {}\n", table.strange_entries);
  }
  for (std::size_t lid = 0; lid < tables.port_guids.size(); ++lid) {
    if (tables.port_guids[lid] != 0) text += fmt::format("{}={:x} ", lid, tables.port_guids[lid]);
  }
  return text;
}

// A dump with as many switches and LIDs as are asked for; each port is another one.
std::string dump(unsigned switches, unsigned lids) {
  std::string text = "# written by hand\n";
  for (unsigned s = 1; s <= switches; ++s) {
    text += fmt::format("Unicast lids [0-{}] of switch Lid {} guid 0x{:016x} ('s{}'):\n", lids, s,
                        0x100 + s, s);
    for (unsigned lid = 1; lid <= lids; ++lid) {
      if ((s + lid) % 5 == 0) continue;
      text += fmt::format("0x{:04x} {:03} # Channel Adapter portguid 0x{:016x}: 'host-{}'\n", lid,
                          (s * 7 + lid) % 250, 0x1000 + lid, lid);
    }
    text += fmt::format("{} lids dumped\n", lids);
  }
  return text;
}

TEST(StoredTables, HoldsWhatADumpSays) {
  std::vector<std::string> warnings;
  const StoredTables tables =
      read_stored_tables(test_data("triangle-lfts.dump"), Workers(2), warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(tables.source, test_data("triangle-lfts.dump"));
  EXPECT_EQ(as_text(tables),
            "1000000000000100 lid 1 line 1: 0 4 5 1 5 2 3 5 and 0\n"
            "1000000000000200 lid 2 line 11: 3 0 8 3 8 4 1 8 and 0\n"
            "1000000000000300 lid 3 line 21: 5 8 0 5 2 5 8 1 and 0\n"
            "1=1000000000000100 2=1000000000000200 3=1000000000000300 4=2000000000000101 "
            "5=3000000000000101 6=2000000000000201 7=2000000000000301 8=2000000000000102 ");
}

TEST(StoredTables, TheWayAFileIsCutDoesNotMatter) {
  const std::string text = dump(7, 40);
  const std::string whole = as_text(parse(text));
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 7);
  for (const std::uint64_t part : {1u, 7u, 64u, 1000u, 2500u, 100000u}) {
    EXPECT_EQ(as_text(parse(text, part)), whole) << part;
  }
}

TEST(StoredTables, AByteOrderMarkCountsForNothing) {
  const std::string text = dump(3, 8).substr(std::string("# written by hand\n").size());
  EXPECT_EQ(as_text(parse("\xEF\xBB\xBF" + text, 64)), as_text(parse(text)));
  EXPECT_TRUE(contains(refused("\xEF\xBB\xBF"), "there are no forwarding tables in it"));
}

TEST(StoredTables, FaultsAreNamedByTheFirstLineHoweverAFileIsCut) {
  const std::string good = dump(6, 30);
  std::string bad = good;
  bad.replace(bad.find("0x0007", good.size() / 3), 10, "0x0007 999");
  bad.replace(bad.find("0x0009", good.size() / 2), 10, "0x0009 xxx");
  const std::string message = refused(bad);
  const auto lines =
      std::count(bad.begin(), bad.begin() + static_cast<long>(bad.find("999")), '\n');
  EXPECT_TRUE(message.starts_with(fmt::format("file:{}: expected a port", lines + 1))) << message;
  for (const std::uint64_t part : {1u, 100u, 1000u, 3000u}) EXPECT_EQ(refused(bad, part), message);

  // The third table comes again, at the end.
  const std::string again =
      good + good.substr(good.find("Unicast lids [0-30] of switch Lid 3"), good.size() / 8) +
      "\n30 lids dumped\n";
  for (const std::uint64_t part : {1u, 1000u, 100000u}) {
    EXPECT_TRUE(contains(refused(again, part), "file:158: ")) << part;
    EXPECT_TRUE(contains(refused(again, part), "0x0000000000000103 began in line")) << part;
  }
}

TEST(StoredTables, LinesThatLookAlikeAreReadInFull) {
  const auto section = [&](unsigned guid, const std::string& lines) {
    return fmt::format("Unicast lids [0-9] of switch Lid 0 guid 0x{:x} ('s'):\n{}9 lids dumped\n",
                       guid, lines);
  };
  const StoredTables tables = parse(
      section(1, "0x0001 001 # portguid 0xa:\n0x0002 002 # portguid 0xb:\n0x0003 003\n") +
      section(2, "0x0001 254 # portguid 0xa:\n0x0003 255\n0x0002 010 # portguid 0xb: \n") +
      section(3, "0x0001 7 # portguid 0xa:\n0x0002 002 # portguid 0xc:\n0x0003 0031 # x\r\n") +
      section(4, "0x4 009 # portguid 0xd:\n0x1:36 036 #\n 0x0003 012\n") +
      section(5, "0x4 008 # portguid 0xd:\n0x1:36 037 #\n"));
  EXPECT_EQ(as_text(tables),
            "1 lid 0 line 1: 1 2 3 and 0\n"
            "2 lid 0 line 6: 254 10 255 and 0\n"
            "3 lid 0 line 11: 7 2 31 and 0\n"
            "4 lid 0 line 16: 36 255 12 9 and 0\n"
            "5 lid 0 line 21: 36 255 255 8 and 0\n"
            "1=a 4=d ");
}

TEST(StoredTables, ALidOfTwoPortsIsOfNone) {
  std::vector<std::string> warnings;
  const StoredTables tables = parse_stored_tables(
      "Unicast lids [0-2] of switch Lid 1 guid 0x1:\n"
      "0x0001 001 # portguid 0xa: 'a'\n"
      "1 lids dumped\n"
      "Unicast lids [0-2] of switch Lid 2 guid 0x2:\n"
      "0x0001 002 # portguid 0xb: 'b'\n"
      "1 lids dumped\n",
      "file", Workers(1), warnings);
  EXPECT_EQ(tables.port_guids[1], 0u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(contains(warnings[0], "name different ports for 1 LIDs, 0x1 among them"));
}

TEST(StoredTables, FileWithoutNewlineAtItsEnd) {
  EXPECT_EQ(as_text(parse("Unicast lids of switch Lid 1 guid 0x1:\n0x0001 001\n1 lids dumped")),
            "1 lid 1 line 1: 1 and 0\n");
  const std::string cut = "the file ends within this line: is it cut off?";
  EXPECT_EQ(refused("dump_ucast_routes: Switch 0x1\n0x0001 : 02"), "file:2: " + cut);
  EXPECT_EQ(refused("dump_ucast_routes: Switch 0x1\n0x0001 : 001\ndump_ucast_routes: Switch 0x2"),
            "file:3: " + cut);
}

TEST(StoredTables, StaysWithinItsLimits) {
  // Few lines with the largest LID would make the rows as large as they get.
  std::string sparse;
  for (unsigned s = 1; s <= 6000; ++s) {
    sparse += fmt::format("dump_ucast_routes: Switch 0x{:x}\n0xBFFF : 001\n", s);
  }
  EXPECT_TRUE(contains(refused(sparse), "take too much memory"));

  std::string many;
  for (unsigned s = 1; s <= kMostStoredSwitches + 1; ++s) {
    many += fmt::format("dump_ucast_routes: Switch 0x{:x}\n", s);
  }
  EXPECT_TRUE(contains(refused(many), "more than 65536 switches"));

  const std::string heading = "dump_ucast_routes: Switch 0x1\n";
  EXPECT_TRUE(contains(refused(heading + std::string(1 << 20, 'x')), "file:2: the line is longer"));
  const std::string begin = "0x0001 001 # ";
  const std::string longest = begin + std::string(65536 - begin.size(), 'x');
  for (const std::size_t before : {0u, 200'000u, 262'000u, 300'000u}) {
    std::string text = heading;
    while (text.size() < before) text += "# a comment\n";
    EXPECT_EQ(parse(text + longest + "\n").switches.size(), 1u) << before;
    EXPECT_TRUE(contains(refused(text + longest), "is it cut off?")) << before;
    EXPECT_TRUE(contains(refused(text + longest + "x\n"), "is longer than 65536")) << before;
    EXPECT_TRUE(contains(refused(text + longest + "x"), "is longer than 65536")) << before;
  }
  EXPECT_EQ(as_text(parse(heading + "0xc000 001\n0x0 002\n0xffffffff 3\n")),
            "1 lid 0 line 1: and 3\n");
}

TEST(StoredTables, OnlyRegularFilesAreRead) {
  std::vector<std::string> warnings;
  const auto read = [&](const std::string& path) {
    return refusal([&] { read_stored_tables(path, Workers(1), warnings); });
  };
  const TemporaryDirectory directory;
  EXPECT_TRUE(contains(read(directory.path()), "is not a regular file"));
  EXPECT_TRUE(contains(read(directory.file("missing")), "No such file"));
  ASSERT_EQ(::mkfifo(directory.file("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(contains(read(directory.file("pipe")), "is not a regular file"));
}

}  // namespace
}  // namespace weft
