#include <gtest/gtest.h>

#include "common/base/error.h"
#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const std::string kSwitch =
    "{ SW-SM Ports:24 SystemGUID:0000000000001003 NodeGUID:0000000000001000 "
    "PortGUID:0000000000001000 VenID:000002C9 DevID:BD360000 Rev:000000A1 {leaf {1} \"a\"} "
    "LID:000F "
    "PN:0B }";
const std::string kCa =
    "{ CA Ports:02 SystemGUID:0000000000002003 NodeGUID:0000000000002000 "
    "PortGUID:0000000000002002 VenID:0002C9 DevID:6746 Rev:000000A1 {host-1} LID:0010 PN:02 }";
const std::string kRate = " PHY=4x LOG=ACT SPD=FDR10\n";
const std::string kPair = kSwitch + " " + kCa + kRate + kCa + " " + kSwitch + kRate;

std::string with(const std::string& from, const std::string& to) {
  std::string text = kPair;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(SubnetList, ReadsEveryField) {
  std::vector<std::string> warnings;
  EXPECT_EQ(
      as_text(parse_fabric(kPair, "file", warnings)),
      "max lid 16, 2 lids\n"
      "switch 0000000000001000 system 1003 lid 15 lmc 0 ports 36 enhanced false name leaf {1} "
      "\"a\"\n"
      "  [11] end port 0 [2] 4x speed 4 vls 8\n"
      "end port 0000000000002002 node 2000 system 2003 type 1 lid 16 lmc 0 [2 of 2] at 0 [11] "
      "name host-1\n");
  EXPECT_TRUE(warnings.empty());
}

TEST(SubnetList, RefusesWithFileLineAndReason) {
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {kSwitch + " " + kCa + kRate, "file:1: ", "does not"},  // one side only
      {with("SW-SM Ports", "XX Ports"), "file:1: ", "not 'XX'"},
      {with("Ports:24", "Ports:0A"), "file:1: ", "there is no port 11"},
      {with("Ports:24", "Ports:FFF"), "file:1: ", "expected Ports: and a hexadecimal number"},
      {with("Ports:24", "Ports:25"),
       "file:2: ", "has another type, number of ports or system GUID"},
      {with("SystemGUID:0000000000001003", "SystemGUID:0000000000001004"), "file:2: ", "in line 1"},
      {with("LID:0010", "LID:FFFF"), "file:1: ", "LID 0xffff is no unicast LID"},
      {with("LID:0010", "LID:0011"), "file:2: ", "another port GUID or LID in line 1"},
      {with("PN:02", "PN:01"), "file:1: ", "does not"},
      {with("PHY=4x", "PHY=x"), "file:1: ", "expected the width"},
      {with("LOG=ACT ", ""), "file:1: ", "expected LOG= and SPD="},
      {with("{leaf {1} \"a\"} LID", "{leaf {1} \"a\" LID"), "file:1: ", "expected '{'"},
      {kPair.substr(0, kPair.size() - 1), "file:2: ", "cut off"},
      {kPair + kPair, "file:3: ", "linked twice"},
      {kPair + kSwitch + "\n", "file:3: ", "expected '{'"},
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
