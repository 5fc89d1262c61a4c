// What iblinkinfo prints.
#include "common/fabric/readers/link_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const std::string kSwitch =
    "Switch: 0x0000000000001000 leaf [1]:\n"
    "           9    7[ 17] ==( 4X        106.25 Gbps Active/  LinkUp)==>       6    2[  ] "
    "\"host\" "
    "( )\n"
    "           9   12[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n";
const std::string kCa =
    "CA: host:\n"
    "      0x0000000000002002      6    2[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>       "
    "9   "
    " 7[ 17] \"leaf [1]\" (Could be 12X )\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(LinkReport, ReadsEveryField) {
  std::vector<std::string> warnings;
  const std::string expected =
      "max lid 9, 2 lids\n"
      "switch 0000000000001000 system 0 lid 9 lmc 0 ports 12 enhanced false name leaf [1]\n"
      "  [7] end port 0 [2] 4x speed 8 vls 8\n"
      "end port 0000000000002002 node 2002 system 0 type 1 lid 6 lmc 0 [2 of 2] at 0 [7] name "
      "host\n";
  EXPECT_EQ(as_text(parse_fabric(kSwitch + kCa, "file", warnings)), expected);
  EXPECT_EQ(as_text(parse_fabric(kCa + kSwitch, "file", warnings)), expected);
  // Old releases.
  const std::string old = replaced(replaced(kSwitch, "Switch:", "Switch"), "Active/", "Active /");
  EXPECT_EQ(as_text(parse_fabric(old + kCa, "file", warnings)), expected);
  EXPECT_TRUE(warnings.empty());
  const std::string fdr10 = replaced(kSwitch, "106.25 Gbps", "10.0 Gbps (FDR10)");
  EXPECT_EQ(parse_fabric(fdr10, "file", warnings).ports(0)[7].link.speed, LinkSpeed::kFdr10);
}

TEST(LinkReport, NeighboursThatDidNotAnswerAreLeftOut) {
  std::vector<std::string> warnings;
  const std::string text = replaced(
      kSwitch,
      "           9   12[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n",
      "           9   12[  ] ==( 1X        2.5 Gbps   Init/  LinkUp)==>      \"Port not "
      "available\"\n");
  EXPECT_EQ(as_text(parse_fabric(text + kCa, "file", warnings)),
            as_text(parse_fabric(kSwitch + kCa, "file", warnings)));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with("file: 1 links are left out")) << warnings[0];
}

// -l
std::string line(Guid guid, const char* name, const std::string& lid_port, const std::string& to) {
  return fmt::format("0x{:016x} \"{:>30}\" {}[  ] ==(4X 106.25 Gbps Active/  LinkUp)==>  {}\n",
                     guid, name, lid_port, to);
}

TEST(LinkReport, SaysWhatCannotBeToldWithoutThePortsThatAreDown) {
  const auto link = [](Guid a, const char* a_name, const char* a_port, Guid b, const char* b_name,
                       const char* b_port) {
    const auto end = [](Guid guid, const char* name, const char* port) {
      return fmt::format("0x{:016x} {}[  ] \"{}\" ( )", guid, port, name);
    };
    return line(a, a_name, a_port, end(b, b_name, b_port)) +
           line(b, b_name, b_port, end(a, a_name, a_port));
  };
  const std::string up = link(1, "spine", "1  1", 2, "leaf", "2  9") +
                         link(1, "spine", "1  2", 3, "lonely", "3  9") +
                         link(2, "leaf", "2  1", 4, "host", "4  1");
  const std::string down =
      "0x0000000000000003 \"lonely\" 3 10[  ] ==(       Down/ Polling)==>  [  ] \"\" ( )\n";
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_fabric(up + down, "file", warnings).switch_count(), 3u);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(parse_fabric(up, "file", warnings).switch_count(), 2u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with(
      "file: 1 nodes with one port, whose number is above 2, count as CAs, 'lonely' among them"))
      << warnings[0];
}

TEST(LinkReport, DescriptionsMayLookLikeTheRestOfALine) {
  const std::string text =
      "0x0000000000002002 \"%\"      6    2[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>  "
      "0x0000000000001000      9    7[ 17] \"leaf\" ( )\n"
      "0x0000000000001000 \"                          leaf\"      9    7[ 17] ==( 4X        106.25 "
      "Gbps Active/  LinkUp)==>  0x0000000000002002      6    2[  ] \"%\" ( )\n"
      "0x0000000000001000 \"                          leaf\"      9   12[  ] ==(                "
      "Down/ "
      "Polling)==>             [  ] \"\" ( )\n";
  for (const std::string name : {"                   x] ==(x)==> 1 2",
                                 "           h\"      6    2[  ] ==( 4X        106.25 Gbps)==>"}) {
    SCOPED_TRACE(name);
    std::string named = text;
    for (std::size_t at = 0; (at = named.find('%')) != std::string::npos;)
      named.replace(at, 1, name);
    std::vector<std::string> warnings;
    const Fabric fabric = parse_fabric(named, "file", warnings);
    ASSERT_EQ(fabric.end_port_count(), 1u);
    EXPECT_EQ(fabric.end_port_name(0), name.substr(name.find_first_not_of(' ')));
    EXPECT_EQ(fabric.end_ports()[0].lid, 6u);
  }
}

TEST(LinkReport, HeadingsMayLookLikeALink) {
  const std::string text =
      "CA: x] ==(a)==>:\n"
      "      0x0000000000002002      6    1[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>      "
      " 9 "
      "   7[ 17] \"leaf\" ( )\n"
      "Switch: 0x0000000000001000 leaf:\n"
      "           9    7[ 17] ==( 4X        106.25 Gbps Active/  LinkUp)==>       6    1[  ] \"x] "
      "==(a)==>\" ( )\n";
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(text, "file", warnings);
  ASSERT_EQ(fabric.end_port_count(), 1u);
  EXPECT_EQ(fabric.end_port_name(0), "x] ==(a)==>");
}

// Two fresh hosts of one name, without LIDs: which is which is known from what they say themselves.
TEST(LinkReport, FindsNeighboursWithoutLids) {
  const auto host = [](int port) {
    return fmt::format(
        "CA: localhost:\n 0x200{0} 0 1[ ] ==( 4X 10.0 Gbps Init/ LinkUp)==> 0 {0}[ ] \"leaf\" ( "
        ")\n",
        port);
  };
  const auto end = [](int port) {
    return fmt::format(" 0 {}[ ] ==( 4X 10.0 Gbps Init/ LinkUp)==> 0 1[ ] \"localhost\" ( )\n",
                       port);
  };
  const std::string leaf = "Switch: 0x1000 leaf:\n" + end(1) + end(2);
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(leaf + host(2) + host(1), "file", warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(fabric.end_ports()[0].port_guid, 0x2001u);
  EXPECT_EQ(fabric.end_ports()[0].switch_port, 1);
  EXPECT_EQ(fabric.end_ports()[1].switch_port, 2);
  const std::string twins = refusal([&] {
    parse_fabric(leaf + host(2) + host(1) + "Switch: 0x3000 leaf:\n" + end(1) + end(2), "file",
                 warnings);
  });
  EXPECT_NE(twins.find("use iblinkinfo -l, which prints GUIDs"), std::string::npos) << twins;
  const std::string only = refusal([&] { parse_fabric(leaf, "file", warnings); });
  EXPECT_NE(only.find("file:3: "), std::string::npos) << only;
}

TEST(LinkReport, RefusesWithFileLineAndReason) {
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {kSwitch.substr(kSwitch.find('\n') + 1), "file:1: ", "heading of a node before this line"},
      {replaced(kCa, "0x0000000000002002", ""), "file:2: ", "the GUID of a port"},
      {kSwitch.substr(0, kSwitch.find("\"host\"")), "file:2: ", "description"},
      {kSwitch.substr(0, kSwitch.find("( )")), "file:2: ", "is the file cut off?"},
      {replaced(kSwitch, "6    2[", "x    2["), "file:2: ", "neighbour's LID and port"},
      {replaced(kSwitch, "9    7[", "9    0["), "file:2: ", "a LID and a port"},
      {replaced(kSwitch, "9    7[", "50000    7["), "file:2: ", "a LID and a port"},
      {kSwitch + kCa + kSwitch, "file:5: ", "several ports have LID 9, number 7"},
      {kSwitch + kSwitch, "file:5: ", "two links end at LID 6"},
      {replaced(kSwitch, "Active/  LinkUp", "Down/ Disabled")
           .replace(kSwitch.find(" 4X"), 3, "   "),
       "file:1: ", "no node has a link"},
      {kSwitch + replaced(kCa, " 7[", " 8["), "file:5: ", "is linked to"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> warnings;
    const std::string message = refusal([&] { parse_fabric(c.text, "file", warnings); });
    EXPECT_TRUE(message.starts_with(c.line)) << c.reason << "\ngot " << message;
    EXPECT_NE(message.find(c.reason), std::string::npos) << c.reason << "\ngot " << message;
  }
}

}  // namespace
}  // namespace weft
