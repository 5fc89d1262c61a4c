// What ibnetdiscover -p prints.
#include "common/fabric/readers/port_report.h"

#include <gtest/gtest.h>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

const std::string kCaLine =
    "CA     0  1 0x0000000000002001 4x NDR - SW     9  7 0x0000000000001000 ( 'host' - 'a ' - b' "
    ")\n";
const std::string kSwitchLine =
    "SW     9  7 0x0000000000001000 4x NDR - CA 65535  1 0x0000000000002001 ( 'a' - 'host' )\n";
const std::string kIdle = "SW     9 12 0x0000000000001000 4x SDR          'a'\n";
const std::string kPair = kSwitchLine + kIdle + kCaLine;

TEST(PortReport, ReadsEveryField) {
  std::vector<std::string> warnings;
  EXPECT_EQ(
      as_text(parse_fabric(kPair, "file", warnings)),
      "max lid 9, 1 lids\n"
      "switch 0000000000001000 system 0 lid 9 lmc 0 ports 12 enhanced false name a\n"
      "  [7] end port 0 [1] 4x speed 8 vls 8\n"
      "end port 0000000000002001 node 2001 system 0 type 1 lid 0 lmc 0 [1 of 1] at 0 [7] name "
      "host\n");
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(parse_fabric(kPair, "file", warnings, 15).ports(0)[7].link.data_vls, 15);
}

// As `ibnetdiscover -p | grep ^SW` leaves it.
TEST(PortReport, NeedsNoLinesOfCas) {
  std::vector<std::string> warnings;
  const Fabric fabric = parse_fabric(kSwitchLine + kIdle, "file", warnings);
  EXPECT_EQ(fabric.end_ports()[0].port_guid, 0x2001u);
  EXPECT_TRUE(warnings.empty());
}

TEST(PortReport, RefusesWithFileLineAndReason) {
  const std::string other =
      "SW    10  1 0x0000000000003000 4x NDR - SW     9 11 0x0000000000001000 ( 'c' - 'a' )\n";
  const struct {
    std::string text;
    std::string line;
    std::string reason;
  } cases[] = {
      {kSwitchLine.substr(0, 50), "file:1: ", "expected a neighbour"},
      {kSwitchLine.substr(0, 80), "file:1: ", "expected two descriptions"},
      {kSwitchLine.substr(0, 36), "file:1: ", "expected a neighbour or a description"},
      {kIdle, "file:1: ", "no node has a link"},
      {other, "file:1: ", "which has no lines of its own"},
      {kPair + kSwitchLine, "file:4: ", "has two links"},
      {kPair +
           "CA     5  1 0x0000000000002002 4x NDR - SW     9  7 0x0000000000001000 ( 'h' - 'a' )\n",
       "file:4: ", "is linked to"},
      {kPair + "CA     8  1 0x0000000000001000 4x NDR          'a'\n",
       "file:4: ", "has another type in line 1"},
      {kPair + "SW     8  5 0x0000000000001000 4x NDR          'a'\n",
       "file:4: ", "another port GUID or LID in line 1"},
      {kPair +
           "SW     9  0 0x0000000000001000 4x NDR - CA     5  1 0x0000000000002009 ( 'a' - 'b' )\n",
       "file:4: ", "the port of a link is 1 to 254"},
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
