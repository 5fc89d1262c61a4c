#include "common/stored/resolve_hops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// Switches 0, 1, 2 (GUIDs 1, 2, 3) in a row, with LIDs 1, 2, 3 or others; 0 and 1 are joined by
// their ports 1 and 2, 1 and 2 by the ports 3. A CA is at port 4 of each.
Fabric row(std::array<Lid, 3> lids = {1, 2, 3}) {
  FabricBuilder builder("row");
  for (unsigned s = 0; s < 3; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 4});
    builder.set_address(s, 0, 0, lids[s], 0);
  }
  for (unsigned s = 0; s < 3; ++s) {
    const NodeId ca =
        builder.add_node({.type = NodeType::kCa, .node_guid = 0x100 + s, .port_count = 1});
    builder.set_address(ca, 1, 0, static_cast<Lid>(100 + s), 0);
    builder.add_link(s, 4, ca, 1, {});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(0, 2, 1, 2, {});
  builder.add_link(1, 3, 2, 3, {});
  return builder.build();
}

constexpr auto kRow =
    "Switch: guid 0x1\n"
    "0x0001: 00 ff ff ff ff # portguid 0x1\n"
    "0x0002: 01 01 01 ff ff # portguid 0x2\n"
    "0x0003: 02 02 02 ff ff # portguid 0x3\n"
    "Switch: guid 0x2\n"
    "0x0001: 01 01 01 ff ff # portguid 0x1\n"
    "0x0002: 00 ff ff ff ff # portguid 0x2\n"
    "0x0003: 01 ff ff 01 ff # portguid 0x3\n"
    "Switch: guid 0x3\n"
    "0x0001: 02 ff ff 02 ff # portguid 0x1\n"
    "0x0002: 01 ff ff 01 ff # portguid 0x2\n"
    "0x0003: 00 ff ff ff ff # portguid 0x3\n";

struct Resolved {
  explicit Resolved(const std::string& text, const Fabric& fabric = row()) {
    const StoredHops stored = parse_stored_hops(text, "file", Workers(1), warnings);
    const std::vector<SwitchIndex> destinations = {2, 0, 1};
    const HopTable table = resolve_hops(stored, fabric, destinations, Workers(2), warnings);
    NextHops finder(fabric, table, destinations.size());
    std::vector<std::uint64_t> sets(destinations.size() * finder.words());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      // The last destination in a call of its own.
      finder.fill(s, 0, 2, sets.data());
      finder.fill(s, 2, 1, sets.data() + 2 * finder.words());
      for (std::size_t d : {1u, 2u, 0u}) {
        const Hops hops = table.hops(s, d);
        hops_text += hops == kFar ? "-" : fmt::format("{}", hops);
        const PortSet set(sets.data() + d * finder.words(), finder.words());
        EXPECT_EQ(is_empty(set), hops == kFar || destinations[d] == s);
        for (unsigned p = 0; p < 64; ++p) {
          if (contains(set, static_cast<PortNum>(p))) hops_text += fmt::format("[{}]", p);
        }
        hops_text += ' ';
      }
      hops_text += "| ";
    }
  }
  static bool contains(PortSet set, PortNum port) { return weft::contains(set, port); }
  std::vector<std::string> warnings;
  std::string hops_text;  // of each switch to 0, 1, 2: hops and candidates
};

constexpr auto kHopsOfRow = "0 1[1][2] 2[1][2] | 1[1][2] 0 1[3] | 2[3] 1[3] 0 | ";

TEST(ResolveHops, GivesBackWhatWasStored) {
  const Resolved resolved(kRow);
  EXPECT_EQ(resolved.hops_text, kHopsOfRow);
  EXPECT_TRUE(resolved.warnings.empty());
}

TEST(ResolveHops, ReassignedLidsAreFoundByTheirPorts) {
  const Resolved resolved(kRow, row({3, 9, 1}));
  EXPECT_EQ(resolved.hops_text, kHopsOfRow);
  EXPECT_TRUE(resolved.warnings.empty());
}

// The GUID of port 0 of switch 3 is not that of its node.
TEST(ResolveHops, ReassignedLidsAreFoundByTheirSwitches) {
  std::string text = kRow;
  for (std::size_t at; (at = text.find("portguid 0x3")) != text.npos;) {
    text.replace(at, 12, "portguid 0x7");
  }
  EXPECT_EQ(Resolved(text, row({3, 9, 1})).hops_text, kHopsOfRow);
}

TEST(ResolveHops, LidsOfUnknownPortsStandForThemselves) {
  EXPECT_EQ(
      Resolved("Switch: guid 0x1\n0x0002: 01 ff 01 ff ff\n0x0064: 01 01 ff ff ff\n").hops_text,
      "0 1[2] - | - 0 - | - - 0 | ");
}

TEST(ResolveHops, WhatTheFabricOrTheFileLacksIsNamed) {
  const std::string text = std::string(kRow).substr(0, std::string(kRow).find("Switch: guid 0x3"));
  const Resolved resolved(text + "Switch: guid 0x4\n0x0001: 01 01\n0x0004: 00 ff # portguid 0x4\n");
  EXPECT_EQ(resolved.hops_text, "0 1[1][2] 2[1][2] | 1[1][2] 0 1[3] | - - 0 | ");
  ASSERT_EQ(resolved.warnings.size(), 3u);
  EXPECT_TRUE(test::contains(resolved.warnings[0],
                             "switches that the fabric does not have are skipped, 1: "
                             "0x0000000000000004"));
  EXPECT_TRUE(
      test::contains(resolved.warnings[1], "there are no tables of switches of the fabric"));
  EXPECT_TRUE(test::contains(resolved.warnings[2], "0x0000000000000004 (LID 4)"));
}

// As of a fabric that had a shorter way there: back to where the packet came from, on and on.
TEST(ResolveHops, CandidatesThatLeadNoNearerAreNone) {
  std::string text = kRow;
  const std::string entry = "0x0003: 01 ff ff 01 ff # portguid 0x3";
  text.replace(text.find(entry), entry.size(), "0x0003: 01 01 ff 01 ff # portguid 0x3");
  EXPECT_EQ(Resolved(text).hops_text, kHopsOfRow);
  text = kRow;
  text.replace(text.find(entry), entry.size(), "0x0003: 01 01 ff ff ff # portguid 0x3");
  const Resolved resolved(text);
  EXPECT_EQ(resolved.hops_text, "0 1[1][2] - | 1[1][2] 0 - | 2[3] 1[3] 0 | ");
  ASSERT_EQ(resolved.warnings.size(), 1u);
  EXPECT_TRUE(test::contains(resolved.warnings[0], "2 paths are left out because none of"));
  text.replace(text.find("0x0003: 01 01 ff ff ff"), 22, "0x0003: 00 00 ff 00 ff");
  EXPECT_EQ(Resolved(text).hops_text, "0 1[1][2] - | 1[1][2] 0 - | 2[3] 1[3] 0 | ")
      << "0 hops, but not at the destination";
}

// To a CA, to a port that is not cabled, to ports that the switch does not have.
TEST(ResolveHops, CandidatesThatLeadToNoSwitchAreNone) {
  const Resolved resolved(
      "Switch: guid 0x1\n"
      "0x0002: 01 ff ff ff 01 ff ff\n"
      "0x0003: 02 ff 02 02 02 ff 02\n"
      "Switch: guid 0x2\n"
      "0x0001: 01 02 02 ff ff\n"
      "0x0003: 01 ff ff 01 ff\n"
      "Switch: guid 0x3\n"
      "0x0001: 02 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
      "ff "
      "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
      "ff "
      "ff ff ff ff ff ff 02\n");
  EXPECT_EQ(resolved.hops_text, "0 - 2[2] | - 0 1[3] | - - 0 | ");
  ASSERT_EQ(resolved.warnings.size(), 1u);
  EXPECT_TRUE(test::contains(resolved.warnings[0],
                             "file: 2 paths are left out because none of their ports leads to a "
                             "switch with fewer hops, at switches 2: "));
}

}  // namespace
}  // namespace weft
