// What ibnetdiscover prints, and ibsim's .net files.
#include "common/fabric/readers/ibnetdiscover.h"

#include <gtest/gtest.h>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

Fabric parse(std::string_view text) {
  std::vector<std::string> warnings;
  Fabric fabric = parse_fabric(text, "file", warnings);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  return fabric;
}

// A switch with a CA, as new releases of ibnetdiscover print it.
const std::string kPair = R"(#
# Topology file: generated on Mon Jan  1 00:00:00 2024
#
vendid=0x2c9
devid=0xd2f2
sysimgguid=0x1003
switchguid=0x1000(1000)
Switch	36 "S-0000000000001000"		# "leaf "a" # 1" enhanced port 0 lid 9 lmc 0
[7]	"H-0000000000002000"[2](2002) 		# "host-1 lid 3 lmc 7" lid 6 4xNDR

vendid=0x2c9
devid=0x1021
sysimgguid=0x2003
caguid=0x2000
Ca	2 "H-0000000000002000"		# "host-1 lid 3 lmc 7"
[2](2002) 	"S-0000000000001000"[7]		# lid 6 lmc 1 "leaf "a" # 1" lid 9 4xNDR
)";

// kPair with one piece of text replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kPair;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refused(const std::string& text) {
  return refusal([&] {
    std::vector<std::string> warnings;
    parse_fabric(text, "file", warnings);
  });
}

TEST(Ibnetdiscover, ReadsEveryField) {
  const Fabric fabric = parse(kPair);
  EXPECT_EQ(
      as_text(fabric),
      "max lid 9, 3 lids\n"
      "switch 0000000000001000 system 1003 lid 9 lmc 0 ports 36 enhanced true name leaf \"a\" # 1\n"
      "  [7] end port 0 [2] 4x speed 8 vls 8\n"
      "end port 0000000000002002 node 2000 system 2003 type 1 lid 6 lmc 1 [2 of 2] at 0 [7] name "
      "host-1 lid 3 lmc 7\n");
}

TEST(Ibnetdiscover, DerivesGuidsFromNames) {
  const std::string leaf = "Switch 8 \"leaf\"\n[1] \"spine\"[2]\n[2]\t\"host\"[1] w=4\n\n";
  const std::string spine = "Switch 8 \"spine\"\n[2] \"leaf\"[1]\n\n";
  const std::string host = "Hca \t2 \"host\"\n[1] \"leaf\"[2]\n\n";
  const Fabric fabric = parse(leaf + spine + host);
  EXPECT_EQ(as_text(fabric), as_text(parse(host + spine + leaf)));
  ASSERT_EQ(fabric.switch_count(), 2u);
  ASSERT_EQ(fabric.end_port_count(), 1u);
  EXPECT_EQ(fabric.end_ports()[0].node_guid, guid_of_name("host"));
  EXPECT_EQ(fabric.end_ports()[0].port_guid, guid_of_name("host") + 1);
  EXPECT_EQ(fabric.end_port_name(0), "host");
  EXPECT_NE(guid_of_name("leaf"), guid_of_name("spine"));
  EXPECT_EQ(guid_of_name("leaf") & 0xFF, 0u);
}

TEST(Ibnetdiscover, SaysWhichNodeHasGuidZero) {
  std::string text = kPair;
  for (const char* const from : {"H-0000000000002000", "H-0000000000002000", "caguid=0x2000"}) {
    const std::string to = from[0] == 'H' ? "H-0000000000000000" : "caguid=0x0";
    text.replace(text.find(from), std::string_view(from).size(), to);
  }
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_fabric(text, "file", warnings).end_port_count(), 1u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].substr(0, 45), "file:15: 'host-1 lid 3 lmc 7' has GUID 0, whi");
}

TEST(Ibnetdiscover, TakesFromANeighbourWhatANodeDoesNotSay) {
  // Old releases: no port GUID in the CA's own line, no LIDs in the switch's header.
  const Fabric fabric = parse(
      "switchguid=0x1000\n"
      "Switch\t24 \"S-0000000000001000\"\t\t# leaf port 0\n"
      "[3]\t\"H-0000000000002000\"[1](2077)\t\t# \"host\" lid 0x11\n\n"
      "hcaguid=0x2000\n"
      "Hca\t2 \"H-0000000000002000\"\t\t# \"host\"\n"
      "[1]\t\"S-0000000000001000\"[3]\t\t# \"leaf\" lid 0x12 12xDDR\n");
  EXPECT_EQ(fabric.switches()[0].lid, 0x12);
  EXPECT_EQ(fabric.end_ports()[0].lid, 0x11);
  EXPECT_EQ(fabric.end_ports()[0].port_guid, 0x2077u);
  EXPECT_EQ(fabric.ports(0)[3].link, (LinkAttributes{12, LinkSpeed::kDdr, 8}));
}

TEST(Ibnetdiscover, ReadsChassisAndUnusualLinks) {
  const Fabric fabric = parse(
      "Switch 36 \"S-0000000000001000\" # \"a\" base port 0 lid 1 lmc 0\n"
      "[1][ext 17] \"S-0000000000001000\"[2][ext 18] # \"a\" lid 1 8xXDR s=1 w=2 v=4\n"
      "[2][ext 18] \"S-0000000000001000\"[1][ext 17] # \"a\" lid 1 8xXDR s=1 w=2 v=4\n"
      "[3][ext 19] \"R-0000000000002000\"[1][ext 1](2001) # \"r\" lid 2 4xFDR10\n"
      "Rt 1 \"R-0000000000002000\" # \"r\"\n"
      "[1](2001)[ext 1] \"S-0000000000001000\"[3] # lid 2 lmc 0 \"a\" lid 1 4xFDR10\n");
  EXPECT_EQ(fabric.ports(0)[1].peer_port, 2);
  EXPECT_EQ(fabric.ports(0)[1].link, (LinkAttributes{8, LinkSpeed::kXdr, 8}));
  EXPECT_EQ(fabric.ports(0)[3].link.speed, LinkSpeed::kFdr10);
  EXPECT_EQ(fabric.end_ports()[0].type, NodeType::kRouter);
}

TEST(Ibnetdiscover, TakesSpeedsThatItDoesNotKnow) {
  std::string text = with("4xNDR", "4xundefined (16)");
  text.replace(text.rfind("4xNDR"), 5, "4x???");
  EXPECT_EQ(parse(text).ports(0)[7].link, (LinkAttributes{4, LinkSpeed::kUnknown, 8}));
}

TEST(Ibnetdiscover, TakesLargeSwitchesWithoutCas) {
  const Fabric fabric = parse(
      "Switch 254 \"a\"\n[253] \"a\"[254]\n[254] \"a\"[253]\n"
      "Switch 1 \"b\"\n");
  EXPECT_EQ(fabric.switch_count(), 2u);
  EXPECT_EQ(fabric.end_port_count(), 0u);
  EXPECT_EQ(fabric.all_ports().size(), 255u + 2u);
}

TEST(Ibnetdiscover, RefusesWithFileLineAndReason) {
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {with("Switch\t36", "Switch\t255"), "file:8: ", "1 to 254 ports"},
      {with("Switch\t36", "Switch\t0"), "file:8: ", "1 to 254 ports"},
      {with("lid 9 lmc 0", "lid 65534 lmc 0"), "file:8: ", "LID 65534 is not a unicast LID"},
      {with("lid 9 lmc 0", "lid 9 lmc 8"), "file:8: ", "LMC"},
      {with("lid 9 lmc 0", "lid x lmc 0"), "file:8: ", "expected a LID instead of 'x lmc 0'"},
      {with("switchguid=0x1000", "switchguid=none"), "file:7: ", "no GUID follows"},
      {"caguid=0x1000\nCa 1 \"host\"\n" + kPair, "file:10: ", "same GUID"},
      {with("[7]", "[37]"), "file:9: ", "there is no port 37"},
      {with("[7]", "[0]"), "file:9: ", "there is no port 0"},
      {with("[7]", "[777]"), "file:9: ", "expected a port number"},
      {with("[7]", "[7"), "file:9: ", "expected a port number"},
      {with("\"[2](2002)", "\"[3](2002)"), "file:9: ", "port 3"},
      {with("[2](2002) \t\"", "[2](20x2) \t\""), "file:16: ", "GUID in parentheses"},
      {with("[2](2002) \t\"S-0000000000001000\"[7]", "[2](2002) \t\"S-0000000000001000\"[8]"),
       "file:9: ", "is linked to"},
      {kPair + "[1](2001) \t\"S-0000000000001000\"[7]\n", "file:17: ", "is linked to"},
      {with("[2](2002) \t\"S", "[2](1/1/1)(1/2) x\t\"S"), "file:16: ", "expected the id of a node"},
      {with("[2](2002) \t\"S", "[2](1/1 1) \t\"S"), "file:16: ", "GUID in parentheses"},
      {with("[2](2002) \t\"S", "[2](1/1\t\"S"), "file:16: ", "GUID in parentheses"},
      {with("\"H-0000000000002000\"[2]", "\"H-0000000000002001\"[2]"), "file:9: ", "not described"},
      {with("Ca\t2 \"H-0000000000002000\"", "Ca\t2 \"S-0000000000001000\""),
       "file:15: ", "is already described in line 8"},
      {with("lid 6 lmc 1", "lid 8 lmc 1"), "file:9: ", "has LID 6 here, but LID 8 in another line"},
      {with("lid 9 4xNDR", "lid 5 4xNDR"),
       "file:16: ", "has LID 5 here, but LID 9 in another line"},
      {with("lid 9 4xNDR", "lid"), "file:16: ", "no number follows 'lid'"},
      {kPair + "[2](2002) \t\"S-0000000000001000\"[7]\n",
       "file:17: ", "is already described in line 16"},
      {kPair + "\ncaguid=0x3000\n", "file:18: ", "no node follows this GUID"},
      {"Switch 4 \"a\"\n[1] \"b\"[1]\n[2] \"b\"[2]\nSwitch 4 \"b\"\n[1] \"a\"[1]\n",
       "file:3: ", "is the file cut off?"},
      {"Switch 36 \"a\"\n", "file:1: ", "no node has a link"},
      {kPair + "Ca 1 \"x", "file:17: ", "cut off"},
      {kPair + "Ca 1 \"x\" # \"name", "file:17: ", "closing quote"},
  };
  for (const auto& c : cases) {
    const std::string message = refused(c.text);
    EXPECT_TRUE(message.starts_with(c.line)) << c.line << c.reason << "\ngot " << message;
    EXPECT_NE(message.find(c.reason), std::string::npos) << c.reason << "\ngot " << message;
  }
}

// A port that is down or was never configured has LID 0 or 65535, or -1 where a tool prints it
// signed.
TEST(Ibnetdiscover, TakesPortsWithoutALid) {
  for (const char* lid : {"0", "65535", "-1", "0xffff"}) {
    std::string text = with("lid 6 lmc 1", fmt::format("lid {} lmc 0", lid));
    text.replace(text.find("lid 6 4xNDR"), 5, fmt::format("lid {}", lid));
    EXPECT_EQ(parse(text).end_ports()[0].lid, 0) << lid;
    text = with("lid 9 lmc 0", fmt::format("lid {} lmc 0", lid));
    EXPECT_EQ(parse(text).switches()[0].lid, 9) << "its neighbour knows it: " << lid;
  }
}

TEST(Ibnetdiscover, ReadsTheLabelsOfPorts) {
  const std::string plain = as_text(parse(kPair));
  std::string text = with("[7]\t", "[7](1/4/1) ");
  text.replace(text.find("[2](2002) \t"), 11, "[2](1/0/0/2)(2002) ");
  EXPECT_EQ(as_text(parse(text)), plain);
  text = with("[7]\t", "[7](7) ");  // a label that could be a GUID
  text.replace(text.find("[2](2002) \t"), 11, "[2](2)(2002) ");

  EXPECT_EQ(as_text(parse(text)), plain);
  text = with("\"[7]\t\t", "\"[7](FNM1)\t\t");
  EXPECT_EQ(as_text(parse(text)), plain);
}

TEST(Ibnetdiscover, ReadsDataVls) {
  std::string text = with("lid 6 4xNDR", "lid 6 4xNDR s=16 w=2 v=5");
  EXPECT_EQ(parse(text).ports(0)[7].link.data_vls, 15) << "the other end does not say it";
  text.replace(text.rfind("4xNDR"), 5, "4xNDR s=16 w=2 v=3");
  EXPECT_EQ(parse(text).ports(0)[7].link.data_vls, 4) << "the smaller one counts";
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_fabric(kPair, "file", warnings, 15).ports(0)[7].link.data_vls, 15);
  EXPECT_EQ(parse_fabric(text, "file", warnings, 15).ports(0)[7].link.data_vls, 4);
  for (const char* code : {"v=0", "v=9", "v=", "v=x", "v=999"}) {
    EXPECT_EQ(
        parse(with("lid 6 4xNDR", std::string("lid 6 4xNDR ") + code)).ports(0)[7].link.data_vls, 8)
        << code;
  }
}

TEST(Ibnetdiscover, TellsSwitchesOfOneGuidApartByTheirNames) {
  const std::string text =
      "switchguid=0x10(10)\nSwitch 4 \"S-0000000000000010\"\n[1] \"S-0000000000000020\"[1]\n"
      "switchguid=0x10(10)\nSwitch 4 \"S-0000000000000020\"\n[1] \"S-0000000000000010\"[1]\n"
      "[2] \"S-0000000000000030\"[1]\n"
      "switchguid=0x99(10)\nSwitch 4 \"S-0000000000000030\"\n[1] \"S-0000000000000020\"[2]\n";
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(text, "file", warnings);
  EXPECT_EQ(fabric.switches()[0].node_guid, 0x10u);
  EXPECT_EQ(fabric.switches()[1].node_guid, 0x20u);
  EXPECT_EQ(fabric.switches()[2].node_guid, 0x99u) << "stated for this one alone";
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with("file:5: ")) << warnings[0];
  EXPECT_NE(warnings[0].find("1 nodes are like that"), std::string::npos) << warnings[0];
}

// With what its neighbours say of it; a CA has LMC 0 then.
TEST(Ibnetdiscover, TakesLinksThatAreListedOnce) {
  for (const char* lost :
       {"[7]\t\"H-0000000000002000\"[2](2002) \t\t# \"host-1 lid 3 lmc 7\" lid 6 4xNDR\n",
        "[2](2002) \t\"S-0000000000001000\"[7]\t\t# lid 6 lmc 1 \"leaf \"a\" # 1\" lid 9 "
        "4xNDR\n"}) {
    std::vector<std::string> warnings;
    const Fabric fabric = parse_fabric(with(lost, ""), "file", warnings);
    ASSERT_EQ(fabric.end_port_count(), 1u);
    EXPECT_EQ(fabric.end_ports()[0].port_guid, 0x2002u);
    EXPECT_EQ(fabric.end_ports()[0].lid, 6);
    EXPECT_EQ(fabric.switches()[0].lid, 9);
    EXPECT_EQ(fabric.ports(0)[7].link, (LinkAttributes{4, LinkSpeed::kNdr, 8}));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("only one end of this link is listed"), std::string::npos);
  }
}

// As people write .net files: at the switch only.
TEST(Ibnetdiscover, TakesFilesThatListEachLinkOnce) {
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(
      "Switch 8 \"a\"\n[1] \"h1\"[1]\n[2] \"h2\"[1]\n[3] \"b\"[4]\nHca 1 \"h1\"\nHca 2 \"h2\"\n"
      "Switch 8 \"b\"\n",
      "file", warnings);
  EXPECT_EQ(fabric.end_port_count(), 2u);
  EXPECT_EQ(fabric.ports(0)[3].kind == PeerKind::kSwitch,
            fabric.ports(1)[4].kind == PeerKind::kSwitch);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("there are 3 such links"), std::string::npos) << warnings[0];
}

TEST(Ibnetdiscover, SkipsPromptsOfTerminals) {
  for (const char* line :
       {"[root@head ~]# ibnetdiscover", "[12:30:01] me@head $ ibnetdiscover",
        "[1]+  Done    ibnetdiscover", "[1] 12345", "head:~> cat f", "%", "$ "}) {
    for (const std::string& text :
         {std::string(line) + "\n" + kPair, kPair + line, kPair + line + "\n" + line + "\n"}) {
      std::vector<std::string> warnings;
      EXPECT_EQ(as_text(parse_fabric(text, "file", warnings)), as_text(parse(kPair))) << text;
      ASSERT_EQ(warnings.size(), 1u) << line;
      EXPECT_NE(warnings[0].find("not understood and was ignored"), std::string::npos);
    }
  }
}

TEST(Ibnetdiscover, SkipsTheTitlesOfGroups) {
  std::vector<std::string> warnings;
  const std::string text = "Chassis 1 (guid 0x8f104)\n\n" + kPair + "\nNon-Chassis Nodes\n";
  EXPECT_EQ(as_text(parse_fabric(text, "file", warnings)), as_text(parse(kPair)));
  EXPECT_TRUE(warnings.empty());
}

TEST(Ibnetdiscover, RefusesDuplicateLids) {
  std::string text = with("lid 6 lmc 1", "lid 9 lmc 0");
  text.replace(text.find("lid 6 4xNDR"), 5, "lid 9");
  EXPECT_NE(refused(text).find("claims LID 9"), std::string::npos) << refused(text);
}

TEST(Ibnetdiscover, BoundsMemoryByTheSizeOfTheFile) {
  std::string text;
  for (int i = 0; i < 6'000; ++i) text += fmt::format("Switch 254 \"{}\"\n", i);
  EXPECT_NE(refused(text).find("far more ports"), std::string::npos);
  text.clear();
  for (int i = 0; i < 50'000; ++i) text += fmt::format("Switch 1 \"{}\"\n", i);
  EXPECT_NE(refused(text).find("file:49152: this is node 49152"), std::string::npos);
}

}  // namespace
}  // namespace weft
