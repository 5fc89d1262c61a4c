// ibdiagnet2.net_dump.
#include "common/fabric/readers/net_dump.h"

#include <gtest/gtest.h>

#include "common/base/file.h"
#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const std::string kTitles =
    "  # : IB# : Sta : PhysSta : MTU : LWA : LSA : FEC mode : Retran : Neighbor Guid : N# : NLID : "
    "Neighbor Description\n";
const std::string kHost =
    "  1/4/1 : 7 : ACT : LINK UP : 5 : 4x : 100 : X : NO-RTR : 0x2000 : B184D0F0/0/0/1 : 6 : \"ho: "
    "st\"\n";
const std::string kIdle = "  1/4/2 : 8 : DOWN : POLL : N/A : N/A : N/A : N/A : N/A : : : : \n";
const std::string kLeaf = "\"leaf, \"a\"\", Mellanox, 0x1000, LID 9\n" + kTitles + kHost + kIdle;

TEST(NetDump, ReadsEveryField) {
  std::vector<std::string> warnings;
  EXPECT_EQ(
      as_text(parse_fabric(kLeaf, "file", warnings)),
      "max lid 9, 2 lids\n"
      "switch 0000000000001000 system 0 lid 9 lmc 0 ports 8 enhanced false name leaf, \"a\"\n"
      "  [7] end port 0 [1] 4x speed 8 vls 8\n"
      "end port 0000000000002000 node 2000 system 0 type 1 lid 6 lmc 0 [1 of 1] at 0 [7] name "
      "ho: st\n");
  EXPECT_TRUE(warnings.empty());
}

TEST(NetDump, FindsColumnsByTheirTitles) {
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(
      "\"leaf\", Mellanox, 0x1000, LID N/A9\n\"leaf\", Mellanox, 0x1000, LID 65535\n"
      "# : IB# : Sta : PhysSta : LSA : LWA : MTU : Neighbor Guid : N# : NLID : Neighbor "
      "Description\n"
      "7 : 7 : INI : LINK UP : 50 : 2x : 5 : 0x2000 : 1 : N/A : \"host\"\n",
      "file", warnings);
  EXPECT_EQ(fabric.ports(0)[7].link, (LinkAttributes{2, LinkSpeed::kHdr, 8}));
  EXPECT_EQ(fabric.max_lid(), 0);
}

// A port of a CA has the number that its label ends with; of two of one GUID it is the node's.
TEST(NetDump, TellsPortsOfCasByTheirLabels) {
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(
      kLeaf + "1/5/1 : 9 : ACT : LINK UP : 5 : 4x : 100 : X : NO-RTR : 0x2000 : 2 : 5 : \"host\"\n",
      "file", warnings);
  ASSERT_EQ(fabric.end_port_count(), 2u);
  EXPECT_EQ(fabric.end_ports()[0].port_guid, 0x2000u);
  EXPECT_EQ(fabric.end_ports()[1].port_guid, 0x2002u);
  EXPECT_EQ(fabric.end_ports()[1].port_num, 2);
  EXPECT_EQ(fabric.end_ports()[1].node_guid, 0x2000u);
}

TEST(NetDump, WarnsOfAMissingEnd) {
  std::vector<std::string> warnings;
  const std::string created = "# File created at   : 2025-03-31 23:43:18 UTC +0000\n";
  parse_fabric(created + kLeaf, "file", warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("is the file cut off?"), std::string::npos);
  warnings.clear();
  parse_fabric(created + kLeaf + "# File closed at : 2025\n", "file", warnings);
  EXPECT_TRUE(warnings.empty());
}

TEST(NetDump, RefusesWithFileLineAndReason) {
  const auto linked_to = [](const std::string& label) {
    return kLeaf + "1/5/1 : 9 : ACT : LINK UP : 5 : 4x : 100 : X : NO-RTR : 0x3000 : " + label +
           " : 5 : \"spine\"\n";
  };
  const std::string spine = "\"spine\", Mellanox, 0x3000, LID 5\n" + kTitles;
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {linked_to("1/2/1"), "file:5: ", "port '1/2/1' of 0x0000000000003000 has no line"},
      {linked_to("40"), "file:5: ", "is the file cut off?"},
      {linked_to(""), "file:5: ", "is the file cut off?"},
      {linked_to("1/2/1") + spine, "file:5: ", "port '1/2/1' of"},
      {linked_to("1/2/1") + spine +
           "1/2/1 : 3 : ACT : U : 5 : 4x : 100 : X : N : 0x1000 : 1/4/2 : 9 "
           ": \"leaf\"\n",
       "file:5: ", "is linked to"},
      {kLeaf + kLeaf, "file:5: ", "is described twice"},
      {"\"leaf\", Mellanox, 0x1000, LID 9\n" + kTitles + kIdle, "file:1: ", "no node has a link"},
      {kLeaf.substr(0, kLeaf.find(" st\"")), "file:3: ", "is the file cut off?"},
      {"\"leaf\", Mellanox, 0x1000, LID 9\n # : IB# : Sta\n",
       "file:2: ", "the table has no column 'LWA'"},
      {"\"leaf\", Mellanox, 0x1000, LID 9\n" + kTitles.substr(0, kTitles.size() - 1) + " : More\n",
       "file:2: ", "must be the last"},
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
