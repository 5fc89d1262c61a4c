#include "common/topology/tree_roots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/graph/switch_graph.h"
#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;
using Sets = std::vector<std::vector<SwitchIndex>>;
using Names = std::set<std::string>;

Sets roots_of(const Fabric& fabric) {
  std::vector<SwitchIndex> all;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) all.push_back(s);
  return likely_roots(fabric, distances_to(SwitchGraph(fabric), all, Workers(2)));
}

Names first_roots(const Fabric& fabric) {
  Names names;
  const Sets sets = roots_of(fabric);
  for (const SwitchIndex s : sets.at(0)) names.emplace(fabric.switch_name(s));
  return names;
}

Names spines(const Fabric& fabric) {
  Names names;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s).starts_with("spine")) names.emplace(fabric.switch_name(s));
  }
  EXPECT_FALSE(names.empty());
  return names;
}

const XgftSpec kTwoLevels{.down = {8, 6}, .up = {1, 4}};
const XgftSpec kThreeLevels{.down = {8, 4, 4}, .up = {1, 3, 3}};

TEST(TreeRoots, AggregationNodesDoNotMatter) {
  for (const XgftSpec& spec : {kTwoLevels, kThreeLevels}) {
    const Fabric plain = make_xgft(spec);
    EXPECT_EQ(first_roots(plain), spines(plain));
    std::set<SwitchIndex> leaves;
    for (const EndPort& port : plain.end_ports()) leaves.insert(port.sw);
    const auto bare = static_cast<std::uint32_t>(plain.switch_count() - leaves.size());
    const Fabric fabric = with_extra_cas(plain, bare, {}, 1);
    EXPECT_EQ(first_roots(fabric), spines(fabric)) << "a CA on every switch";
  }
}

TEST(TreeRoots, HostsOnSpinesDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Fabric fabric = with_extra_cas(make_xgft(kThreeLevels), 3, {}, seed);
    EXPECT_EQ(first_roots(fabric), spines(fabric));
  }
}

// One pod has all its leaf switches, the other only one of six: the cores are the roots, though
// most hosts are nearest to the upper switches of the large pod.
TEST(TreeRoots, OnePodMayHaveMostHosts) {
  test::LivingFabric fabric(make_xgft({.down = {4, 6, 2}, .up = {1, 2, 2}}));
  for (SwitchIndex leaf = 7; leaf < 12; ++leaf) fabric.lose_switch(leaf);
  // A leaf switch without hosts is as far from the others as the cores, but connects nothing.
  for (EndPortIndex e = 0; e < 4; ++e) fabric.lose_end_port(e);
  const Fabric now = fabric.now();
  EXPECT_EQ(now.end_port_count(), 24u);
  EXPECT_EQ(first_roots(now), spines(now));
}

// If an upper switch of that pod has no core above it, the cores are not above all.
TEST(TreeRoots, OnePodMayHaveMostHostsAndFewCores) {
  test::LivingFabric fabric(make_xgft({.down = {4, 6, 2}, .up = {1, 2, 2}}));
  for (SwitchIndex leaf = 7; leaf < 12; ++leaf) fabric.lose_switch(leaf);
  const SwitchIndex upper = 12;
  for (PortNum port = 1; port < fabric.whole().ports(upper).size(); ++port) {
    const Port& there = fabric.whole().ports(upper)[port];
    if (there.kind == PeerKind::kSwitch && there.peer >= 16) fabric.lose_link(upper, port);
  }
  EXPECT_EQ(first_roots(fabric.now()), (Names{"level 2 switch 0.0", "level 2 switch 0.1"}));
}

TEST(TreeRoots, OneLeafSwitchMayHaveMostHosts) {
  for (const unsigned most : {10u, 40u}) {  // half, and more than 75 %
    Sketch sketch(7, 60);                   // leaf switches s0 to s3, spines s4 to s6
    for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
      for (SwitchIndex spine = 4; spine < 7; ++spine) {
        sketch.link(leaf, static_cast<PortNum>(spine), spine, static_cast<PortNum>(leaf + 1));
      }
      for (unsigned i = 0; i < (leaf == 0 ? most : 2); ++i) {
        sketch.ca(leaf, static_cast<PortNum>(10 + i));
      }
    }
    sketch.ca(6, 10);
    EXPECT_EQ(roots_of(sketch.build()).front(), (std::vector<SwitchIndex>{4, 5, 6})) << most;
  }
}

// Do at least two pods of a tree of three levels hang at it? One that a single pod is left to is
// told from an empty leaf switch by nothing.
bool joins_pods(const Fabric& fabric, SwitchIndex spine) {
  std::set<std::string_view> pods;  // «level 2 switch 3.1»: of pod 3
  for (const Port& port : fabric.ports(spine)) {
    if (port.kind != PeerKind::kSwitch) continue;
    const std::string_view name = fabric.switch_name(port.peer);
    pods.insert(name.substr(0, name.find('.')));
  }
  return pods.size() > 1;
}

// In a small tree a single link is a large share of a spine's.
TEST(TreeRoots, ASpineThatHasLostLinksIsStillOne) {
  for (const XgftSpec& spec : {XgftSpec{.down = {4, 4, 4}, .up = {1, 2, 2}},
                               XgftSpec{.down = {4, 3, 3}, .up = {1, 3, 2}}}) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Fabric whole = with_aggregation_nodes(make_xgft(spec), {}, {}, 1);
      const Fabric fabric = with_shuffled_guids(
          with_failures(whole, {.links = {1.0 + static_cast<double>(seed % 4)}, .seed = seed}),
          seed);
      Names joining;
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        const std::string name(fabric.switch_name(s));
        if (name.starts_with("spine") && joins_pods(fabric, s)) joining.insert(name);
      }
      EXPECT_EQ(first_roots(fabric), joining) << "seed " << seed;
    }
  }
}

TEST(TreeRoots, AnEmptyLeafSwitchIsNone) {
  // Spines s0, s1; in each of two pods two switches of level 2 and two leaf switches; one leaf has
  // no hosts.
  Sketch sketch(10);
  for (SwitchIndex pod = 0; pod < 2; ++pod) {
    for (SwitchIndex i = 0; i < 2; ++i) {
      const SwitchIndex middle = 2 + 2 * pod + i;
      sketch.link(middle, 1, i, static_cast<PortNum>(1 + pod));
      for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
        sketch.link(6 + 2 * pod + leaf, static_cast<PortNum>(1 + i), middle,
                    static_cast<PortNum>(2 + leaf));
      }
    }
  }
  for (const SwitchIndex leaf : {6u, 7u, 8u}) sketch.ca(leaf, 8);
  EXPECT_EQ(first_roots(sketch.build()), (Names{"s0", "s1"}));
}

TEST(TreeRoots, LeavesMayBeUneven) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Fabric fabric = without_some_cas(make_xgft(kThreeLevels), {50, true}, seed);
    EXPECT_EQ(first_roots(fabric), spines(fabric));
  }
}

TEST(TreeRoots, ADirectorWithHostsAndEdgeSwitches) {
  // Spine chips s0, s1; line chips s2..s7 with three hosts each; edge switches s8..s11 with four
  // hosts each below the first four.
  Sketch sketch(12);
  const auto hosts = [&](SwitchIndex s, unsigned count) {
    for (unsigned i = 0; i < count; ++i) sketch.ca(s, static_cast<PortNum>(8 - i));
  };
  for (SwitchIndex line = 2; line < 8; ++line) {
    sketch.link(line, 1, 0, static_cast<PortNum>(line));
    sketch.link(line, 2, 1, static_cast<PortNum>(line));
    hosts(line, 3);
  }
  for (SwitchIndex edge = 8; edge < 12; ++edge) {
    sketch.link(edge, 1, edge - 6, 3);
    hosts(edge, 4);
  }
  EXPECT_EQ(first_roots(sketch.build()), (Names{"s0", "s1"}));
}

TEST(TreeRoots, ARingHasSomeToo) {
  Sketch sketch(6);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.link(s, 1, (s + 1) % 6, 2);
  for (SwitchIndex s = 0; s < 6; ++s) sketch.ca(s, 3);
  const Sets sets = roots_of(sketch.build());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_FALSE(sets[i].empty());
    EXPECT_EQ(std::count(sets.begin(), sets.end(), sets[i]), 1);
  }
  EXPECT_EQ(sets.back().size(), 1u);
}

TEST(TreeRoots, EachPieceHasItsOwn) {
  // Stars around s0 (3 leaves) and s4 (4 leaves); s9 is alone, and nothing is linked to it.
  Sketch sketch(10);
  for (const SwitchIndex leaf : {1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
    sketch.link(leaf, 1, leaf < 4 ? 0 : 4, static_cast<PortNum>(leaf < 4 ? leaf : leaf - 4));
    sketch.ca(leaf, 3);
    sketch.ca(leaf, 4);
  }
  const Fabric fabric = sketch.build();
  EXPECT_EQ(first_roots(fabric), (Names{"s0", "s4", "s9"}));
  EXPECT_EQ(roots_of(fabric).back(), (std::vector<SwitchIndex>{0, 4, 9}));
}

TEST(TreeRoots, NoEndPorts) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  EXPECT_EQ(first_roots(sketch.build()), Names{"s1"});
}

}  // namespace
}  // namespace weft
