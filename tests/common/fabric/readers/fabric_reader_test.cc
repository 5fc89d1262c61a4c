#include "common/fabric/readers/fabric_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/file.h"
#include "common/base/text.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(FabricReader, ReadsTheSameFromEveryFormat) {
  std::vector<std::string> warnings;
  const std::string expected = as_text(read_fabric(test_data("triangle.ibnetdiscover"), warnings));
  EXPECT_EQ(as_text(read_fabric(test_data("triangle-subnet.lst"), warnings)), expected);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(as_text(read_fabric(test_data("triangle-mailed.txt"), warnings)), expected);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            test_data("triangle-mailed.txt") +
                ":1: 'From: someone' is not understood and was ignored, as were 6 more "
                "lines");
}

// What all formats say: switches, end ports with LIDs, and links.
std::string gist(const Fabric& fabric) {
  std::string text;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    text += fmt::format("{:x} {} {}\n", fabric.switches()[s].node_guid, fabric.switches()[s].lid,
                        fabric.switch_name(s));
    for (const Port& port : fabric.ports(s)) {
      text += fmt::format("{} {} {} {}\n", static_cast<int>(port.kind), port.peer, port.peer_port,
                          port.kind == PeerKind::kNothing ? "" : as_text(port.link));
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    text += fmt::format("{:x} {} {}\n", fabric.end_ports()[e].port_guid, fabric.end_ports()[e].lid,
                        fabric.end_port_name(e));
  }
  return text;
}

// What infiniband-diags print of the same subnet, and what ibdiagnet would.
TEST(FabricReader, ReadsTheSameOfOtherTools) {
  const std::string expected = gist(triangle());
  std::vector<std::string> warnings;
  for (const char* name :
       {"triangle.ports", "triangle.iblinkinfo", "triangle-l.iblinkinfo", "triangle.net_dump",
        "triangle.db_csv", "triangle-ibdiagnet.lst", "triangle-ibdiagnet.ibnetdiscover"}) {
    EXPECT_EQ(gist(read_fabric(test_data(name), warnings)), expected) << name;
    EXPECT_TRUE(warnings.empty()) << warnings.front();
  }
  const Fabric switches = read_fabric(test_data("triangle-switches.iblinkinfo"), warnings);
  EXPECT_EQ(switches.end_port_count(), 5u);
  EXPECT_EQ(switches.lid_count(), 8u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("5 CA ports have no GUID"), std::string::npos) << warnings[0];
}

// The .net file has no LIDs; all else is as what ibnetdiscover printed of it.
TEST(FabricReader, ReadsIbsimFiles) {
  std::vector<std::string> warnings;
  const Fabric net = read_fabric(test_data("triangle.net"), warnings);
  const Fabric seen = read_fabric(test_data("triangle.ibnetdiscover"), warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(net.max_lid(), 0);
  ASSERT_EQ(net.switch_count(), 3u);
  ASSERT_EQ(net.end_port_count(), seen.end_port_count());
  for (EndPortIndex e = 0; e < net.end_port_count(); ++e) {
    EXPECT_EQ(net.describe_end_port(e), seen.describe_end_port(e));
    EXPECT_EQ(net.end_ports()[e].system_guid, seen.end_ports()[e].system_guid);
  }
  for (std::size_t p = 0; p < net.all_ports().size(); ++p) {
    EXPECT_EQ(net.all_ports()[p].peer, seen.all_ports()[p].peer) << p;
    EXPECT_EQ(net.all_ports()[p].link, seen.all_ports()[p].link) << p;
  }
}

TEST(FabricReader, RefusesWhatIsNoFabric) {
  std::vector<std::string> warnings;
  const auto refused = [&](const std::string& text) {
    return refusal([&] { parse_fabric(text, "file", warnings); });
  };
  EXPECT_TRUE(test::contains(refused(""), "file: "));
  EXPECT_TRUE(test::contains(refused(""), "is empty"));
  EXPECT_TRUE(test::contains(refused(" \n\t\r\n"), "is empty"));
  EXPECT_TRUE(test::contains(refused("hello\n"), "file:1: "));
  EXPECT_TRUE(test::contains(refused("hello\n"), "not a fabric in a known format"));
}

TEST(FabricReader, SkipsByteOrderMarks) {
  const std::string text = read_file(test_data("triangle.ibnetdiscover"));
  std::string little("\xFF\xFE", 2);
  std::string big("\xFE\xFF", 2);
  for (const char c : text) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  std::vector<std::string> warnings;
  const std::string expected = as_text(parse_fabric(text, "file", warnings));
  EXPECT_EQ(as_text(parse_fabric("\xEF\xBB\xBF" + text, "file", warnings)), expected);
  EXPECT_EQ(as_text(parse_fabric(little, "file", warnings)), expected);
  EXPECT_EQ(as_text(parse_fabric(big, "file", warnings)), expected);
  EXPECT_TRUE(warnings.empty());
  for (const std::string& nothing : {std::string("\xEF\xBB\xBF"), little.substr(0, 2)}) {
    EXPECT_NE(refusal([&] { parse_fabric(nothing, "file", warnings); }).find("is empty"),
              std::string::npos);
  }
  std::string name("\xFF\xFE", 2);  // e acute, and a euro sign
  for (const char c : std::string("Switch 2 \"")) name += {c, '\0'};
  name += std::string("\xE9\x00\xAC\x20", 4);
  for (const char c : std::string("\"\n[1] \"b\"[1]\nSwitch 1 \"b\"\n")) name += {c, '\0'};
  name += "x";  // half a character
  const Fabric fabric = parse_fabric(name, "file", warnings);
  EXPECT_TRUE(fabric.switch_name(0) == "\xC3\xA9\xE2\x82\xAC" ||
              fabric.switch_name(1) == "\xC3\xA9\xE2\x82\xAC");
}

TEST(FabricReader, RefusesFilesOfHeadersOnly) {
  std::vector<std::string> warnings;
  for (const char* text :
       {"#\n# Topology file: generated on Wed Aug  6 16:11:23 2025\n#\n",
        "# This database file was automatically generated by IBDIAG\n# File closed at : 2025\n",
        "vendid=0x2c9\ndevid=0xd2f2\nsysimgguid=0x1003\nswitchguid=0x1000(1000)\n",
        "Switch 36 \"S-0000000000001000\" # \"leaf\" base port 0 lid 1 lmc 0\n"}) {
    EXPECT_FALSE(refusal([&] { parse_fabric(text, "file", warnings); }).empty()) << text;
  }
}

// Without descriptions.
std::string unnamed(const std::string& text) {
  std::string rest;
  for (Lines lines(text); lines.next();) {
    rest += lines.line().substr(0, lines.line().find(" name"));
    rest += '\n';
  }
  return rest;
}

// Nothing that is cut off may pass for a smaller fabric, wherever the cut is. A cut in the last
// node loses nothing but its name that its neighbours do not say. Of a list of links nobody can say
// whether more were to come if none is listed twice, nor of the last switch of a .net_dump but by
// the end that ibdiagnet writes. All of these are worth a warning.
TEST(FabricReader, RefusesWhatIsCutOff) {
  for (const char* name : {"triangle.ibnetdiscover", "triangle.net", "triangle-subnet.lst",
                           "triangle.ports", "triangle.net_dump", "triangle.db_csv"}) {
    const std::string text = read_file(test_data(name));
    std::vector<std::string> warnings;
    const std::string whole = as_text(parse_fabric(text, "file", warnings));
    for (std::size_t size = 0; size < text.size(); ++size) {
      const std::string cut = text.substr(0, size);
      std::string got;
      warnings.clear();
      const std::string message =
          refusal([&] { got = as_text(parse_fabric(cut, "file", warnings)); });
      if (!message.empty()) continue;
      if (warnings.empty()) {
        EXPECT_EQ(got, whole) << name << " cut to " << size << " bytes";
        EXPECT_GE(size + 120, text.size()) << name;
      } else if (unnamed(got) != unnamed(whole)) {
        const bool lists_links = name == std::string("triangle-subnet.lst");
        EXPECT_TRUE(lists_links || name == std::string("triangle.net_dump")) << size;
        EXPECT_TRUE(std::ranges::any_of(warnings, [&](const std::string& warning) {
          return warning.find(lists_links ? "only one end of this link" : "is the file cut off?") !=
                 std::string::npos;
        })) << size;
      }
    }
  }
}

}  // namespace
}  // namespace weft
