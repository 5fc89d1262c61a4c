#include "common/options/torus_conf_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/file.h"
#include "common/options/option_table.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Ports = std::vector<PortNum>;

TorusConf parse(const std::string& text) { return parse_torus_conf(text, "conf"); }

// Why a text is refused, without "conf:".
std::string fault(const std::string& text) {
  const std::string sentence = refusal([&] { parse(text); });
  EXPECT_TRUE(sentence.starts_with("conf:")) << sentence;
  return sentence.substr(sentence.find(':') + 1);
}

// A ring of 5 switches; further lines follow.
const std::string kRing = "torus 5 1 1\nxp_link 0x10 0x11\n";

TEST(TorusConf, HasTheRadicesAndTheSeeds) {
  const TorusConf conf = parse(
      "# a comment\n\ntorus 5 4m 3\n"
      "xp_link 0x10 0x11\nym_link 0x10 0x12\nzp_link 0x10 0x13\nzm_link 0x10 0x14\n"
      "y_dateline -2\n"
      "next_seed\n"
      "xm_link 0x20 0x21\nyp_link 0x20 0x22\nzm_link 0x20 0x23\nx_dateline 4\n");
  TorusConf expected;
  expected.dimensions = {{{5, false}, {4, true}, {3, false}}};
  expected.seeds = {{0x10, {{{0x11, 0, 0}, {0, 0x12, -2}, {0x13, 0x14, 0}}}, 4},
                    {0x20, {{{0, 0x21, 4}, {0x22, 0, 0}, {0, 0x23, 0}}}, 9}};
  expected.path = "conf";
  expected.size_line = 3;
  EXPECT_EQ(conf, expected);
  EXPECT_EQ(conf.port_order, Ports{});
}

TEST(TorusConf, TellsWhereASeedIs) {
  EXPECT_EQ(seed_coordinate({.dateline = 0}, 5), 0u);
  EXPECT_EQ(seed_coordinate({.dateline = -2}, 5), 2u);
  EXPECT_EQ(seed_coordinate({.dateline = 1}, 5), 4u) << "one step up from it is coordinate 0";
  EXPECT_EQ(seed_coordinate({.dateline = 0}, 1), 0u);
}

TEST(TorusConf, ReadsNumbersAsCDoes) {
  const TorusConf conf = parse(
      "torus 0x5T 010 +3M\n"
      "xp_link 16 021\nyp_link 0X10 0x12\nzm_link 020 0xffffffffffffffff\n"
      "z_dateline -0x2\ny_dateline +07\n"
      "portgroup_max_ports 0x11\nmax_changes 0\nport_order 012 0xFE 0\n");
  EXPECT_EQ(conf.dimensions[0], (TorusDimension{5, false}));
  EXPECT_EQ(conf.dimensions[1], (TorusDimension{8, false}));
  EXPECT_EQ(conf.dimensions[2], (TorusDimension{3, true}));
  ASSERT_EQ(conf.seeds.size(), 1u);
  const TorusSeed& seed = conf.seeds[0];
  EXPECT_EQ(seed.switch_guid, 16u);
  EXPECT_EQ(seed.axes[0].plus, 17u);
  EXPECT_EQ(seed.axes[1], (SeedAxis{0x12, 0, 7}));
  EXPECT_EQ(seed.axes[2], (SeedAxis{0, 0xffffffffffffffff, -2}));
  EXPECT_EQ(conf.port_order, (Ports{10, 254, 0}));
}

TEST(TorusConf, IgnoresWhatFollowsAndWhatBlanksThereAre) {
  const TorusConf conf = parse(
      "\ttorus\t5  1\r1 9 9\r\n"
      "  # xp_link 1 2\n#xp_link 1 2\n\r\n"
      " xp_link 0x10 0x11 # up\r\nx_dateline 2 of 5\nmax_changes 7 or so");
  EXPECT_EQ(conf.dimensions[0].radix, 5);
  ASSERT_EQ(conf.seeds.size(), 1u);
  EXPECT_EQ(conf.seeds[0].line, 5u);
  EXPECT_EQ(conf.seeds[0].axes[0], (SeedAxis{0x11, 0, 2}));
}

TEST(TorusConf, MeshesAreNamedByTheKeywordOrTheLetter) {
  const std::string links = "xp_link 1 2\nyp_link 1 3\nzp_link 1 4\n";
  const auto meshes = [&](const std::string& radices) {
    std::string found;
    for (const TorusDimension& dimension :
         parse(fmt::format("{}\n{}", radices, links)).dimensions) {
      found += dimension.is_mesh ? 'm' : 't';
    }
    return found;
  };
  EXPECT_EQ(meshes("torus 5 5 5"), "ttt");
  EXPECT_EQ(meshes("mesh 5 5 5"), "mmm");
  EXPECT_EQ(meshes("mesh 5t 5 5T"), "tmt");
  EXPECT_EQ(meshes("torus 5M 5t 5m"), "mtm");
  EXPECT_EQ(meshes("torus 2 2t 5"), "mmt") << "two switches are no ring";
}

TEST(TorusConf, OfMostLinesTheLastCounts) {
  const TorusConf conf = parse(kRing +
                               "x_dateline 1\nx_dateline -3\nmax_changes 1\nmax_changes 2\n"
                               "port_order 1 2\nport_order 3 3 1 3\nportgroup_max_ports 3\n");
  EXPECT_EQ(conf.seeds[0].axes[0].dateline, -3);
  EXPECT_EQ(conf.port_order, (Ports{3, 1})) << "a port that is named again is left out";
  EXPECT_EQ(parse(kRing + "port_order 1\nport_order\n").port_order, Ports{});
  EXPECT_EQ(parse(kRing + "port_order 6 5  # of hosts, 7 is free\n").port_order, (Ports{6, 5}));
}

TEST(TorusConf, LinksMayComeBeforeTheRadicesAndSeedsMayBeginEmpty) {
  const TorusConf conf = parse("next_seed\nxp_link 1 2\nnext_seed\nxp_link 3 4\nmesh 2 1 1\n");
  ASSERT_EQ(conf.seeds.size(), 2u) << "the first next_seed begins the first seed";
  EXPECT_EQ(conf.seeds[0].line, 1u);
  EXPECT_EQ(conf.seeds[1].switch_guid, 3u);
  EXPECT_EQ(conf.size_line, 5u);
}

TEST(TorusConf, RefusesWhatIsNoKeyword) {
  EXPECT_EQ(fault("torus 5 1 1\n\nxp_lnk 1 2"), "3: 'xp_lnk' is no keyword of a torus-2QoS.conf");
  for (const std::string word : {"Torus", "x", "p_link", "wp_link", "x_link", "xp_link:", "4"}) {
    EXPECT_EQ(fault(word), "1: '" + word + "' is no keyword of a torus-2QoS.conf");
  }
}

TEST(TorusConf, RefusesRadicesThatCannotBe) {
  EXPECT_EQ(fault(""), " no line says the radices, as «torus 4 4 4» does");
  EXPECT_EQ(fault("xp_link 1 2\n"), " no line says the radices, as «torus 4 4 4» does");
  EXPECT_EQ(fault("torus 5 1 1\nmesh 5 1 1"), "2: the radices are in line 1 already");
  EXPECT_EQ(fault("mesh 4 4"), "1: mesh needs three radices, 1 for an unused dimension");
  for (const std::string radix :
       {"0", "-4", "4x", "4tt", "tm", "0x", "08", "49152", "65540", "#", "18446744073709551620"}) {
    EXPECT_EQ(
        fault("torus 4 " + radix + " 4"),
        "1: a radix is a number from 1 to 49151, and t (torus) or m (mesh) may follow it, but "
        "this is '" +
            radix + "'");
  }
  EXPECT_EQ(fault("torus 1 1 1"), "1: a torus of one switch has no links to route over");
  EXPECT_EQ(fault("torus 49151 49151 49151"),
            "1: a subnet has 49151 LIDs at most, and this is a torus of 118740008189951 switches");
  EXPECT_EQ(fault("torus 256 192 1"),
            "1: a subnet has 49151 LIDs at most, and this is a torus of 49152 switches");
  EXPECT_EQ(parse("torus 49151 1 1\nxp_link 1 2").dimensions[0].radix, 49151);
}

TEST(TorusConf, RefusesNumbersThatAreNone) {
  EXPECT_EQ(fault("xp_link 0x10"),
            "1: xp_link needs the GUIDs of two switches, written like 0x0002c90300001234, but one "
            "is ''");
  for (const std::string guid : {"0", "0002c903", "-1", "0x10000000000000000", "S-0002c9"}) {
    EXPECT_TRUE(contains(fault("xp_link 0x10 " + guid), "but one is '" + guid + "'")) << guid;
  }
  EXPECT_EQ(fault(kRing + "max_changes many"),
            "3: max_changes is a number from 0 to 4294967295, not 'many'");
  EXPECT_EQ(fault(kRing + "max_changes -1"),
            "3: max_changes is a number from 0 to 4294967295, not '-1'");
  EXPECT_EQ(fault(kRing + "portgroup_max_ports 0"),
            "3: portgroup_max_ports is a number from 1 to 4294967295, not '0'");
  EXPECT_EQ(fault(kRing + "port_order 1 255"), "3: a port is a number from 0 to 254, not '255'");
  EXPECT_EQ(fault(kRing + "port_order 1 2# 3"), "3: a port is a number from 0 to 254, not '2#'");
  EXPECT_EQ(fault(kRing + "port_order 256"), "3: a port is a number from 0 to 254, not '256'");
}

TEST(TorusConf, RefusesDatelinesOutsideOfTheirRing) {
  EXPECT_EQ(fault("x_dateline 0\n" + kRing), "1: the radices must come before x_dateline");
  for (const std::string steps : {"5", "-5", "65536", "-65535", "two", "--1", "-+1", "1x", ""}) {
    EXPECT_EQ(fault(kRing + fmt::format("x_dateline {}", steps)),
              fmt::format("3: x_dateline is a number from -4 to 4, less than the radix, not '{}'",
                          steps));
  }
  EXPECT_TRUE(contains(fault(kRing + "z_dateline 1"), "from -0 to 0"));
  EXPECT_EQ(parse(kRing + "x_dateline 4").seeds[0].axes[0].dateline, 4);
  EXPECT_EQ(parse(kRing + "x_dateline -4").seeds[0].axes[0].dateline, -4);
}

TEST(TorusConf, RefusesSeedsThatDoNotFixTheTorus) {
  const std::string seed = ": the seed that begins here ";
  EXPECT_EQ(fault("# none\ntorus 5 1 1"),
            "2: no seed says where the torus is: xp_link and the like are missing");
  EXPECT_EQ(fault("torus 5 1 6\nxp_link 1 2"),
            "2" + seed + "needs zp_link or zm_link, since z has radix 6");
  EXPECT_EQ(fault(kRing + "next_seed\n\nx_dateline 1\n"),
            "3" + seed + "needs xp_link or xm_link, since x has radix 5");
  EXPECT_EQ(fault("torus 4 1 1\nxp_link 1 2"),
            "2" + seed + "needs xp_link and xm_link, both of them in a ring of radix 4");
  EXPECT_EQ(fault("torus 4 1 1\nxm_link 1 2"),
            "2" + seed + "needs xp_link and xm_link, both of them in a ring of radix 4");
  EXPECT_EQ(parse("torus 4 4m 1\nxp_link 1 2\nxm_link 1 3\nyp_link 1 4").seeds.size(), 1u);
}

TEST(TorusConf, RefusesLinksOfASeedThatContradictEachOther) {
  EXPECT_EQ(fault("torus 1 5 5\nyp_link 1 2\nzp_link 3 4"),
            "3: all links of a seed begin at one switch, this one at 0x0000000000000003 and those "
            "before at 0x0000000000000001; next_seed begins another seed");
  EXPECT_EQ(fault(kRing + "xp_link 0x10 0x12"),
            "3: this is the second xp_link of the seed; next_seed begins another seed");
  const std::string seed = "2: the seed that begins here ";
  EXPECT_EQ(fault("torus 5 5 1\nxp_link 1 2\nyp_link 1 3\nzp_link 1 4"),
            seed + "has links in z, whose radix is 1");
  EXPECT_EQ(fault("torus 5 1 1\nxp_link 1 2\nxm_link 1 2"),
            seed + "has xp_link and xm_link to one switch, 0x0000000000000002, and a radix of 5");
  EXPECT_EQ(fault("torus 2 1 1\nxp_link 1 2\nxm_link 1 3"),
            seed + "has xp_link and xm_link to two switches, and a radix of 2");
  EXPECT_EQ(fault("torus 5 5 1\nxp_link 1 2\nyp_link 1 2"),
            seed + "has switch 0x0000000000000002 in two places");
  EXPECT_EQ(fault("torus 5 1 1\nxp_link 1 1"),
            seed + "has switch 0x0000000000000001 in two places");
  EXPECT_EQ(parse("torus 2 1 1\nxp_link 1 2\nxm_link 1 2").seeds[0].axes[0].minus, 2u);
}

TEST(TorusConf, RefusesLinksOverTheEdgeOfAMesh) {
  const std::string seed = "2: the seed that begins here ";
  EXPECT_EQ(fault("mesh 5 1 1\nxm_link 1 2"),
            seed + "has xm_link over the edge of a mesh: its switch is at coordinate 0 of 5");
  EXPECT_EQ(fault("mesh 5 1 1\nxp_link 1 2\nx_dateline 1"),
            seed + "has xp_link over the edge of a mesh: its switch is at coordinate 4 of 5");
  for (const char* inside :
       {"xp_link 1 2", "xm_link 1 2\nx_dateline -1", "xm_link 1 2\nx_dateline 1",
        "xp_link 1 2\nxm_link 1 3\nx_dateline -3"}) {
    EXPECT_EQ(parse(std::string("mesh 5 1 1\n") + inside).seeds.size(), 1u) << inside;
  }
  EXPECT_EQ(parse("mesh 2 1 1\nxm_link 1 2").seeds.size(), 1u)
      << "of two switches each is below the other, as in stock";
}

TEST(TorusConf, IsReadFromTheSample) {
  const std::string path = source_path("conf/torus-2QoS.conf");
  const TorusConf conf = parse_torus_conf(read_file(path), path);
  EXPECT_EQ(conf.dimensions[0], (TorusDimension{8, false}));
  EXPECT_EQ(conf.dimensions[1], (TorusDimension{4, false}));
  EXPECT_EQ(conf.dimensions[2], (TorusDimension{3, true}));
  ASSERT_EQ(conf.seeds.size(), 2u);
  // The last three digits of its GUIDs are the coordinates.
  for (const TorusSeed& seed : conf.seeds) {
    unsigned place = 0;
    for (std::size_t d = 0; d < kTorusDimensions; ++d) {
      place = place * 16 + seed_coordinate(seed.axes[d], conf.dimensions[d].radix);
    }
    EXPECT_EQ(seed.switch_guid & 0xFFF, place);
  }
}

}  // namespace
}  // namespace weft
