// Planes, slots and subtrees of trees small enough to be drawn on paper.
#include "common/topology/fat_tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::FoundTree;
using test::Sketch;
using test::without_link;
using Slots = std::vector<std::uint16_t>;
using Planes = std::vector<std::uint32_t>;
using Switches = std::vector<SwitchIndex>;
using Ranks = std::vector<Hops>;

FoundTree whole(const XgftSpec& spec) {
  Fabric fabric = with_new_lids(make_xgft(spec), 0);
  const Switches roots = test::spines_of(fabric);
  return {std::move(fabric), roots};
}

// Leaves s0..s3 with the CA ports 1..4, up at 5..8 to the spines s4..s7.
const XgftSpec kFourAryTwo{.down = {4, 4}, .up = {1, 4}};
// Leaves s0..s3, up at 3 and 4; level 2: s4 and s5 above s0 and s1, s6 and s7 above s2 and s3, up
// at 3 and 4: s4 and s6 to the spines s8 and s10, s5 and s7 to s9 and s11.
const XgftSpec kTwoAryThree{.down = {2, 2, 2}, .up = {1, 2, 2}};

FoundTree damaged(const XgftSpec& spec, const std::vector<std::pair<SwitchIndex, PortNum>>& lost) {
  Fabric fabric = with_new_lids(make_xgft(spec), 0);
  const Switches roots = test::spines_of(fabric);
  for (const auto& [s, port] : lost) fabric = without_link(fabric, s, port);
  return {std::move(fabric), roots};
}

TEST(FatTree, EachRootIsAPlaneAndALeafsSlotsAreTheRoots) {
  const FoundTree found = whole(kFourAryTwo);
  EXPECT_EQ(found.tree.height, 2u);
  EXPECT_EQ(found.tree.ranks, (Ranks{1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(found.tree.plane, (Planes{0, 0, 0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(found.tree.width, (Planes{4, 4, 4, 4, 0, 0, 0, 0}));
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    EXPECT_EQ(found.slots(leaf), (Slots{kNoSlot, kNoSlot, kNoSlot, kNoSlot, 0, 1, 2, 3}));
  }
  EXPECT_EQ(found.slots(4), Slots(4, kNoSlot)) << "nothing is above a root";
  EXPECT_EQ(found.tree.order, (Switches{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(FatTree, OfThreeLevelsTheMiddleHasAPlaneForEachOfItsDigits) {
  const FoundTree found = whole(kTwoAryThree);
  EXPECT_EQ(found.tree.ranks, (Ranks{2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0}));
  // s4 and s6 share the spines s8 and s10, the planes 0 and 2.
  EXPECT_EQ(found.tree.plane, (Planes{0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 2, 3}));
  EXPECT_EQ(found.tree.width, (Planes{2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0}));
  for (SwitchIndex s = 0; s < 8; ++s) {
    EXPECT_EQ(found.slots(s), (Slots{kNoSlot, kNoSlot, 0, 1})) << s;
  }
}

TEST(FatTree, ASubtreeIsWhatHangsTogetherBelow) {
  const FoundTree found = whole(kTwoAryThree);
  constexpr SwitchIndex kNo = kNone;
  EXPECT_EQ(found.tree.subtree[0], Switches(12, 0));
  EXPECT_EQ(found.tree.subtree[1], (Switches{0, 0, 2, 2, 0, 0, 2, 2, kNo, kNo, kNo, kNo}));
  EXPECT_EQ(found.tree.subtree[2], (Switches{0, 1, 2, 3, kNo, kNo, kNo, kNo, kNo, kNo, kNo, kNo}));
  EXPECT_EQ(found.tree.order, (Switches{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 10, 11}));
}

TEST(FatTree, ParallelLinksAreOneSlot) {
  // 2 leaves with 2 CAs and 2 x 2 links up, to 2 spines.
  const FoundTree found = whole({.down = {2, 2}, .up = {1, 2}, .parallel = {1, 2}});
  EXPECT_EQ(found.tree.width, (Planes{2, 2, 0, 0}));
  EXPECT_EQ(found.slots(0), (Slots{kNoSlot, kNoSlot, 0, 0, 1, 1}));
  EXPECT_EQ(found.slots(1), (Slots{kNoSlot, kNoSlot, 0, 0, 1, 1}));
}

TEST(FatTree, ALostLinkRenumbersNothing) {
  const FoundTree wide = damaged(kFourAryTwo, {{0, 6}, {2, 5}});
  EXPECT_EQ(wide.tree.plane, whole(kFourAryTwo).tree.plane);
  EXPECT_EQ(wide.tree.width, whole(kFourAryTwo).tree.width);
  EXPECT_EQ(wide.slots(0), (Slots{kNoSlot, kNoSlot, kNoSlot, kNoSlot, 0, kNoSlot, 2, 3}));
  EXPECT_EQ(wide.slots(2), (Slots{kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, 1, 2, 3}));

  // s4 keeps s10 alone of its spines: its place is told by s6, which has both.
  const FoundTree high = damaged(kTwoAryThree, {{4, 3}});
  EXPECT_EQ(high.tree.plane, whole(kTwoAryThree).tree.plane);
  EXPECT_EQ(high.tree.width, whole(kTwoAryThree).tree.width);
  EXPECT_EQ(high.slots(4), (Slots{kNoSlot, kNoSlot, kNoSlot, 1}));
  EXPECT_EQ(high.tree.subtree, whole(kTwoAryThree).tree.subtree);
}

TEST(FatTree, AMiddleSwitchWithoutLinksUpIsNoPartOfAPlane) {
  // s4 has lost both spines, and is lifted from below its leaves to the rank of the others.
  const FoundTree found = damaged(kTwoAryThree, {{4, 3}, {4, 4}});
  EXPECT_EQ(found.tree.ranks, whole(kTwoAryThree).tree.ranks);
  EXPECT_EQ(found.tree.width[4], 0u);
  EXPECT_EQ(found.tree.plane[6], 0u);
  EXPECT_NE(found.tree.plane[4], found.tree.plane[6]);
  EXPECT_EQ(found.slots(0), (Slots{kNoSlot, kNoSlot, kNoSlot, 1}));
  EXPECT_EQ(found.tree.width[0], 2u) << "s2 and s3 have two slots still";
  EXPECT_EQ(found.tree.subtree[1][0], 0u);
  EXPECT_EQ(found.tree.subtree[1][4], 4u);
}

// Where a switch has lost most of its links, its place is told by those that have theirs.
TEST(FatTree, ASwitchWithFewLinksLeftIsPlacedByTheOthers) {
  // Of a 4-ary 3-tree; s16 is the first of its plane.
  const XgftSpec spec{.down = {4, 4, 4}, .up = {1, 4, 4}};
  const FoundTree found = damaged(spec, {{16, 5}, {16, 6}, {16, 7}});
  EXPECT_EQ(found.tree.plane, whole(spec).tree.plane);
  EXPECT_EQ(found.tree.width, whole(spec).tree.width);
}

// Two trees that share nothing: the spines s0 to s2 above s6 to s8, and s3 to s5 above s9 to s11.
Sketch two_planes() {
  Sketch sketch(12);
  for (SwitchIndex s = 6; s < 12; ++s) {
    for (SwitchIndex i = 0; i < 3; ++i) {
      sketch.link(s, static_cast<PortNum>(1 + i), (s / 3 - 2) * 3 + i,
                  static_cast<PortNum>(1 + s % 3));
    }
  }
  return sketch;
}

TEST(FatTree, AWrongCableJoinsNoPlanes) {
  const Switches roots = {0, 1, 2, 3, 4, 5};
  Sketch plain = two_planes();
  const FoundTree before(plain.build(), roots);
  EXPECT_EQ(before.tree.plane, (Planes{0, 1, 2, 3, 4, 5, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(before.tree.width, (Planes{0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3}));

  for (const SwitchIndex wrong : {6u, 7u, 8u}) {
    Sketch sketch = two_planes();
    sketch.link(wrong, 4, 3, 5);  // s3 is of the other plane
    const FoundTree after(sketch.build(), roots);
    EXPECT_EQ(after.tree.plane, before.tree.plane);
    EXPECT_EQ(after.tree.width, before.tree.width);
    EXPECT_EQ(after.slot(wrong, 4), kNoSlot);
    EXPECT_EQ(after.slot(wrong, 1), 0u);
    EXPECT_EQ(after.slot(9, 1), 0u);
  }
}

TEST(FatTree, ASpineWithoutLinksTakesNoSlot) {
  Sketch sketch(5);
  for (SwitchIndex leaf = 3; leaf < 5; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 2, static_cast<PortNum>(leaf));
  }
  const FoundTree found(sketch.build(), {0, 1, 2});  // s1 is alone
  EXPECT_EQ(found.tree.width, (Planes{0, 0, 0, 2, 2}));
  EXPECT_EQ(found.slot(3, 1), 0u);
  EXPECT_EQ(found.slot(3, 2), 1u);
  EXPECT_EQ(found.tree.subtree[0], (Switches{0, 1, 0, 0, 0}));
  EXPECT_EQ(found.tree.order, (Switches{3, 4, 0, 2, 1}));
}

TEST(FatTree, WhatNoRootReachesHasNoPlace) {
  Sketch sketch(4);
  sketch.link(1, 1, 0, 1);
  sketch.link(2, 1, 3, 1);
  const FoundTree found(sketch.build(), {0});
  EXPECT_EQ(found.tree.ranks, (Ranks{0, 1, kFar, kFar}));
  EXPECT_EQ(found.tree.plane, (Planes{0, 0, kNone, kNone}));
  EXPECT_EQ(found.tree.width, (Planes{0, 1, 0, 0}));
  EXPECT_EQ(found.slots(2), Slots(8, kNoSlot));
  EXPECT_EQ(found.tree.subtree[0][2], kNone);
  EXPECT_EQ(found.tree.order, (Switches{1, 0, 2, 3}));
}

TEST(FatTree, LinksInsideARankAndToItselfAreNoSlots) {
  Sketch sketch(3);
  sketch.link(1, 1, 0, 1);
  sketch.link(2, 1, 0, 2);
  sketch.link(1, 2, 2, 2);
  sketch.link(1, 3, 1, 4);
  const FoundTree found(sketch.build(), {0});
  EXPECT_EQ(found.slots(1),
            (Slots{0, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot}));
  EXPECT_EQ(found.tree.subtree[1], (Switches{kNone, 1, 2}));
}

}  // namespace
}  // namespace weft
