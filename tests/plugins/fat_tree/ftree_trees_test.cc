// The trees that people draw and build, and what engine ftree makes of them: every pair has a path,
// nothing loops, and a shift over the compute nodes loads no link with more flows than computed by
// hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sanitizers.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using test::RoutedTree;
using test::Sketch;
using Links = std::vector<std::pair<SwitchIndex, PortNum>>;

Fabric tree(const XgftSpec& spec, const Links& lost = {}) {
  Fabric fabric = with_new_lids(make_xgft(spec), 0);
  for (const auto& [s, port] : lost) fabric = test::without_link(fabric, s, port);
  return fabric;
}

// The greatest number of flows that a link has in any shift.
void expect_load(Fabric fabric, std::uint64_t load) {
  RoutedTree routed(std::move(fabric));
  EXPECT_EQ(routed.faults(), "");
  const PatternFigures figures = routed.shifts();
  EXPECT_EQ(figures.max_busiest_link, load);
  EXPECT_EQ(figures.lost_flows, 0u);
}

TEST(ClosedForm, OfTwoLevels) {
  // The leaves s0..s3 go up at the ports 5..8.
  RoutedTree routed(tree({.down = {4, 4}, .up = {1, 4}}));
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (EndPortIndex e = 0; e < 16; ++e) {
      const Lid lid = routed.fabric.end_ports()[e].lid;
      EXPECT_EQ(routed.entry(leaf, lid), (e / 4 == leaf ? 1 : 5) + e % 4);
      EXPECT_EQ(routed.entry(4 + leaf, lid), 1 + e / 4) << "a spine goes down";
    }
  }
}

TEST(ClosedForm, OfThreeLevels) {
  // s4 and s5 above s0 and s1, s6 and s7 above s2 and s3, each with the ports 3 and 4 upwards.
  RoutedTree routed(tree({.down = {2, 2, 2}, .up = {1, 2, 2}}));
  for (EndPortIndex e = 0; e < 8; ++e) {
    const Lid lid = routed.fabric.end_ports()[e].lid;
    for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
      EXPECT_EQ(routed.entry(leaf, lid), (e / 2 == leaf ? 1 : 3) + e % 2);
    }
    for (SwitchIndex middle = 4; middle < 8; ++middle) {
      const bool is_below = e / 4 == (middle - 4) / 2;
      EXPECT_EQ(routed.entry(middle, lid), is_below ? 1 + e / 2 % 2 : 3 + e / 2 % 2);
    }
    for (SwitchIndex spine = 8; spine < 12; ++spine) {
      EXPECT_EQ(routed.entry(spine, lid), 1 + e / 4);
    }
  }
}

TEST(ClosedForm, OfParallelLinks) {
  // 4 CAs a leaf; the ports 5 and 6 lead to spine s2, 7 and 8 to s3. The links take turns: the
  // first of each spine, then the second.
  RoutedTree routed(tree({.down = {4, 2}, .up = {1, 2}, .parallel = {1, 2}}));
  const PortNum up[] = {5, 7, 6, 8};
  for (EndPortIndex e = 4; e < 8; ++e) {
    EXPECT_EQ(routed.entry(0, routed.fabric.end_ports()[e].lid), up[e % 4]);
  }
  // Down, each link of the spine to s1 is taken by one of the two LIDs that come there.
  std::set<std::pair<SwitchIndex, PortNum>> down;
  for (EndPortIndex e = 4; e < 8; ++e) {
    const SwitchIndex spine = 2 + e % 2;
    down.emplace(spine, routed.entry(spine, routed.fabric.end_ports()[e].lid));
  }
  EXPECT_EQ(down, (std::set<std::pair<SwitchIndex, PortNum>>{{2, 3}, {2, 4}, {3, 3}, {3, 4}}));
}

TEST(ClosedForm, OfCasOnASpine) {
  // The leaves s1 and s2 have three links to spine s0 and eight hosts each; the spine has six, with
  // two LIDs. The second LID of a port takes the link after that of the first.
  Sketch sketch(3, 12);
  for (const SwitchIndex leaf : {1u, 2u}) {
    for (PortNum port = 1; port <= 3; ++port) {
      sketch.link(leaf, port, 0, static_cast<PortNum>(3 * leaf - 3 + port));
    }
    for (PortNum port = 4; port <= 11; ++port) sketch.ca(leaf, port);
  }
  for (PortNum port = 7; port <= 12; ++port) {
    sketch.ca(0, port, static_cast<Lid>(200 + 2 * port), 1);
  }
  RoutedTree routed(sketch.build());
  for (PortNum port = 7; port <= 12; ++port) {
    for (const SwitchIndex leaf : {1u, 2u}) {
      for (unsigned bit = 0; bit < 2; ++bit) {
        EXPECT_EQ(routed.entry(leaf, static_cast<Lid>(200 + 2 * port + bit)),
                  1 + (port - 7u + bit) % 3);
      }
    }
  }
}

TEST(ClosedForm, OfOneCaOnEachSpine) {
  // The leaves s3 and s4 have two links to s2, which is below the spines s0 and s1.
  Sketch sketch(5);
  sketch.link(2, 1, 0, 1);
  sketch.link(2, 2, 1, 1);
  for (const SwitchIndex leaf : {3u, 4u}) {
    sketch.link(leaf, 1, 2, static_cast<PortNum>(2 * leaf - 3));
    sketch.link(leaf, 2, 2, static_cast<PortNum>(2 * leaf - 2));
    sketch.ca(leaf, 3);
  }
  sketch.ca(0, 8);
  sketch.ca(1, 8);
  RoutedTree routed(sketch.build(), test::with_roots({1, 2}));
  for (const SwitchIndex leaf : {3u, 4u}) {
    EXPECT_EQ(routed.entry(leaf, lid_of_ca(2)), 1);
    EXPECT_EQ(routed.entry(leaf, lid_of_ca(3)), 2);
    EXPECT_NE(routed.entry(leaf, lid_of_switch(0)), routed.entry(leaf, lid_of_switch(1)));
  }
}

TEST(ClassicTrees, CompleteTreesHaveNoContention) {
  for (const XgftSpec& spec : std::vector<XgftSpec>{
           {.down = {4, 4}, .up = {1, 4}},
           {.down = {4, 4, 4}, .up = {1, 4, 4}},
           {.down = {4, 4, 4, 4}, .up = {1, 4, 4, 4}},
           {.down = {12, 12}, .up = {1, 12}},
           {.down = {12, 24}, .up = {1, 12}},
           {.down = {2, 2, 2, 2}, .up = {1, 2, 2, 2}},
           {.down = {3, 4, 5}, .up = {1, 3, 4}},
           {.down = {4, 8}, .up = {1, 2}, .parallel = {1, 2}},
           {.down = {6, 4}, .up = {1, 2}, .parallel = {1, 3}},
           {.down = {4, 4, 4}, .up = {1, 2, 2}, .parallel = {1, 2, 4}},
       }) {
    expect_load(tree(spec), 1);
  }
}

TEST(ClassicTrees, LeavesWithMoreHostsThanLinksUpHaveTheRatio) {
  expect_load(tree({.down = {8, 4}, .up = {1, 4}}), 2);
  expect_load(tree({.down = {7, 5}, .up = {1, 3}}), 3);
  expect_load(tree({.down = {6, 4, 4}, .up = {1, 3, 4}}), 2);
  expect_load(tree({.down = {4, 6, 4}, .up = {1, 4, 3}}), 2);
}

TEST(ClassicTrees, HalfPopulated) {
  // Of the CA ports of each leaf one in two is not used.
  Sketch sketch(8);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (SwitchIndex spine = 4; spine < 8; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(spine + 1), spine, static_cast<PortNum>(leaf + 1));
    }
    sketch.ca(leaf, 1);
    sketch.ca(leaf, 2);
  }
  expect_load(sketch.build(), 1);
}

// Of ten leaves one has 20 hosts, the others fewer: all spines are in use.
TEST(ClassicTrees, OneLeafIsFull) {
  for (const unsigned hosts : {10u, 15u}) {
    Blueprint blueprint(make_xgft({.down = {20, 10}, .up = {1, 20}}));
    for (Blueprint::Link& link : blueprint.links) {
      const bool is_of_host = link.port_a <= 20 && link.a >= 1 && link.a < 10;
      if (is_of_host && link.port_a > hosts) link.removed = true;
    }
    const Fabric fabric = with_new_lids(blueprint.build(), 0);
    ASSERT_EQ(fabric.end_port_count(), 20u + 9 * hosts);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const Routing routing = ftree_engine().route({fabric, {}, Workers(1)}, block.tables());
    const Figures figures = measure_loads({fabric, block.tables(), routing.lanes}, Workers(1));
    EXPECT_LE(figures.max_link_load, hosts == 10 ? 100u : 140u) << hosts;
  }
}

// Two leaves without hosts take no positions: 56 are left, and 56 / 4 is no multiple of 4, so
// that shifts from the last positions to the first meet.
TEST(ClassicTrees, EmptyLeaves) {
  Blueprint blueprint(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}}));
  for (Blueprint::Link& link : blueprint.links) {
    if ((link.a == 5 || link.a == 15) && link.port_a < 5) link.removed = true;
  }
  expect_load(with_new_lids(blueprint.build(), 0), 1);
}

// Three hosts and four links up: nine positions are no multiple of four.
TEST(ClassicTrees, MoreLinksUpThanHosts) { expect_load(tree({.down = {3, 3}, .up = {1, 4}}), 1); }

TEST(ClassicTrees, MergedRootsAreOneWithDoubleLinks) {
  // A 4-ary 2-tree whose spines 3 and 4 are one switch: 4 links up a leaf, to three neighbours.
  Sketch sketch(7, 12);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (PortNum port = 1; port < 5; ++port) sketch.ca(leaf, port);
    sketch.link(leaf, 5, 4, static_cast<PortNum>(leaf + 1));
    sketch.link(leaf, 6, 5, static_cast<PortNum>(leaf + 1));
    sketch.link(leaf, 7, 6, static_cast<PortNum>(2 * leaf + 1));
    sketch.link(leaf, 8, 6, static_cast<PortNum>(2 * leaf + 2));
  }
  expect_load(sketch.build(), 1);
}

TEST(ClassicTrees, GroupsOfDifferentNumbersOfPorts) {
  // As before, and one leaf is linked to s4 twice and to s6 once.
  Sketch sketch(7, 12);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (PortNum port = 1; port < 5; ++port) sketch.ca(leaf, port);
    sketch.link(leaf, 5, 4, static_cast<PortNum>(leaf + 1));
    sketch.link(leaf, 6, 5, static_cast<PortNum>(leaf + 1));
    sketch.link(leaf, 7, 6, static_cast<PortNum>(2 * leaf + 1));
    if (leaf == 2) {
      sketch.link(leaf, 8, 4, 12);
    } else {
      sketch.link(leaf, 8, 6, static_cast<PortNum>(2 * leaf + 2));
    }
  }
  expect_load(sketch.build(), 2);
}

TEST(ClassicTrees, AMissingLinkCostsOneFlow) {
  // Where four hosts have three links left, one of these has two flows.
  expect_load(tree({.down = {4, 4}, .up = {1, 4}}, {{1, 7}}), 2);
  expect_load(tree({.down = {12, 12}, .up = {1, 12}}, {{5, 20}}), 2);
  expect_load(tree({.down = {4, 4, 4}, .up = {1, 4, 4}}, {{16, 5}}), 2);
}

TEST(ClassicTrees, LinksInsideARankAreLeftAlone) {
  // Between two leaves of a 4-ary 2-tree, which have a CA port free for it, and between two
  // spines. CAs on spines, which up*/down* paths do not connect to each other, make no difference.
  for (const bool are_cas_on_spines : {false, true}) {
    Sketch sketch(8, 9);
    for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
      for (SwitchIndex spine = 4; spine < 8; ++spine) {
        sketch.link(leaf, static_cast<PortNum>(spine + 1), spine, static_cast<PortNum>(leaf + 1));
      }
      for (PortNum port = 1; port < 5; ++port) sketch.ca(leaf, port);
    }
    sketch.link(0, 9, 1, 9);
    sketch.link(4, 9, 5, 9);
    for (SwitchIndex spine = 4; are_cas_on_spines && spine < 8; ++spine) sketch.ca(spine, 8);
    RoutedTree routed(sketch.build());
    EXPECT_EQ(routed.faults(), "");
    // All hosts of a leaf would have to share the short way to the other one.
    EXPECT_EQ(routed.shifts().max_busiest_link, 1u);
  }
}

TEST(ClassicTrees, LinksInsideARankServeOnlyWhatNeedsThem) {
  // The leaves s2 and s4 are linked to the spines s0 and s1, the leaf s3 to s0 alone. The CA on s1
  // reaches s3 over the link between s2 and s3.
  Sketch sketch(5);
  for (const SwitchIndex leaf : {2u, 3u, 4u}) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    if (leaf != 3) sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    sketch.ca(leaf, 4);
    sketch.ca(leaf, 5);
  }
  sketch.link(2, 3, 3, 3);
  sketch.ca(1, 8);
  RoutedTree routed(sketch.build(), test::with_roots({1, 2}));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.entry(1, lid_of_ca(2)), 2) << "down to s2";
  EXPECT_EQ(routed.entry(2, lid_of_ca(2)), 3);
  EXPECT_EQ(routed.entry(3, lid_of_ca(6)), 3) << "to the CA on s1";
  EXPECT_EQ(routed.entry(3, lid_of_ca(0)), 1) << "to s2 over s0";
}

TEST(ClassicTrees, UnevenLeaves) {
  // 4, 3, 2 and 1 hosts on leaves with 4 links up. Positions are dealt four a leaf.
  Sketch sketch(8);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (SwitchIndex spine = 4; spine < 8; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(spine + 1), spine, static_cast<PortNum>(leaf + 1));
    }
    for (unsigned port = 1; port < 5 - leaf; ++port) {
      sketch.ca(leaf, static_cast<PortNum>(port));
    }
  }
  expect_load(sketch.build(), 1);
}

TEST(ClassicTrees, AFewLargeLeaves) {
  // Of each pod of a 4-ary 3-tree the first leaf has four hosts, the others have one. A leaf sends
  // to the 24 or 27 others over four links, and no shift meets.
  Blueprint blueprint(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}}));
  for (Blueprint::Link& link : blueprint.links) {
    const bool is_host = link.a < 16 && link.port_a < 5;
    if (is_host && link.a % 4 != 0 && link.port_a > 1) link.removed = true;
  }
  RoutedTree routed(with_new_lids(blueprint.build(), 0));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.shifts().max_busiest_link, 1u);
  for (SwitchIndex leaf = 0; leaf < 16; ++leaf) {
    std::map<PortNum, int> lids;
    for (const EndPort& port : routed.fabric.end_ports()) {
      if (port.sw != leaf) ++lids[routed.entry(leaf, port.lid)];
    }
    for (PortNum port = 5; port < 9; ++port) EXPECT_LE(lids[port], leaf % 4 == 0 ? 6 : 7) << leaf;
  }
}

TEST(ClassicTrees, LeavesAtTwoDepths) {
  // Spines s0 and s1; s2 and s3 below them with hosts of their own, s4 and s5 as well, and above
  // the leaves s6 and s7.
  Sketch sketch(8);
  for (SwitchIndex s = 2; s < 6; ++s) {
    sketch.link(s, 1, 0, static_cast<PortNum>(s));
    sketch.link(s, 2, 1, static_cast<PortNum>(s));
  }
  for (SwitchIndex leaf = 6; leaf < 8; ++leaf) {
    sketch.link(leaf, 1, 4, static_cast<PortNum>(leaf - 3));
    sketch.link(leaf, 2, 5, static_cast<PortNum>(leaf - 3));
  }
  for (const SwitchIndex s : {2u, 3u, 6u, 7u}) {
    sketch.ca(s, 7);
    sketch.ca(s, 8);
  }
  // At s2 and s3 the digit of the second level counts, which two neighbours of s6 or s7 share.
  expect_load(sketch.build(), 2);
}

TEST(ClassicTrees, ASpineWithASingleLinkLeft) {
  // s7 is linked to the leaf s0 alone, and leads nowhere: what it took of the others goes over
  // three links.
  RoutedTree routed(tree({.down = {4, 4}, .up = {1, 4}}, {{1, 8}, {2, 8}, {3, 8}}));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.shifts().max_busiest_link, 2u);
  for (const EndPort& port : routed.fabric.end_ports()) {
    if (port.sw == 0) continue;
    EXPECT_NE(routed.entry(0, port.lid), 8u);
  }
}

TEST(ClassicTrees, AMiddleSwitchWithASingleLinkUp) {
  // Of 16 flows that leave its pod, the middle switch s16 carries four at most, over one link.
  RoutedTree routed(tree({.down = {4, 4, 4}, .up = {1, 4, 4}}, {{16, 5}, {16, 6}, {16, 7}}));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_LE(routed.shifts().max_busiest_link, 4u);
}

TEST(ClassicTrees, ADirectorInABiggerTree) {
  // Core directors of two leaf chips and two spine chips each, with crossed links inside, above
  // four leaf switches with two hosts and a link to each director's both leaf chips.
  // Directors: spine chips s0, s1 above leaf chips s2, s3; s4, s5 above s6, s7. Leaves s8..s11.
  Sketch sketch(12);
  for (const SwitchIndex director : {0u, 4u}) {
    for (const SwitchIndex chip : {2u, 3u}) {
      sketch.link(director + chip, 7, director, static_cast<PortNum>(chip));
      sketch.link(director + chip, 8, director + 1, static_cast<PortNum>(chip));
    }
  }
  for (SwitchIndex leaf = 8; leaf < 12; ++leaf) {
    const SwitchIndex chip = leaf < 10 ? 2 : 3;
    sketch.link(leaf, 1, chip, static_cast<PortNum>(leaf - 7));
    sketch.link(leaf, 2, chip + 4, static_cast<PortNum>(leaf - 7));
    sketch.ca(leaf, 3);
    sketch.ca(leaf, 4);
  }
  expect_load(sketch.build(), 1);
}

TEST(ClassicTrees, CasOnSpinesDoNotChangeOtherPaths) {
  RoutedTree routed(
      with_new_lids(with_extra_cas(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}}), 5, {}, 1), 0));
  EXPECT_EQ(routed.faults(), "");
  EXPECT_EQ(routed.shifts().max_busiest_link, 1u);
}

TEST(ClassicTrees, GuidsInAnyOrder) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_load(with_new_lids(
                    with_shuffled_guids(make_xgft({.down = {4, 3, 5}, .up = {1, 4, 3}}), seed), 0),
                1);
  }
}

// Ways by load are compared where the tree is irregular, unless that would take too long.
TEST(ClassicTrees, RemarksOnAFabricTooLargeForTablesByLoad) {
  if (test::has_sanitizers()) {
    GTEST_SKIP() << "takes minutes in a build that is not optimised; the other one runs it";
  }
  const Fabric uneven =
      with_uneven_spines(make_xgft({.down = {1, 24, 24}, .up = {1, 24, 24}}), {10, true}, 1);
  const auto says_so = [](const Fabric& fabric) {
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const Routing routing = ftree_engine().route({fabric, {}, Workers(2)}, block.tables());
    return std::ranges::any_of(routing.remarks, [](const std::string& remark) {
      return remark.find("were not tried, because the fabric is too large") != std::string::npos;
    });
  };
  EXPECT_FALSE(says_so(with_new_lids(uneven, 0)));
  EXPECT_TRUE(says_so(with_new_lids(uneven, 5)));
}

}  // namespace
}  // namespace weft
