#include "common/stored/stored_hops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

StoredHops parse(const std::string& text, std::uint64_t part = kStoredPart) {
  std::vector<std::string> warnings;
  return parse_stored_hops(text, "file", Workers(2), warnings, part);
}

std::string refused(const std::string& text, std::uint64_t part = kStoredPart) {
  return refusal([&] { parse(text, part); });
}

// For each LID: the hops, and the ports with so many.
std::string as_text(const StoredHops& stored) {
  std::string text;
  for (const StoredHopTable& table : stored.switches) {
    text += fmt::format("{:x} lid {} line {}:", table.switch_guid, table.switch_lid, table.line);
    for (std::size_t i = 0; i < table.lids.size(); ++i) {
      text += fmt::format(" {}={}", table.lids[i], table.hops[i]);
      for (std::size_t p = 0; p < table.set_bytes() * 8; ++p) {
        if ((table.set(i)[p / 8] >> (p % 8) & 1) != 0) text += fmt::format("[{}]", p);
      }
    }
    text += '\n';
  }
  for (std::size_t lid = 0; lid < stored.port_guids.size(); ++lid) {
    if (stored.port_guids[lid] != 0) text += fmt::format("{}={:x} ", lid, stored.port_guids[lid]);
  }
  return text;
}

std::string dump(unsigned switches, unsigned ports) {
  std::string text = "# written by hand\n";
  for (unsigned s = 1; s <= switches; ++s) {
    text += fmt::format("Switch: guid 0x{:016x}\n", 0x100 + s);
    for (unsigned d = 1; d <= switches; ++d) {
      text += fmt::format("0x{:04x}: {:02x}", d, s == d ? 0 : 1);
      for (unsigned p = 1; p <= ports; ++p) text += (s + d + p) % 3 == 0 && s != d ? " 01" : " ff";
      text += fmt::format(" # portguid 0x{:016x}\n", 0x100 + d);
    }
  }
  return text;
}

constexpr auto kTwo =
    "Switch: guid 0x0000000000000020\n"
    "0x0002: 00 ff ff ff ff # portguid 0x0000000000000020\n"
    "0x0007: 01 ff 01 0a 01 # portguid 0x0000000000000010\n"
    "Switch: guid 0x0000000000000010\n"
    "0x0002: 01 02 ff 01 ff # portguid 0x0000000000000020\n"
    "0x0007: 00 ff ff ff ff # portguid 0x0000000000000010\n";

TEST(StoredHops, HoldsThePortsWithTheFewestHops) {
  std::vector<std::string> warnings;
  const StoredHops hops = parse_stored_hops(kTwo, "file", Workers(1), warnings);
  EXPECT_EQ(as_text(hops),
            "10 lid 7 line 4: 2=1[3] 7=255\n"
            "20 lid 2 line 1: 2=255 7=1[2][4]\n"
            "2=20 7=10 ");
  EXPECT_TRUE(warnings.empty());
}

TEST(StoredHops, TheFirstColumnCountsForTheFewest) {
  EXPECT_EQ(as_text(parse("Switch: guid 0x1\n0x3: 01 02 02\n0x4: 05 02 03\n0x5: ff ff ff\n")),
            "1 lid 0 line 1: 3=255 4=2[1] 5=255\n");
}

TEST(StoredHops, AsManyPortsAsThereMayBe) {
  std::string line = "0xbfff: 02";
  for (unsigned p = 1; p < 255; ++p) line += p % 127 == 0 ? " 02" : " 03";
  EXPECT_EQ(as_text(parse("Switch: guid 0x1\n" + line + "\n")),
            "1 lid 0 line 1: 49151=2[127][254]\n");
  EXPECT_EQ(parse("Switch: guid 0x1\n" + line + " 03\n").switches[0].columns, 256u);
  EXPECT_EQ(refused("Switch: guid 0x1\n" + line + " 03 03\n"),
            "file:2: there are more than 256 hop counts");
}

TEST(StoredHops, OddLinesThatAreUnderstood) {
  std::vector<std::string> warnings;
  const StoredHops hops = parse_stored_hops(
      "# made by hand\n\nSwitch: guid 0xAb (leaf)\r\n 0x3 : 1 F 1# x\r\nonce upon a time\n", "file",
      Workers(1), warnings);
  EXPECT_EQ(as_text(hops), "ab lid 0 line 3: 3=1[2]\n");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(contains(warnings[0], "file:5: 'once upon a time' is not understood"));
}

TEST(StoredHops, ALidOfTwoPortsIsOfNone) {
  std::vector<std::string> warnings;
  const StoredHops hops = parse_stored_hops(
      "Switch: guid 0x1\n0x3: 01 01 # portguid 0xa\nSwitch: guid 0x2\n0x3: 01 01 # portguid 0xb\n",
      "file", Workers(1), warnings);
  EXPECT_EQ(hops.port_guids[3], 0u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(contains(warnings[0], "name different ports for 1 LIDs, 0x3 among them"));
}

TEST(StoredHops, WhatIsWrongIsNamedByItsLine) {
  const std::string one = "Switch: guid 0x1\n0x0002: 01 ff 01\n";
  EXPECT_TRUE(contains(refused(""), "file: there are no hop counts in it"));
  EXPECT_TRUE(contains(refused("once upon a time\n"), "file: there are no hop counts in it"));
  EXPECT_EQ(refused("\n0x0002: 01 ff 01\n"),
            "file:2: this entry comes before any line that names its switch");
  EXPECT_EQ(refused("Switch 0x1\n"), "file:1: the line names no switch by 'guid 0x...'");
  EXPECT_TRUE(contains(refused("Switch: guid 0xyz\n"), "file:1: expected the GUID of a switch"));
  EXPECT_EQ(refused(one + "0x0002: 01 ff 01\n"),
            "file:3: LID 0x2 has a line of this switch already");
  EXPECT_EQ(refused(one + "0x0003: 01 ff\n"),
            "file:3: the line has 2 hop counts, but 3 are those of this switch");
  EXPECT_EQ(refused(one + "0x0003: # none\n"), "file:3: there are no hop counts for LID 0x3");
  EXPECT_EQ(refused(one + "0x0000: 01 ff 01\n"), "file:3: 0x0 is not a unicast LID");
  EXPECT_EQ(refused(one + "0xc000: 01 ff 01\n"), "file:3: 0xc000 is not a unicast LID");
  EXPECT_TRUE(contains(refused(one + "0x: 01 ff 01\n"), "file:3: expected a LID"));
  EXPECT_TRUE(contains(refused(one + "0x0003- 01 ff 01\n"), "file:3: expected a LID"));
  EXPECT_TRUE(contains(refused(one + "0x123456789: 01\n"), "file:3: expected a LID"));
  for (const char* const hops : {"01 ff 001", "01 ff 0x1", "01 ff -1", "01 fg 01", "01 ff 100"}) {
    EXPECT_TRUE(
        contains(refused(fmt::format("{}0x0003: {}\n", one, hops)), "file:3: expected hops of two"))
        << hops;
  }
  EXPECT_EQ(refused(one + "0x0003: 01 f"),
            "file:3: the file ends within this line: is it cut off?");
  EXPECT_TRUE(contains(refused(one + one), "file:3: the table of switch 0x0000000000000001 began"));
  EXPECT_TRUE(contains(refused(one + std::string(1 << 17, 'x')), "file:3: the line is longer"));
}

TEST(StoredHops, TheWayAFileIsCutDoesNotMatter) {
  const std::string text = dump(9, 20);
  const std::string whole = as_text(parse(text));
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 9);
  std::string bad = text;
  bad.replace(bad.find("Switch: guid 0x0000000000000107") + 40, 2, "zz");
  const std::string message = refused(bad);
  EXPECT_TRUE(message.starts_with("file:63: ")) << message;
  for (const std::uint64_t part : {1u, 7u, 64u, 1000u, 2500u, 100000u}) {
    EXPECT_EQ(as_text(parse(text, part)), whole) << part;
    EXPECT_EQ(refused(bad, part), message) << part;
  }
}

TEST(StoredHops, StaysWithinItsLimits) {
  std::string many;
  for (unsigned s = 1; s <= kMostStoredSwitches + 1; ++s) {
    many += fmt::format("Switch: guid 0x{:x}\n", s);
  }
  EXPECT_TRUE(contains(refused(many), "more than 65536 switches"));
  std::vector<std::string> warnings;
  const TemporaryDirectory directory;
  EXPECT_TRUE(contains(refusal([&] { read_stored_hops(directory.path(), Workers(1), warnings); }),
                       "is not a regular file"));
}

}  // namespace
}  // namespace weft
