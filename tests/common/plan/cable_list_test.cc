#include "common/plan/cable_list.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace weft {
namespace {

CableList csv(std::string_view text, std::vector<std::string>& warnings) {
  return parse_cable_csv(text, "f", warnings);
}
CableList csv(std::string_view text) {
  std::vector<std::string> warnings;
  return csv(text, warnings);
}

// «a 1 - b 2 4xHDR», line by line.
std::vector<std::string> described(const CableList& list) {
  std::vector<std::string> lines;
  const auto name = [&](std::uint32_t n) {
    const PlannedNode& node = list.nodes[n];
    return node.name + (node.guid == 0 ? "" : std::to_string(node.guid)) +
           (node.device.empty() ? "" : "/" + node.device);
  };
  for (const PlannedCable& cable : list.cables) {
    lines.push_back(name(cable.a) + " " + std::to_string(cable.a_port) + " - " + name(cable.b) +
                    " " + std::to_string(cable.b_port) +
                    (cable.width == 0 ? "" : " " + std::to_string(cable.width) + "x"));
  }
  return lines;
}
using Lines = std::vector<std::string>;

template <typename Parse>
std::string why_not(Parse parse) {
  try {
    parse();
    return "";
  } catch (const BadInput& error) {
    return error.what();
  }
}
std::string csv_fault(const std::string& text) {
  return why_not([&] { csv(text); });
}

TEST(CableCsv, OneLineIsACable) {
  const CableList list = csv("leaf1,19,spine1,1,4x,HDR\nleaf1,P20,spine2,1/2\n# x\n\n");
  EXPECT_EQ(described(list), (Lines{"leaf1 19 - spine1 1 4x", "leaf1 20 - spine2 2"}));
  EXPECT_EQ(list.cables[0].speed, LinkSpeed::kHdr);
  EXPECT_EQ(list.cables[1].speed, LinkSpeed::kUnknown);
  EXPECT_EQ(list.cables[1].line, 2u);
  EXPECT_EQ(described(csv("a;1;b;2\n")), Lines{"a 1 - b 2"});
  EXPECT_EQ(described(csv("\"a, with a comma\",1,b,2")), Lines{"a, with a comma 1 - b 2"});
  EXPECT_EQ(described(csv("\"a \"\"b\"\" [1]\",1,b,2")), Lines{"a \"b\" [1] 1 - b 2"});
  EXPECT_EQ(described(csv("a # 1,1,b,2")), Lines{"a # 1 1 - b 2"});  // a name as Voltaire gave them
  EXPECT_EQ(described(csv("a,1,h1,mlx5_0/P1\na,2,h1,HCA-2\na,3,h2,")),
            (Lines{"a 1 - h1/mlx5_0 1", "a 2 - h1/HCA-2 0", "a 3 - h2 0"}));
}

TEST(CableCsv, RangesGoOnTogether) {
  EXPECT_EQ(described(csv("leaf[01-02],19,spine1,[1-2],4xEDR")),
            (Lines{"leaf01 19 - spine1 1 4x", "leaf02 19 - spine1 2 4x"}));
  EXPECT_EQ(csv_fault("leaf[1-2],19,spine1,[1-3]"),
            "f:1: one range of the line has 2 numbers and another 3");
  EXPECT_EQ(csv_fault("leaf[1-2,19,spine1,1"), "f:1: a bracket is not closed");
  EXPECT_EQ(csv_fault("leaf[0-9999999],1,s,2"),
            "f:1: '0-9999999' in brackets stands for more than 400000 names");
}

TEST(CableCsv, TitlesNameTheColumns) {
  EXPECT_EQ(described(csv("rack,to,to port,from,From_Port\nr1,b,2,a,1\n")), Lines{"a 1 - b 2"});
  EXPECT_EQ(described(csv("a,a_port,b,b_port\nx,1,y,2\n")), Lines{"x 1 - y 2"});
  EXPECT_EQ(described(csv("a,1,b,2\n")), Lines{"a 1 - b 2"});  // nodes of these names
  const CableList typed = csv("a,a_port,b,b_port,b_type\nx,1,y,2,HCA\n");
  EXPECT_EQ(typed.nodes[0].type, PlannedType::kUnknown);
  EXPECT_EQ(typed.nodes[1].type, PlannedType::kCa);
}

TEST(CableCsv, TheVendorsTopologyFileHasGuidsAndBothDirections) {
  const CableList list = csv("0x10,1,0x20,3,Any,Active\n0x20,3,0x10,1,Any,Active\n");
  EXPECT_EQ(described(list), Lines{"16 1 - 32 3"});
  EXPECT_EQ(list.cables[0].width, 0);
  EXPECT_EQ(csv_fault("0xg,1,0x20,3"), "f:1: '0xg' is no GUID");
  std::vector<std::string> warnings;
  const CableList used =
      csv("0x10,1,0x20,3,Any,Active\n0x10,2,-,-,Any,Disabled\n0x10,4,0x20,4,Any,Disabled\n"
          "0x10,5,0x20,5,Any,No-discover\n",
          warnings);
  EXPECT_EQ(described(used), Lines{"16 1 - 32 3"});
  EXPECT_EQ(warnings, std::vector<std::string>{"f: 3 lines of ports without a cable are left out"});
}

TEST(CableCsv, PortsOfUnknownTitlesAreNotDropped) {
  for (const char* titles :
       {"Source,Port,Destination,Port", "a,port,b,b_port", "from,my port,to,its port"}) {
    EXPECT_TRUE(csv_fault(std::string(titles) + "\na,1,b,2\n").starts_with("f:1: what the column "))
        << titles;
  }
  for (const char* titles : {"source,src_port,destination,dst_port", "a,port_a,b,port_b",
                             "Source,Source Port,Destination,Destination Port,Transport"}) {
    EXPECT_EQ(described(csv(std::string(titles) + "\na,1,b,2,x\n")), Lines{"a 1 - b 2"}) << titles;
  }
}

TEST(CableCsv, RatesMayBeInAnyCaseAndWithTheGigabitsOfAllLanes) {
  const auto rate = [](const std::string& cells) {
    const PlannedCable cable = csv("a,1,b,2," + cells + "\n").cables[0];
    return std::pair(int{cable.width}, cable.speed);
  };
  EXPECT_EQ(rate("4X,hdr"), std::pair(4, LinkSpeed::kHdr));
  EXPECT_EQ(rate("HDR100"), std::pair(2, LinkSpeed::kHdr));
  EXPECT_EQ(rate("ndr400"), std::pair(4, LinkSpeed::kNdr));
  EXPECT_EQ(rate("4x,FDR10"), std::pair(4, LinkSpeed::kFdr10));
  EXPECT_EQ(rate("2xHDR"), std::pair(2, LinkSpeed::kHdr));
  std::vector<std::string> warnings;
  const CableList list = csv("a,1,b,2,Any,Active\na,2,b,3,200G\na,3,b,4,4x,HDR100\n", warnings);
  EXPECT_EQ(list.cables[1].speed, LinkSpeed::kUnknown);
  EXPECT_EQ(list.cables[2].width, 4);
  EXPECT_EQ(warnings,
            std::vector<std::string>{"f:2: '200G': the rate is not known; 2 such rates are not "
                                     "compared with the rates of links"});
  warnings.clear();
  csv("a,a_port,b,b_port,width,speed\na,1,b,2,4x,FOO\n", warnings);
  EXPECT_EQ(warnings,
            std::vector<std::string>{
                "f:2: 'FOO': the rate is not known; it is not compared with the rates of links"});
}

TEST(CableCsv, ErrorsAreReportedWithTheirLine) {
  EXPECT_EQ(csv_fault(""), "f: there is no cable");
  EXPECT_EQ(csv_fault("a,1,b,2\na,1,c,3"), "f:2: port 1 of 'a' has another cable in line 1");
  EXPECT_EQ(csv_fault("a,1,b,2\nc,1"), "f:2: the file ends within a line");
  EXPECT_EQ(csv_fault("a,1,b,2\n,1,c,2\n"),
            "f:2: expected a node, its port, another node and its port, with commas");
  EXPECT_EQ(csv_fault("a,300,b,2\n"),
            "f:1: expected a port from 1 to 254, as 7, P7, mlx5_0/P1 or 1/2, instead of '300'");
  EXPECT_EQ(csv_fault("a,-1,b,2\n"),
            "f:1: expected a port from 1 to 254, as 7, P7, mlx5_0/P1 or 1/2, instead of '-1'");
  EXPECT_EQ(csv_fault("Switch,Port,Peer,Peer Port\na,1,b,2\n"),
            "f:1: expected a port instead of 'Port': if these are titles, name the columns a, "
            "a_port, b, b_port, width and speed");
  EXPECT_EQ(csv_fault("a,1,a,1\n"), "f:1: a cable leads to its own port");
  EXPECT_EQ(csv_fault("a,1,\"b,2\n"), "f:1: a quotation mark is not closed");
}

SystemTypes hca_types() {
  SystemTypes types;
  types.add("TOPSYSTEM Card\nNODE CA 2 X U1\n1 -> P1\n2 -> P2\n", "card.ibnl");
  types.add(
      "SYSTEM LEAF\nNODE SW 4 X U1\n1 -> P1\n2 -> P2\nTOPSYSTEM Box\n"
      "SUBSYSTEM LEAF leaf1\nP1 -> L1/P1\nP2 -> leaf2 P2\n"
      "SUBSYSTEM LEAF leaf2\nP1 -> L2/P1\nP2 -> leaf1 P2\n",
      "box.ibnl");
  return types;
}
CableList topo(std::string_view text, std::vector<std::string>& warnings) {
  return parse_topo(text, "t", hca_types(), warnings);
}
CableList topo(std::string_view text) {
  std::vector<std::string> warnings;
  return topo(text, warnings);
}
std::string topo_fault(const char* text) {
  return why_not([&] { topo(text); });
}

TEST(Topo, SystemsBecomeTheirChips) {
  const CableList list = topo(
      "# a plan\nBox B1\n   L1/P1 -4x-10G-> Card H-1 P2\n   L2/P1 -> MQM8700 sw P40\n\n"
      "MQM8700 sw\n  P40 -> Box B1 L2/P1\n  P1 -4x-50G-> HCA_mlx5_3 h2 mlx5_0/P1\n");
  EXPECT_EQ(described(list), (Lines{"B1/leaf1/U1 2 - B1/leaf2/U1 2", "B1/leaf1/U1 1 - H-1 2 4x",
                                    "B1/leaf2/U1 1 - sw 40", "sw 1 - h2/mlx5_0 1 4x"}));
  EXPECT_EQ(list.nodes[0].type, PlannedType::kSwitch);
  EXPECT_EQ(list.nodes[2].type, PlannedType::kCa);
  EXPECT_EQ(list.nodes[4].type, PlannedType::kCa);  // HCA_...
  EXPECT_EQ(list.cables[1].speed, LinkSpeed::kQdr);
  EXPECT_EQ(list.cables[3].speed, LinkSpeed::kHdr);
}

TEST(Topo, NodesThatShareANameHaveTheirGuidBehindIt) {
  EXPECT_EQ(described(topo("Card x_(0x10)\n P1 -> Card x_(0x20) P2\n")), Lines{"x16 1 - x32 2"});
}

TEST(Topo, UnknownRatesAreTold) {
  std::vector<std::string> warnings;
  topo("Card x\n P1 -4x-10G-> Card y P1\n P2 -4x-40G-> Card z P1\n", warnings);
  EXPECT_EQ(warnings,
            std::vector<std::string>{
                "t:3: '40G': the rate is not known; it is not compared with the rates of links"});
  warnings.clear();
  topo("Card x\n P1 -4x-65536G-> Card y P1\n P2 -99x-> Card z P1\n", warnings);
  EXPECT_EQ(warnings,
            std::vector<std::string>{"t:2: '65536G': the rate is not known; 2 such rates are not "
                                     "compared with the rates of links"});
}

TEST(Topo, BoardsMayBeMissing) {
  EXPECT_EQ(described(topo("Box B1 CFG: leaf2=R\n L1/P1 -> Card H P1\n")), Lines{"B1 1 - H 1"});
}

TEST(Topo, ErrorsAreReportedWithTheirLine) {
  EXPECT_EQ(topo_fault("Box B1\n"), "t: there is no cable");
  EXPECT_EQ(topo_fault(" P1 -> Card H P1\n"),
            "t:1: expected «TYPE NAME» first: whose port is this?");
  EXPECT_EQ(topo_fault("Box B1\n L1/P1 -> Card H\n"),
            "t:2: expected «TYPE NAME» or «PORT -> TYPE NAME PORT», not 'L1/P1 -> Card H'");
  EXPECT_EQ(topo_fault("Box B1\n L3/P1 -> Card H P1\n"),
            "t:2: a system of type 'Box' has no port 'L3/P1'");
  EXPECT_EQ(topo_fault("Box B1\n L1/P1 -> Card H P1\nBox B1\n"),
            "t:3: there are two sections of 'B1'");
  EXPECT_EQ(topo_fault("Box B1\n L1/P1 -> Card B1 P1\n"),
            "t:2: 'B1' is of type 'Card' here and 'Box' in line 1");
  EXPECT_EQ(topo_fault("Box B1 CFG: leaf1\n L1/P1 -> Card H P1\n"),
            "t:1: expected BOARD=VARIANT, not 'leaf1'");
  EXPECT_EQ(topo_fault("Box B1 leaf1=R\n L1/P1 -> Card H P1\n"), "t:1: expected CFG: behind 'B1'");
  EXPECT_EQ(topo_fault("Box B1\n L1/P1 -> Card H P1\n L1/P1 -> Card G P1\n"),
            "t:3: port 1 of 'B1' has another cable in line 2");
}

TEST(Topo, ConnectionsAreReported) {
  EXPECT_TRUE(is_topo_connection("  P1 -4x-10G-> MTS3600 S-1 P7"));
  EXPECT_TRUE(is_topo_connection("P1 -> A B P7"));
  EXPECT_FALSE(is_topo_connection("A B"));
  EXPECT_FALSE(is_topo_connection("P1 x -> A B P7"));
  EXPECT_FALSE(is_topo_connection("P1 -> A B"));
}

}  // namespace
}  // namespace weft
