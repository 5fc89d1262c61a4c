// Positions and ways on trees small enough to be drawn on paper.
#include "plugins/fat_tree/tree_destinations.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::FoundTree;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Sketch;
using Switches = std::vector<SwitchIndex>;
using EndPorts = std::vector<EndPortIndex>;

// CAs in the order of leaves and ports, as are their positions in a whole tree.
Lid lid_of(const FoundTree& found, EndPortIndex e) { return found.fabric.end_ports()[e].lid; }

FoundTree found_in(const Fabric& plain, std::uint8_t lmc = 0) {
  Fabric fabric = with_new_lids(plain, lmc);
  const Switches roots = test::spines_of(fabric);
  return {std::move(fabric), roots};
}

const XgftSpec kFourAryTwo{.down = {4, 4}, .up = {1, 4}};
const XgftSpec kTwoAryThree{.down = {2, 2, 2}, .up = {1, 2, 2}};

TEST(TreeDestinations, OfTwoLevelsTheLastDigitIsTheSpine) {
  const FoundTree found = found_in(make_xgft(kFourAryTwo));
  EndPorts all;
  for (EndPortIndex e = 0; e < 16; ++e) {
    all.push_back(e);
    EXPECT_EQ(found.position(lid_of(found, e)), e);
    EXPECT_EQ(found.way(lid_of(found, e)), (Switches{e / 4, 4 + e % 4}));
  }
  EXPECT_EQ(found.to.compute_nodes, all);
  EXPECT_EQ(found.to.window[1], 4u);
  EXPECT_EQ(found.to.window[0], 16u);
  EXPECT_TRUE(found.to.displaced[1].empty());
}

// The worked picture of the header.
TEST(TreeDestinations, TheWordsOfThePicture) {
  const FoundTree found = found_in(make_xgft(kFourAryTwo));
  const DestinationIndex h6 = found.destination(lid_of(found, 6));
  EXPECT_EQ(found.to.order[h6], TreeOrder::kComputeNodes);
  EXPECT_EQ(found.to.position[h6], 6u);
  EXPECT_EQ(found.to.plain_number[1][h6], 6u);
  EXPECT_EQ(found.to.number[1][h6], 6u);
  EXPECT_EQ(found.to.number[0][h6], 1u);
  EXPECT_EQ(found.tree.link_of(1, 6).slot, 2u);
  EXPECT_EQ(found.to.way[1][h6], 1u) << "L1";
  EXPECT_EQ(found.to.way[0][h6], 4u + 2) << "S2";
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) EXPECT_EQ(found.tree.plane[leaf], 0u);
  for (SwitchIndex spine = 4; spine < 8; ++spine) EXPECT_EQ(found.tree.plane[spine], spine - 4);
}

TEST(TreeDestinations, OfThreeLevelsEachDigitIsAStep) {
  // s4 and s5 are above s0 and s1, s6 and s7 above s2 and s3; s4 and s6 are linked to s8 and s10.
  const FoundTree found = found_in(make_xgft(kTwoAryThree));
  const std::vector<Switches> ways = {{0, 4, 8}, {0, 5, 9}, {1, 4, 10}, {1, 5, 11},
                                      {2, 6, 8}, {2, 7, 9}, {3, 6, 10}, {3, 7, 11}};
  for (EndPortIndex e = 0; e < 8; ++e) EXPECT_EQ(found.way(lid_of(found, e)), ways[e]) << e;
}

TEST(TreeDestinations, PathBitsTakeDifferentSlotsFromTheLeafOn) {
  const FoundTree two = found_in(make_xgft(kFourAryTwo), 1);
  for (EndPortIndex e = 0; e < 16; ++e) {
    EXPECT_EQ(two.way(static_cast<Lid>(lid_of(two, e) + 1)), (Switches{e / 4, 4 + (e + 1) % 4}));
  }
  // Of three levels and four LIDs each spine is taken by one.
  const FoundTree three = found_in(make_xgft(kTwoAryThree), 2);
  const std::vector<Switches> ways = {{0, 4, 8}, {0, 5, 9}, {0, 4, 10}, {0, 5, 11}};
  for (unsigned bit = 0; bit < 4; ++bit) {
    EXPECT_EQ(three.way(static_cast<Lid>(lid_of(three, 0) + bit)), ways[bit]) << bit;
  }
}

TEST(TreeDestinations, ParallelLinksAreSharedEvenly) {
  // 4 CAs a leaf, 2 spines with 2 links each: 1 and 2 have spine s2 and s3, 3 and 4 the second
  // links of these.
  const FoundTree found = found_in(make_xgft({.down = {4, 2}, .up = {1, 2}, .parallel = {1, 2}}));
  for (EndPortIndex e = 0; e < 8; ++e) {
    EXPECT_EQ(found.way(lid_of(found, e)), (Switches{e / 4, 2 + e % 2}));
  }
}

// Lines 2 and 3 are one plane, since both are linked to all spines, 4 to 7.
//
//   4   5   6   7
//    each to each
//     2       3
//    each to each
//     0       1      k/4
//   0..3    4..7     k
//
// The parity of k is the line, and k / 2 the spine: all that comes to line 2 is even, and uses all
// spines only if it is halved.
TEST(TreeDestinations, SwitchesOfOnePlaneAreSeveralWays) {
  const FoundTree found(
      with_new_lids(
          make_directors({.spines = {4}, .lines = {2}, .edges = 2, .uplinks = {2}, .cas = 4}), 0),
      {4, 5, 6, 7});
  ASSERT_EQ(found.tree.plane[2], found.tree.plane[3]);
  for (EndPortIndex k = 0; k < 8; ++k) {
    EXPECT_EQ(found.way(lid_of(found, k)), (Switches{k / 4, 2 + k % 2, 4 + k / 2})) << k;
  }
}

// As above, with two links from each edge switch to each line.
TEST(TreeDestinations, ParallelLinksAreNoFurtherWays) {
  const FoundTree found(
      with_new_lids(
          make_directors({.spines = {4}, .lines = {2}, .edges = 2, .uplinks = {4}, .cas = 4}), 0),
      {4, 5, 6, 7});
  for (EndPortIndex k = 0; k < 8; ++k) {
    EXPECT_EQ(found.way(lid_of(found, k)), (Switches{k / 4, 2 + k % 2, 4 + k / 2})) << k;
  }
}

// Spines s0 and s1, leaves s2, s3, s4 with CAs at the ports 3, 4 and 5 but where `lost` has a
// place.
Sketch three_leaves(const std::vector<std::pair<SwitchIndex, PortNum>>& lost) {
  Sketch sketch(5);
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    for (PortNum port = 3; port < 6; ++port) {
      bool is_lost = false;
      for (const auto& place : lost) is_lost = is_lost || place == std::pair(leaf, port);
      if (!is_lost) sketch.ca(leaf, port);
    }
  }
  return sketch;
}

TEST(TreeDestinations, AHostThatGoesDownLeavesItsPositionEmpty) {
  const FoundTree inner(three_leaves({{3, 4}}).build(), {0, 1});
  EXPECT_EQ(inner.to.compute_nodes, (EndPorts{0, 1, 2, 3, kNone, 4, 5, 6, 7, kNone}));
  const FoundTree last(three_leaves({{3, 5}}).build(), {0, 1});
  EXPECT_EQ(last.to.compute_nodes, (EndPorts{0, 1, 2, 3, 4, kNone, 5, 6, 7, kNone}));
  EXPECT_EQ(last.position(lid_of_ca(5)), 6u);
  EXPECT_EQ(last.to.window[1], 3u);
}

// Leaf switches s0 to s2 with four hosts, below nine spines: 12 positions, and one more so that the
// wrap of a shift has no contention (closed_circle.h).
TEST(TreeDestinations, AHostThatGoesDownMovesNoGap) {
  for (const bool is_down : {false, true}) {
    Sketch sketch(12, 13);
    for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
      for (SwitchIndex spine = 3; spine < 12; ++spine) {
        sketch.link(leaf, static_cast<PortNum>(2 + spine), spine, static_cast<PortNum>(1 + leaf));
      }
      for (PortNum port = 1; port < (leaf == 0 && is_down ? 4 : 5); ++port) sketch.ca(leaf, port);
    }
    const FoundTree found(sketch.build(), {3, 4, 5, 6, 7, 8, 9, 10, 11});
    EXPECT_EQ(found.position(lid_of_ca(is_down ? 3 : 4)), 5u);
    EXPECT_EQ(found.position(lid_of_ca(is_down ? 7 : 8)), 9u);
  }
}

TEST(TreeDestinations, ALeafWithoutHostsTakesNoPositions) {
  const FoundTree found(three_leaves({{3, 3}, {3, 4}, {3, 5}}).build(), {0, 1});
  EXPECT_EQ(found.to.compute_nodes, (EndPorts{0, 1, 2, 3, 4, 5}));
}

TEST(TreeDestinations, BesideAFewLargeLeavesSmallOnesTakeWhatTheyNeed) {
  // Spines s0 to s2, above s3 with three hosts and s4 and s5 with one each: with three positions
  // each, all would begin with s0.
  Sketch sketch(6);
  for (SwitchIndex leaf = 3; leaf < 6; ++leaf) {
    for (SwitchIndex spine = 0; spine < 3; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(1 + spine), spine, static_cast<PortNum>(leaf));
    }
    for (PortNum port = 4; port < (leaf == 3 ? 7 : 5); ++port) sketch.ca(leaf, port);
  }
  const FoundTree found(sketch.build(), {0, 1, 2});
  EXPECT_EQ(found.to.compute_nodes, (EndPorts{0, 1, 2, 3, 4, kNone}));
  EXPECT_EQ(found.way(lid_of_ca(3)), (Switches{4, 0}));
  EXPECT_EQ(found.way(lid_of_ca(4)), (Switches{5, 1}));
  // Three positions and two spines: the next leaf begins with the other spine anyway.
  const FoundTree two(three_leaves({{3, 4}, {3, 5}, {4, 4}, {4, 5}}).build(), {0, 1});
  EXPECT_EQ(two.position(lid_of_ca(3)), 3u);
  EXPECT_EQ(two.position(lid_of_ca(4)), 6u);
}

TEST(TreeDestinations, WhatSitsOnSpinesIsCountedApart) {
  Sketch sketch = three_leaves({});
  sketch.ca(0, 8);
  sketch.ca(1, 8);
  const FoundTree found(sketch.build(), {0, 1});
  EXPECT_EQ(found.to.compute_nodes.size(), 10u) << "nine, and one that makes pairs of them";
  EXPECT_EQ(found.to.order[found.destination(lid_of_ca(9))], TreeOrder::kOtherEndPorts);
  EXPECT_EQ(found.position(lid_of_ca(9)), 0u);
  EXPECT_EQ(found.position(lid_of_ca(10)), 1u);
  EXPECT_EQ(found.way(lid_of_ca(9)), Switches{0});
  EXPECT_EQ(found.to.order[found.destination(lid_of_switch(2))], TreeOrder::kSwitches);
}

TEST(TreeDestinations, ComputeNodesAreThoseThatAreListed) {
  // The second CA of each leaf is none.
  Options options;
  options.compute_nodes.emplace();
  const Fabric fabric = three_leaves({}).build();
  for (const EndPortIndex e : {0u, 2u, 3u, 5u, 6u, 8u}) {
    options.compute_nodes->push_back({.guid = fabric.end_ports()[e].port_guid});
  }
  options.compute_nodes->push_back({.guid = ~Guid{0}});  // nobody's
  const FoundTree found(fabric, {0, 1}, options);
  EXPECT_EQ(found.to.order[found.destination(lid_of_ca(1))], TreeOrder::kOtherEndPorts);
  EXPECT_EQ(found.to.order[found.destination(lid_of_ca(2))], TreeOrder::kComputeNodes);
  EndPorts listed;
  for (const EndPortIndex e : found.to.compute_nodes) {
    if (e != kNone) listed.push_back(e);
  }
  EXPECT_EQ(listed, (EndPorts{0, 2, 3, 5, 6, 8}));
}

TEST(TreeDestinations, LosingTheFirstHostOfALeafMovesNoOther) {
  const FoundTree found(three_leaves({{3, 3}}).build(), {0, 1});
  EXPECT_EQ(found.to.compute_nodes, (EndPorts{0, 1, 2, kNone, 3, 4, 5, 6, 7, kNone}));
}

TEST(TreeDestinations, WithoutLidsThereIsNothingToRouteTo) {
  const Fabric fabric = make_xgft(kFourAryTwo);
  const FoundTree found(fabric, test::spines_of(fabric));
  EXPECT_TRUE(found.to.lids.empty());
  EXPECT_EQ(found.to.first, std::vector<DestinationIndex>(9, 0));
}

TEST(TreeDestinations, AHashTellsEqualsApart) {
  EXPECT_EQ(TreeDestinations::hash(3, 5), TreeDestinations::hash(3, 5));
  EXPECT_NE(TreeDestinations::hash(3, 5), TreeDestinations::hash(5, 3));
  EXPECT_NE(TreeDestinations::hash(3, 5), TreeDestinations::hash(3, 6));
}

}  // namespace
}  // namespace weft
