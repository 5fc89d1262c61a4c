#include "plugins/torus/seeded_torus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/options/torus_conf_file.h"
#include "tests/support/sketched_torus.h"

namespace weft {
namespace {

using test::Dims;
using test::meshes;
using test::rings;
using test::sketched_torus;
using Places = std::vector<Torus::Place>;

Torus seeded(const Fabric& fabric, const std::string& conf) {
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  return seeded_torus(fabric, labels.products.at(0), parse_torus_conf(conf, "conf"));
}

// By switch.
Places places(const Fabric& fabric, const std::string& conf) {
  const Torus torus = seeded(fabric, conf);
  Places result;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) result.push_back(torus.place_of(s));
  return result;
}
Places places(const Dims& dims, const std::string& conf) {
  return places(sketched_torus(dims).build(), conf);
}
Places counted(std::uint32_t count) {
  Places result;
  for (std::uint32_t i = 0; i < count; ++i) result.push_back(i);
  return result;
}

std::string why_not(const Fabric& fabric, const std::string& conf) {
  return test::why_not_routed([&] { seeded(fabric, conf); });
}
std::string why_not(const Dims& dims, const std::string& conf) {
  return why_not(sketched_torus(dims).build(), conf);
}

TEST(SeededTorus, RunsInTheDirectionOfTheSeed) {
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 1 2\n"), (Places{0, 1, 2, 3, 4}));
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxm_link 1 2\n"), (Places{0, 4, 3, 2, 1}));
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 4 5\n"), (Places{2, 3, 4, 0, 1}));
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 1 5\n"), (Places{0, 4, 3, 2, 1}))
      << "round the ends that switch numbers have";
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 1 2\nxm_link 1 5\n"), counted(5));
}

TEST(SeededTorus, BeginsWhereTheDatelineIs) {
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 1 2\nx_dateline -2\n"),
            (Places{2, 3, 4, 0, 1}));
  EXPECT_EQ(places(rings({5}), "torus 5 1 1\nxp_link 1 2\nx_dateline 1\n"),
            (Places{4, 0, 1, 2, 3}));
  EXPECT_EQ(places(meshes({3}), "mesh 3 1 1\nxp_link 2 3\nx_dateline -1\n"), counted(3));
}

TEST(SeededTorus, TakesRingsOfThreeAndFour) {
  EXPECT_EQ(places(rings({3}), "torus 3 1 1\nxp_link 1 2\n"), (Places{0, 1, 2}));
  EXPECT_EQ(places(rings({3}), "torus 3 1 1\nxm_link 1 2\n"), (Places{0, 2, 1}));
  EXPECT_EQ(places(rings({3}), "torus 3 1 1\nxp_link 2 1\nx_dateline -1\n"), (Places{2, 1, 0}));
  EXPECT_EQ(places(rings({4}), "torus 4 1 1\nxp_link 1 2\nxm_link 1 4\n"), counted(4));
  EXPECT_EQ(places(rings({4}), "torus 4 1 1\nxp_link 3 2\nxm_link 3 4\n"), (Places{2, 1, 0, 3}));
}

// The links of one dimension lead along the pair and along the ring of six.
TEST(SeededTorus, TakesNothingElseForARingOfFour) {
  for (unsigned at = 1; at <= 12; ++at) {
    const unsigned pair = at <= 6 ? at + 6 : at - 6;
    const unsigned next = at % 6 == 0 ? at - 5 : at + 1;
    EXPECT_EQ(why_not(rings({6, 2}), fmt::format("torus 4 1 1\nxp_link {} {}\nxm_link {} {}\n", at,
                                                 pair, at, next)),
              "conf, line 2: the links of dimension x do not begin a ring of 4: one leads along a "
              "row of 2 switches, the other one along a ring of 6")
        << at;
  }
}

TEST(SeededTorus, HasLinksUpAndDownOnOneLine) {
  const std::string yp = "yp_link 1 6\n";
  EXPECT_EQ(places(rings({5, 5}), "torus 5 5 1\nxp_link 1 2\nxm_link 1 5\n" + yp), counted(25));
  const std::string two_away = "torus 5 5 1\nxp_link 1 2\nxm_link 1 4\n" + yp;
  EXPECT_TRUE(test::contains(why_not(rings({5, 5}), two_away), "is no neighbour of"));
  const std::string along_y = "torus 5 5 1\nxp_link 1 2\nxm_link 1 21\n" + yp;
  EXPECT_EQ(why_not(rings({5, 5}), along_y),
            "conf, line 2: the links up and down of dimension x do not lead along one line");
}

TEST(SeededTorus, HasAxesInTheOrderOfTheFile) {
  const std::string links = "xp_link 1 2\nyp_link 1 4\nym_link 1 10\n";
  EXPECT_EQ(places(rings({3, 4}), "torus 3 4 1\n" + links), counted(12));
  EXPECT_EQ(places(rings({3, 4}), "torus 4 3 1\nyp_link 1 2\nxp_link 1 4\nxm_link 1 10\n"),
            (Places{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_EQ(places(rings({4, 4}),
                   "torus 4 4 1\nxp_link 1 2\nxm_link 1 4\n"
                   "yp_link 1 5\nym_link 1 13\n"),
            counted(16));
  EXPECT_EQ(places(rings({3, 5, 6}), "torus 3 5 6\nxp_link 1 2\nyp_link 1 4\nzp_link 1 16\n"),
            counted(90));
}

TEST(SeededTorus, TakesMeshes) {
  EXPECT_EQ(places(meshes({3, 3}), "mesh 3 3 1\nxp_link 1 2\nyp_link 1 4\n"), counted(9));
  EXPECT_EQ(places(meshes({3, 3}),
                   "mesh 3 3 1\nxm_link 9 8\nym_link 9 6\n"
                   "x_dateline -2\ny_dateline -2\n"),
            counted(9));
  EXPECT_EQ(places(meshes({2, 3}), "mesh 2 3 1\nxp_link 1 2\nyp_link 1 3\n"), counted(6));
  EXPECT_EQ(places({{3, false}, {3, true}}, "torus 3 3m 1\nxp_link 1 2\nyp_link 1 4\n"),
            counted(9));
}

TEST(SeededTorus, TakesMeshesWhoseEndsAreLinked) {
  EXPECT_EQ(places(rings({4, 5}), "mesh 4 5 1\nxp_link 1 2\nyp_link 1 5\n"), counted(20));
  EXPECT_EQ(places(rings({4}), "mesh 4 1 1\nxm_link 4 3\nx_dateline -3\n"), counted(4));
  EXPECT_EQ(places(rings({3, 5}), "torus 3m 5 1\nxp_link 1 2\nyp_link 1 4\n"), counted(15));
}

std::vector<std::string> differences_of(const Dims& dims, const std::string& conf) {
  const Fabric fabric = sketched_torus(dims).build();
  const TorusConf parsed = parse_torus_conf(conf, "conf");
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  return differences(fabric, seeded_torus(fabric, labels.products.at(0), parsed), parsed);
}

TEST(SeededTorus, ReportsDifferencesFromTheFile) {
  using Sentences = std::vector<std::string>;
  EXPECT_EQ(differences_of(rings({3, 5}), "torus 3 5 1\nxp_link 1 2\nyp_link 1 4\n"), Sentences());
  EXPECT_EQ(differences_of(meshes({3, 5}), "mesh 3 5 1\nxp_link 1 2\nyp_link 1 4\n"), Sentences());
  EXPECT_EQ(differences_of(rings({4, 5}), "torus 4m 5 1\nxp_link 1 2\nyp_link 1 5\n"),
            Sentences{"conf, line 1: dimension x is a mesh there, but 5 links join its ends and "
                      "stay idle: write torus to use them"});
  EXPECT_EQ(differences_of(meshes({3, 5}), "mesh 3 7 1\nxp_link 1 2\nyp_link 1 4\n"),
            Sentences{"conf, line 1: dimension y has radix 7 there, but the fabric has no switch "
                      "at 2 of these coordinates"});
}

TEST(SeededTorus, RefusesAnotherRadixWithBothShapes) {
  const std::string links = "xp_link 1 2\nyp_link 1 5\n";
  EXPECT_TRUE(test::contains(why_not(rings({4, 5}), "torus 5 5 1\n" + links),
                             "the file says 5 x 5 x 1, the fabric is wired as 4 x 5"));
  EXPECT_TRUE(
      test::contains(why_not(rings({4, 5}), "torus 4m 6 1\n" + links),
                     "dimension y should be a torus of radix 6, but the links of the seed "
                     "begin a ring of 5 switches: the file says 4 (mesh) x 6 x 1, the fabric is "
                     "wired as 4 x 5"));
}

TEST(SeededTorus, TellsDimensionsOfTwoFromARingOfFour) {
  EXPECT_EQ(places(meshes({2, 2}), "mesh 2 2 1\nxp_link 1 2\nyp_link 1 3\n"), counted(4));
  EXPECT_EQ(places(meshes({2, 2}), "torus 4 1 1\nxp_link 1 2\nxm_link 1 3\n"),
            (Places{0, 1, 3, 2}));
  EXPECT_EQ(places(rings({4, 2}), "torus 4 2 1\nxp_link 1 2\nxm_link 1 4\nyp_link 1 5\n"),
            counted(8));
  EXPECT_EQ(places(meshes({2, 2, 2}), "mesh 2 2 2\nxp_link 1 2\nyp_link 1 3\nzp_link 1 5\n"),
            counted(8));
}

TEST(SeededTorus, MayLackPartsOfTheFile) {
  const Fabric whole = sketched_torus(rings({5})).build();
  const std::string conf = "torus 5 1 1\nxp_link 1 2\n";
  EXPECT_EQ(places(test::without_link(whole, 2, 1), conf), counted(5));
  EXPECT_EQ(places(test::without_switch(whole, 3), conf), (Places{0, 1, 2, 4}));
  EXPECT_EQ(seeded(test::without_switch(whole, 3), conf).dimensions()[0], rings({5})[0]);
  const Fabric torus = sketched_torus(rings({5, 5})).build();
  EXPECT_EQ(places(test::without_switch(torus, 24), "torus 5 5 1\nxp_link 1 2\nyp_link 1 6\n"),
            counted(24));
}

TEST(SeededTorus, TakesTheFirstSeedThatIsThere) {
  const Fabric fabric = test::without_switch(sketched_torus(rings({5, 5})).build(), 1);
  const std::string size = "torus 5 5 1\n";
  const std::string first = "xp_link 1 2\nyp_link 1 6\n";
  const std::string second = "next_seed\nxp_link 7 8\nyp_link 7 12\nx_dateline -1\ny_dateline -1\n";
  Places expected = counted(25);
  expected.erase(expected.begin() + 1);
  EXPECT_EQ(places(fabric, size + first + second), expected);
  EXPECT_EQ(why_not(fabric, size + first),
            "conf: each of its 1 seeds has a switch that is missing in the torus");
  EXPECT_EQ(why_not(fabric, size + first + "next_seed\nxp_link 99 1\nyp_link 99 3\n"),
            "conf: each of its 2 seeds has a switch that is missing in the torus");
}

TEST(SeededTorus, RefusesAnotherRadix) {
  EXPECT_EQ(
      why_not(rings({6}), "# size\ntorus 5 1 1\nxp_link 1 2\n"),
      "conf, line 2: dimension x should be a torus of radix 5, but the links of the seed begin a "
      "ring of 6 switches: the file says 5 x 1 x 1, the fabric is wired as 6");
  EXPECT_EQ(
      why_not(rings({5, 6}), "torus 5 7 1\nxp_link 1 2\nyp_link 1 6\n"),
      "conf, line 1: dimension y should be a torus of radix 7, but the links of the seed begin a "
      "ring of 6 switches: the file says 5 x 7 x 1, the fabric is wired as 5 x 6");
  EXPECT_EQ(
      why_not(rings({3}), "torus 5 1 1\nxp_link 1 2\n"),
      "conf, line 1: dimension x should be a torus of radix 5, but the links of the seed begin a "
      "full mesh of 3 switches: the file says 5 x 1 x 1, the fabric is wired as 3");
  EXPECT_EQ(
      why_not(meshes({6}), "mesh 5 1 1\nxp_link 1 2\n"),
      "conf, line 1: dimension x should be a mesh of radix 5, but the links of the seed begin a "
      "row of 6 switches: the file says 5 (mesh) x 1 x 1, the fabric is wired as 6 (mesh)");
  EXPECT_NE(why_not(rings({4}), "torus 5 1 1\nxp_link 1 2\n"), "") << "two of two, for a ring of 5";
}

TEST(SeededTorus, AMeshMayHaveLinksThatMakeItARing) {
  EXPECT_EQ(why_not(rings({5}), "mesh 5 1 1\nxp_link 1 2\n"), "");
  EXPECT_EQ(why_not(rings({3}), "mesh 3 1 1\nxp_link 1 2\n"), "");
}

TEST(SeededTorus, RefusesSeedsThatAreNoNeighbours) {
  EXPECT_EQ(why_not(rings({5}), "torus 5 1 1\nxp_link 1 3\n"),
            "conf, line 2: s2 (0x0000000000000003) is no neighbour of s0 (0x0000000000000001) in "
            "dimension x");
  EXPECT_EQ(why_not(rings({5, 5}), "torus 5 5 1\nxp_link 1 2\nyp_link 1 7\n"),
            "conf, line 2: s6 (0x0000000000000007) is no neighbour of s0 (0x0000000000000001) in "
            "dimension y");
}

TEST(SeededTorus, RefusesADimensionThatIsUsedTwiceOrNotAtAll) {
  EXPECT_EQ(why_not(rings({5, 6}), "torus 5 1 1\nxp_link 1 2\n"),
            "conf, line 1: no link of the seed leads along the ring of 6 switches that the fabric "
            "has in one dimension: the file says 5 x 1 x 1, the fabric is wired as 5 x 6");
  EXPECT_EQ(why_not(rings({5}), "torus 5 5 1\nxp_link 1 2\nyp_link 1 5\n"),
            "conf, line 2: several links of the seed lead along the ring of 5 switches that the "
            "fabric has in one dimension: the file says 5 x 5 x 1, the fabric is wired as 5");
}

TEST(SeededTorus, RefusesSwitchesBeyondTheEndsOfAMesh) {
  EXPECT_EQ(why_not(meshes({3}), "mesh 3 1 1\nxp_link 2 3\n"),
            "conf, line 2: s0 (0x0000000000000001) is beyond the ends of the mesh");
  EXPECT_EQ(why_not(meshes({3}), "mesh 3 1 1\nxp_link 1 2\nx_dateline -1\n"),
            "conf, line 2: s2 (0x0000000000000003) is beyond the ends of the mesh");
}

TEST(SeededTorus, RefusesASeedOutsideOfTheTorus) {
  test::Sketch sketch(26, 20);
  const auto link_up = [&](SwitchIndex s, SwitchIndex to, PortNum port) {
    sketch.link(s, port, to, static_cast<PortNum>(port + 1));
  };
  for (SwitchIndex s = 0; s < 25; ++s) {
    link_up(s, s / 5 * 5 + (s + 1) % 5, 1);
    link_up(s, (s + 5) % 25, 3);
  }
  sketch.link(25, 1, 0, 9);
  EXPECT_EQ(why_not(sketch.build(), "torus 5 5 1\nxp_link 1 26\nyp_link 1 6\n"),
            "conf, line 2: the fabric is a torus or mesh except for some switches, for example s25 "
            "(0x000000000000001a)");
}

}  // namespace
}  // namespace weft
