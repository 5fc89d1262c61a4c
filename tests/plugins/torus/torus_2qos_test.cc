#include "plugins/torus/torus_2qos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/options/torus_conf_file.h"
#include "common/verify/verify.h"
#include "plugins/torus/torus_lanes.h"
#include "tests/support/lane_routing.h"
#include "tests/support/odd_fabrics.h"
#include "tests/support/routed_torus.h"
#include "tests/support/sketched_torus.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::meshes;
using test::rings;
using test::RoutedTorus;
using test::sketched_torus;

Options by_switch() {
  Options options;
  options.balance = Balance::kSwitch;
  return options;
}
Options with_conf(const std::string& conf, Balance balance = Balance::kFabric) {
  Options options;
  options.balance = balance;
  options.torus_conf = parse_torus_conf(conf, "conf");
  return options;
}

const std::string kRing5 = "torus 5 1 1\nxp_link 1 2\n";
const std::string kTorus5x5 = "torus 5 5 1\nxp_link 1 2\nyp_link 1 6\n";

void expect_good(const RoutedTorus& routed, const std::string& what = "") {
  EXPECT_EQ(routed.refusal, "") << what;
  EXPECT_EQ(routed.faults(), "") << what;
}

TEST(Torus2Qos, RoutesToriAndMeshes) {
  for (const Options& options : {Options(), by_switch()}) {
    for (const auto& dims :
         {rings({3}), rings({4}), rings({5}), rings({6}), rings({4, 4}), rings({3, 4}),
          rings({2, 4}), rings({3, 3, 3}), rings({3, 3, 3, 3}), meshes({2}), meshes({5}),
          meshes({3, 3}), meshes({2, 3}), meshes({2, 2, 2}), test::Dims{{4, false}, {3, true}}}) {
      const RoutedTorus routed(sketched_torus(dims).build(), options);
      expect_good(routed);
      EXPECT_TRUE(routed.groups_are_safe());
    }
  }
}

TEST(Torus2Qos, LeavesTheQosLevelToClients) {
  const RoutedTorus routed(sketched_torus(rings({5})).build(), with_conf(kRing5));
  const auto sl = [&](EndPortIndex from, EndPortIndex to, Sl hint) {
    return path_sl(routed.routing.lanes, {routed.fabric.end_ports()[from].sw, from}, lid_of_ca(to),
                   hint);
  };
  EXPECT_EQ(sl(0, 1, 0), 0);
  EXPECT_EQ(sl(0, 4, 0), 1);
  EXPECT_EQ(sl(0, 1, 15), 8) << "no other bit of what clients prefer counts";
  EXPECT_EQ(sl(0, 4, 8), 9);
  const RoutedTorus four(sketched_torus(meshes({3, 3, 3, 3})).build(), {});
  EXPECT_EQ(path_sl(four.routing.lanes, {0, 0}, lid_of_ca(1), 8) & 8,
            path_sl(four.routing.lanes, {0, 0}, lid_of_ca(1), 0) & 8)
      << "with four dimensions there is none";
}

TEST(Torus2Qos, FollowsTheConf) {
  const RoutedTorus routed(sketched_torus(rings({5})).build(),
                           with_conf(kRing5 + "x_dateline -2\n"));
  expect_good(routed);
  EXPECT_EQ(routed.sl(0, lid_of_ca(4)), 0) << "from coordinate 2 to 1";
  EXPECT_EQ(routed.sl(2, lid_of_ca(3)), 1) << "from coordinate 4 to 0";
}

TEST(Torus2Qos, SaysWhatItFound) {
  const auto remarks = [](const test::Dims& dims, std::uint8_t data_vls) {
    return RoutedTorus(test::with_data_vls(sketched_torus(dims).build(), data_vls), {}, data_vls)
        .routing.remarks;
  };
  EXPECT_EQ(remarks(meshes({3, 5}), 8).size(), 1u);
  EXPECT_TRUE(contains(remarks(rings({5}), 8).at(0), "a torus of 5"));
  EXPECT_TRUE(contains(remarks(meshes({5}), 8).at(0), "a torus of 5 (mesh)"));
  EXPECT_TRUE(contains(remarks(rings({5, 5}), 8).at(0), "a torus of 5 x 5"));
  EXPECT_TRUE(contains(remarks(rings({5}), 2).at(1), "links have 2 VLs: "));
  EXPECT_TRUE(contains(remarks(rings({5}), 4).at(1), "both QoS levels share them"));
  EXPECT_TRUE(contains(remarks(rings({3, 3, 3, 3}), 8).at(1), "four dimensions leave no bit"));
}

TEST(Torus2Qos, RefusesWhatIsNoTorus) {
  XgftSpec tree = {.down = {3, 3}, .up = {1, 3}};
  EXPECT_NE(RoutedTorus(with_new_lids(make_xgft(tree), 0), {}).refusal, "");
  GridSpec hyperx = {.dims = {4, 4}};
  EXPECT_TRUE(contains(RoutedTorus(with_new_lids(make_hyperx(hyperx), 0), {}).refusal,
                       "the fabric is no torus and no mesh"));
  GridSpec five = {.dims = {3, 3, 3, 3, 3}, .cas = 0};
  EXPECT_EQ(RoutedTorus(with_new_lids(make_torus(five), 0), {}).refusal,
            "the fabric has 5 dimensions; torus-2QoS supports 4");
  test::Sketch pieces(10);
  for (const SwitchIndex first : {0u, 5u}) {
    for (SwitchIndex i = 0; i < 5; ++i) pieces.link(first + i, 1, first + (i + 1) % 5, 2);
  }
  EXPECT_EQ(RoutedTorus(pieces.build(), {}).refusal, "the fabric is in 2 pieces");
}

TEST(Torus2Qos, NeverFallsOverAnOddFabric) {
  for (test::OddFabric& odd : test::odd_fabrics()) {
    const RoutedTorus routed(std::move(odd.fabric), {});
    if (routed.refusal.empty()) {
      EXPECT_EQ(routed.faults(), "") << odd.what;
    }
  }
}

TEST(Torus2Qos, RefusesARingOnOneLane) {
  const Fabric ring = sketched_torus(rings({5})).build();
  EXPECT_EQ(RoutedTorus(ring, {}, 1).refusal,
            "a torus needs two virtual lanes: set qos TRUE in opensm.conf");
  EXPECT_EQ(RoutedTorus(test::with_data_vls(ring, 1), {}, 8).refusal,
            "a torus needs two virtual lanes, but some link between switches has only one (see "
            "max_op_vls)");
  expect_good(RoutedTorus(sketched_torus(meshes({5, 3})).build(), {}, 1), "a mesh can do with it");
}

TEST(Torus2Qos, LinksToEndPortsNeedOneVl) {
  const Fabric torus = sketched_torus(rings({5, 5})).build();
  Blueprint blueprint(torus);
  const auto link = std::ranges::find_if(
      blueprint.links, [&](const Blueprint::Link& l) { return l.b >= blueprint.switches; });
  link->attributes.data_vls = 1;
  const RoutedTorus routed(blueprint.build(), {});
  ASSERT_EQ(routed.refusal, "");
  expect_good(routed);
  EXPECT_EQ(routed.verdict.lanes_used, 4u) << "the other links separate the QoS levels";
  EXPECT_EQ(routed.routing.remarks.back(),
            "both QoS levels share the links to end ports that have one VL");
}

TEST(Torus2Qos, RefusesWithTheFaultOfTheConf) {
  Options options;
  options.torus_conf = FileFault{"conf: no such file"};
  EXPECT_EQ(RoutedTorus(sketched_torus(rings({5})).build(), options).refusal, "conf: no such file");
  EXPECT_TRUE(contains(RoutedTorus(sketched_torus(rings({6})).build(), with_conf(kRing5)).refusal,
                       "conf, line 1: "));
}

std::string describe(const test::Dims& dims, const Options& options) {
  std::string text = options.balance == Balance::kSwitch ? "by switch, " : "";
  for (const TorusDimension& d : dims) {
    text += (d.is_mesh ? "mesh " : "ring ") + std::to_string(d.radix) + ", ";
  }
  return text;
}

// What of a fabric is lost, all else is kept.
struct Loss {
  std::string what;
  Fabric fabric;
};

std::vector<Loss> losses(const Fabric& whole) {
  std::vector<Loss> all;
  for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
    for (std::size_t p = 1; p < whole.ports(s).size(); ++p) {
      const Port& port = whole.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
      all.push_back({"link " + std::to_string(s) + " - " + std::to_string(port.peer),
                     test::without_link(whole, s, static_cast<PortNum>(p))});
    }
    all.push_back({"switch " + std::to_string(s), test::without_switch(whole, s)});
  }
  return all;
}

TEST(Torus2Qos, RoutesAroundAnythingThatIsMissing) {
  for (const auto& dims : {rings({5}), rings({4}), rings({4, 4}), rings({5, 3}), rings({3, 3, 3}),
                           meshes({3, 3, 3})}) {
    const Fabric whole = sketched_torus(dims).build();
    for (const Options& options : {Options(), by_switch()}) {
      for (Loss& loss : losses(whole)) {
        expect_good(RoutedTorus(loss.fabric, options), describe(dims, options) + loss.what);
      }
    }
  }
}

TEST(Torus2Qos, RoutesAroundThemWithAConf) {
  const std::string seed =
      "next_seed\nxp_link 13 14\nyp_link 13 18\nx_dateline -2\ny_dateline -2\n";
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    for (Loss& loss : losses(sketched_torus(rings({5, 5})).build())) {
      expect_good(RoutedTorus(loss.fabric, with_conf(kTorus5x5 + seed, balance)), loss.what);
    }
  }
}

TEST(Torus2Qos, KeepsSlsAroundMissingParts) {
  const std::string seed = kTorus5x5 +
                           "next_seed\nxp_link 13 14\nyp_link 13 18\n"
                           "x_dateline -2\ny_dateline -2\n";
  const Fabric whole = sketched_torus(rings({5, 5})).build();
  const RoutedTorus before(whole, with_conf(seed, Balance::kSwitch));
  for (Loss& loss : losses(whole)) {
    const RoutedTorus now(loss.fabric, with_conf(seed, Balance::kSwitch));
    for (const EndPort& from : now.fabric.end_ports()) {
      for (const EndPort& to : now.fabric.end_ports()) {
        const SwitchIndex then =
            static_cast<SwitchIndex>(now.fabric.switches()[from.sw].node_guid - 1);
        EXPECT_EQ(now.sl(from.sw, to.lid), before.sl(then, to.lid)) << loss.what;
      }
    }
  }
}

TEST(Torus2Qos, DoesWithTwoLanesAsLongAsNoSwitchIsMissing) {
  const Fabric whole = test::with_data_vls(sketched_torus(rings({5, 5})).build(), 2);
  for (const Options& options : {Options(), by_switch()}) {
    expect_good(RoutedTorus(whole, options, 2));
    expect_good(RoutedTorus(test::without_link(whole, 0, 1), options, 2), "a link");
  }
}

TEST(Torus2Qos, RoutesAroundTwoCutsOfARing) {
  Fabric fabric = test::without_link(sketched_torus(rings({5, 5})).build(), 0, 1);
  fabric = test::without_link(fabric, 2, 1);
  for (const Options& options : {Options(), by_switch()}) expect_good(RoutedTorus(fabric, options));
}

TEST(Torus2Qos, GivesUpTheSecondQosLevelOnlyWhereItsLanesAreNeeded) {
  unsigned with_levels = 0;
  unsigned without = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Fabric fabric = with_failures(sketched_torus(rings({8, 8})).build(),
                                        {.switches = {3}, .links = {5, true}, .seed = seed});
    const RoutedTorus routed(fabric, {});
    expect_good(routed, "seed " + std::to_string(seed));
    EXPECT_TRUE(routed.groups_are_safe());
    const auto& lanes = std::get<SlBySwitch>(routed.routing.lanes);
    unsigned sls = 0;
    for (const std::vector<Sl>& row : lanes.rows) {
      for (const Sl sl : row) sls |= 1u << sl;
    }
    const bool takes_second = sls >> kSecondLevel != 0;
    EXPECT_EQ(lanes.from_hint, takes_second ? 0 : kSecondLevel);
    const bool says_so = std::ranges::any_of(routed.routing.remarks, [](const std::string& text) {
      return text.find("there is only one level") != std::string::npos;
    });
    EXPECT_EQ(says_so, takes_second);
    ++(takes_second ? without : with_levels);
  }
  EXPECT_GT(with_levels, 0u);
  EXPECT_GT(without, 0u);
}

TEST(Torus2Qos, GoesTheOtherWayRoundRingsIfMuchIsToBeRepaired) {
  GridSpec grid;
  grid.dims = {8, 8, 8};
  grid.cas = 20;
  const Fabric whole = make_torus(grid);
  const RoutedTorus routed(with_failures(whole, {.links = {2.6, true}}), {});
  expect_good(routed);
  EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty());
  const Figures figures = measure(routed.view(), Workers(2));
  EXPECT_LE(static_cast<double>(figures.max_link_load), 2.5 * figures.mean_link_load);
}

TEST(Torus2Qos, DoesWithoutHostsAndWithManyLids) {
  test::Sketch sketch = sketched_torus(rings({4, 3}), false);
  sketch.ca(0, 9, 100, 2);
  sketch.ca(0, 10, 104, 2);
  sketch.ca(5, 9, 108, 1);
  sketch.ca(7, 9, 110);
  const Fabric fabric = sketch.build();
  for (const Options& options : {Options(), by_switch()}) {
    expect_good(RoutedTorus(fabric, options));
    expect_good(RoutedTorus(test::without_link(fabric, 0, 1), options));
  }
  expect_good(RoutedTorus(sketched_torus(rings({4, 3}), false).build(), {}), "no host at all");
}

TEST(Torus2Qos, RoutesRoutersAsHosts) {
  Blueprint blueprint(sketched_torus(rings({5})).build());
  for (Blueprint::Node& node : blueprint.nodes) {
    if (node.name == "a2") node.type = NodeType::kRouter;
  }
  const RoutedTorus routed(blueprint.build(), by_switch());
  expect_good(routed);
  EXPECT_EQ(routed.entry(1, lid_of_ca(2)), 1);
}

TEST(Torus2Qos, RoutesASwitchThatHangsOnTheTorus) {
  test::Sketch sketch = sketched_torus(rings({5, 5}));
  const Fabric torus = sketch.build();
  Blueprint blueprint(torus);
  const auto host = static_cast<NodeId>(
      std::ranges::find(blueprint.nodes, "a7", &Blueprint::Node::name) - blueprint.nodes.begin());
  Blueprint::Node added = {.type = NodeType::kSwitch, .node_guid = 0x900, .port_count = 4};
  blueprint.nodes.push_back(added);
  const auto hanging = static_cast<NodeId>(blueprint.nodes.size() - 1);
  blueprint.addresses.push_back({hanging, 0, 0x900, 90, 0});
  blueprint.links.push_back({.a = hanging, .port_a = 1, .b = 12, .port_b = 15});
  for (Blueprint::Link& link : blueprint.links) {
    if (link.a != host && link.b != host) continue;
    link = {.a = hanging, .port_a = 2, .b = host, .port_b = 1};
  }
  const Fabric fabric = blueprint.build();
  ASSERT_EQ(fabric.switch_count(), 26u);
  for (const Options& options : {Options(), by_switch(), with_conf(kTorus5x5)}) {
    const RoutedTorus routed(fabric, options);
    expect_good(routed);
    EXPECT_EQ(routed.entry(12, lid_of_ca(7)), 15);
    EXPECT_EQ(routed.entry(11, 90), 1);
  }
}

TEST(Torus2Qos, RoutesAMeshThatLacksSomething) {
  for (Loss& loss : losses(sketched_torus(meshes({4, 4})).build())) {
    expect_good(RoutedTorus(loss.fabric, {}), loss.what);
    if (loss.what.starts_with("link"))
      expect_good(RoutedTorus(loss.fabric, by_switch()), loss.what);
  }
}

TEST(Torus2Qos, RoutesTheRestWithoutAPlane) {
  Fabric fabric = sketched_torus(rings({5, 5})).build();
  for (Torus::Place x = 0; x < 5; ++x) fabric = test::without_switch(fabric, 10 + x);
  for (const Options& options : {Options(), by_switch()}) expect_good(RoutedTorus(fabric, options));
}

// What is left of a torus looks like a mesh, but the file knows that it was a torus.
TEST(Torus2Qos, CompletesTheTorusOfTheConf) {
  const std::string more = "next_seed\nxp_link 3 4\nx_dateline -2\n";
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    for (Loss& loss : losses(sketched_torus(rings({5})).build())) {
      expect_good(RoutedTorus(loss.fabric, with_conf(kRing5 + more, balance)), loss.what);
    }
  }
  Fabric fabric = sketched_torus(rings({5, 5})).build();
  for (Torus::Place x = 0; x < 5; ++x) fabric = test::without_switch(fabric, 10 + x);
  for (const Balance balance : {Balance::kFabric, Balance::kSwitch}) {
    expect_good(RoutedTorus(fabric, with_conf(kTorus5x5, balance)), "without a plane");
  }
}

// Stock's rule takes the VLs 2 and 3 for that; with two VLs there is the other way.
TEST(Torus2Qos, RoutesAroundAMissingSwitchOnTwoLanes) {
  const Fabric whole = test::with_data_vls(sketched_torus(rings({5, 5})).build(), 2);
  const Fabric fabric = test::without_switch(whole, 7);
  for (const Options& options : {Options(), by_switch()}) {
    const RoutedTorus routed(fabric, options, 2);
    if (routed.refusal.empty()) {
      EXPECT_EQ(routed.faults(), "");
    }
  }
}

TEST(Torus2Qos, BySwitchAMeshMayLackAnySwitch) {
  const Fabric mesh = sketched_torus(meshes({4, 4})).build();
  for (Torus::Place place = 0; place < 16; ++place) {
    expect_good(RoutedTorus(test::without_switch(mesh, place), by_switch()), std::to_string(place));
  }
}

// Along a dimension of radix 1 nothing goes, but the SL's bit is that of the letter in the file.
TEST(Torus2Qos, NumbersBitsAsTheConfDoesItsDimensions) {
  const RoutedTorus routed(sketched_torus(rings({5})).build(),
                           with_conf("torus 1 5 1\nyp_link 1 2\n", Balance::kSwitch));
  expect_good(routed);
  EXPECT_EQ(routed.sl(0, lid_of_ca(1)), 0);
  EXPECT_EQ(routed.sl(0, lid_of_ca(4)), 2);
}

}  // namespace
}  // namespace weft
