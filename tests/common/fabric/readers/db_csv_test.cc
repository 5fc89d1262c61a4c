// ibdiagnet2.db_csv.
#include "common/fabric/readers/db_csv.h"

#include <gtest/gtest.h>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const std::string kNodes =
    "START_NODES\nNodeDesc,NumPorts,NodeType,SystemImageGUID,NodeGUID\n"
    "\"leaf, \"a\", 1\",8,2,0x1003,0x1000\n\"host\",2,1,0x2003,0x2000\nEND_NODES\n";
const std::string kPorts =
    "START_PORTS\nNodeGuid,PortGuid,PortNum,LID,LinkWidthActv,LinkSpeedActv,LMC,VLCap,OpVLs,More\n"
    "0x1000,0x1000,0,9,0,0,0,1,0,N/A\n0x1000,0x1000,7,0,2,2052,0,5,5,1\n"
    "0x2000,0x2002,2,6,2,2048,1,5,5,1\nEND_PORTS\n";
const std::string kLinks =
    "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\n0x1000,7,0x2000,2\nEND_LINKS\n";
const std::string kEnhanced = "START_SWITCHES\nNodeGUID,ENP0\n0x1000,1\nEND_SWITCHES\n";
const std::string kAll = kNodes + kPorts + kEnhanced + kLinks;

std::string with(const std::string& from, const std::string& to) {
  std::string text = kAll;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(DbCsv, ReadsEveryField) {
  std::vector<std::string> warnings;
  const std::string expected =
      "max lid 9, 3 lids\n"
      "switch 0000000000001000 system 1003 lid 9 lmc 0 ports 8 enhanced true name leaf, \"a\", 1\n"
      "  [7] end port 0 [2] 4x speed 8 vls 15\n"
      "end port 0000000000002002 node 2000 system 2003 type 1 lid 6 lmc 1 [2 of 2] at 0 [7] name "
      "host\n";
  EXPECT_EQ(as_text(parse_fabric(kAll, "file", warnings)), expected);
  EXPECT_EQ(as_text(parse_fabric("# INDEX_TABLE\r\n\r\n" + kLinks + "START_X\nEND_Y\nEND_X\n" +
                                     kEnhanced + kPorts + kNodes,
                                 "file", warnings)),
            expected)
      << "in any order";
  EXPECT_TRUE(warnings.empty());
}

std::vector<unsigned> ports_with_cables(const std::string& table,
                                        std::vector<std::string>& warnings) {
  const Fabric fabric = parse_fabric(kAll + table, "file", warnings);
  std::vector<unsigned> ports;
  for (unsigned p = 0; p <= 8; ++p) {
    if (fabric.ports(0)[p].has_cable) ports.push_back(p);
  }
  return ports;
}

TEST(DbCsv, CablesWithoutALinkAreKnown) {
  const std::string titles = "START_CABLE_INFO\nNodeGuid,PortGuid,PortNum,Source,Vendor,PN,SN\n";
  std::vector<std::string> warnings;
  EXPECT_EQ(
      ports_with_cables(titles + "0x1000,0x1000,7,x,\"Mellanox  \",\"M-2\",\"S1\"\n"  // a link
                                 "0x1000,0x1000,3,x,\"Mellanox  \",\"M-2\",\"S2\"\n"
                                 "0x1000,0x1000,4,x,\"N/A\",\"\",\"NA\"\n"
                                 "0x1000,0x1000,5,x,N/A,,S3\n"
                                 "0x2000,0x2002,1,x,N/A,,S4\nEND_CABLE_INFO\n",
                        warnings),
      (std::vector<unsigned>{3, 5}));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(ports_with_cables(titles + "0x1000,0x1000,3,x,M,M-2,S2\n"
                                       "0x1000,0x1000,4,x,\"A, B and C\",M-2,S3\nEND_CABLE_INFO\n",
                              warnings),
            (std::vector<unsigned>{3}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with("file:23: this row has 8 cells")) << warnings[0];
  EXPECT_TRUE(warnings[0].ends_with("; further cables of CABLE_INFO are not read"));
  warnings.clear();
  EXPECT_TRUE(ports_with_cables("START_CABLE_INFO\nA,B\n1,2\nEND_CABLE_INFO\n", warnings).empty());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST(DbCsv, ReadsSpeedsWidthsAndLanes) {
  const struct {
    const char* port;
    LinkAttributes link;
  } cases[] = {
      {"2,1,0,5,5", {4, LinkSpeed::kSdr, 15}},    {"1,2,0,5,4", {1, LinkSpeed::kDdr, 8}},
      {"4,4,0,4,0", {8, LinkSpeed::kQdr, 8}},     {"8,65540,0,3,0", {12, LinkSpeed::kFdr10, 4}},
      {"16,260,0,5,1", {2, LinkSpeed::kFdr, 1}},  {"2,516,0,5,5", {4, LinkSpeed::kEdr, 15}},
      {"2,1028,0,5,5", {4, LinkSpeed::kHdr, 15}}, {"2,4096,0,5,5", {4, LinkSpeed::kXdr, 15}},
      {"3,0,0,0,0", {0, LinkSpeed::kUnknown, 8}},
  };
  for (const auto& c : cases) {
    std::string text = with("2,2052,0,5,5", c.port);
    text.replace(text.find("2,2048,1,5,5"), 12,
                 std::string(c.port).replace(std::string(c.port).find(",0,"), 3, ",1,"));
    std::vector<std::string> warnings;
    const LinkAttributes got = parse_fabric(text, "file", warnings).ports(0)[7].link;
    EXPECT_EQ(as_text(got), as_text(c.link)) << c.port;
  }
}

TEST(DbCsv, RefusesWithFileLineAndReason) {
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {kNodes + kPorts, "file:1: ", "there is no table LINKS"},
      {kAll.substr(0, kAll.size() - 12), "file:16: ", "has no end: is the file cut off?"},
      {kNodes + kPorts + "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\nEND_LINKS\n",
       "file:1: ", "no node has a link"},
      {kNodes + kPorts + "START_LINKS\nEND_LINKS\n", "file:", "no line of titles"},
      {kAll + kLinks, "file:20: ", "there are two tables"},
      {with("0x2000,2\n", "0x2000\n"), "file:18: ", "3 cells, but the table has 4 columns"},
      {with("0x2000,2\n", "0x3000,2\n"), "file:18: ", "0x0000000000003000 is not in the table"},
      {with("0x2000,2\n", "0x2000,3\n"), "file:18: ", "there is no port 3"},
      {with("0x2000,2\n", "0x2000,0\n"), "file:18: ", "port of a link is 1 to 254"},
      {with("0x2000,2\n", "0x2000,300\n"), "file:18: ", "expected a number in column PortNum2"},
      {with("0x2003,0x2000", "0x2003,0x1000"), "file:4: ", "listed twice"},
      {with("\"host\",2,1", "\"host\",2,4"), "file:4: ", "node type 4"},
      {with("\"host\",2,1", "\"host,2,1"), "file:4: ", "cells, but the table has 5 columns"},
      {with("NumPorts", "Ports"), "file:2: ", "the table has no column NumPorts"},
      {with("2,6,2,2048", "2,50000,2,2048"), "file:10: ", "LID 50000 is not a unicast LID"},
      {with("2,6,2,2048,1", "2,9,2,2048,0"), "file:10: ", "claims LID"},
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
