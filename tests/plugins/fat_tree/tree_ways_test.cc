// Ways of LIDs in trees that have lost links.
#include "plugins/fat_tree/tree_ways.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"

namespace weft {
namespace {

using test::FoundTree;
using Switches = std::vector<SwitchIndex>;

// CAs in the order of leaves and ports, as are their positions in a whole tree.
Lid lid_of(const FoundTree& found, EndPortIndex e) { return found.fabric.end_ports()[e].lid; }

FoundTree found_in(const Fabric& plain) {
  Fabric fabric = with_new_lids(plain, 0);
  const Switches roots = test::spines_of(fabric);
  return {std::move(fabric), roots};
}

const XgftSpec kFourAryTwo{.down = {4, 4}, .up = {1, 4}};
const XgftSpec kTwoAryThree{.down = {2, 2, 2}, .up = {1, 2, 2}};

TEST(TreeWays, TheWayOverALostLinkTakesAnotherSlot) {
  // s1 has lost spine s6, which position 6 asks for.
  const FoundTree whole = found_in(make_xgft(kFourAryTwo));
  const FoundTree found(test::without_link(whole.fabric, 1, 7), {4, 5, 6, 7});
  for (EndPortIndex e = 0; e < 16; ++e) {
    EXPECT_EQ(found.position(lid_of(found, e)), e);
    if (e == 6) continue;
    EXPECT_EQ(found.way(lid_of(found, e)), whole.way(lid_of(whole, e)));
  }
  ASSERT_EQ(found.to.displaced[1].size(), 1u);
  EXPECT_EQ(found.to.displaced[1][0].position, 6u);
  EXPECT_EQ(found.to.displaced[1][0].plane, found.tree.plane[1]);
  const SwitchIndex spine = found.way(lid_of(found, 6))[1];
  EXPECT_EQ(found.to.displaced[1][0].slot, spine - 4);
  EXPECT_TRUE(spine == 4 || spine == 5 || spine == 7) << spine;
}

TEST(TreeWays, NoWayLeadsToAMiddleSwitchThatHasLostItsSpines) {
  // s4 of the second level has no link up: the ways from s0 and s1 go over s5.
  const FoundTree whole = found_in(make_xgft(kTwoAryThree));
  const Fabric fabric = test::without_link(test::without_link(whole.fabric, 4, 3), 4, 4);
  const FoundTree found(fabric, {8, 9, 10, 11});
  for (EndPortIndex e = 0; e < 8; ++e) {
    const Switches way = found.way(lid_of(found, e));
    if (e < 4) {
      EXPECT_EQ(way[1], 5u);
    }
    EXPECT_GE(way[2], 8u);
  }
}

TEST(TreeWays, ALostMiddleSwitchMovesNoOther) {
  const FoundTree whole = found_in(make_xgft(kTwoAryThree));
  const Fabric fabric = test::without_link(test::without_link(whole.fabric, 4, 3), 4, 4);
  const FoundTree found(fabric, {8, 9, 10, 11});
  for (EndPortIndex e = 4; e < 8; ++e) {
    EXPECT_EQ(found.way(lid_of(found, e)), whole.way(lid_of(whole, e)));
  }
}

TEST(TreeWays, ANumberSaysTheSlotThatWasTakenAndThePlainOneThatThatWasWanted) {
  const FoundTree whole = found_in(make_xgft(kFourAryTwo));
  const FoundTree found(test::without_link(whole.fabric, 1, 7), {4, 5, 6, 7});
  const DestinationIndex h6 = found.destination(lid_of(found, 6));
  EXPECT_EQ(found.to.plain_number[1][h6], 6u);
  EXPECT_EQ(found.tree.link_of(1, found.to.number[1][h6]).slot, found.to.displaced[1][0].slot);
  EXPECT_EQ(found.to.number[1][h6] / 4, 1u) << "still the second round";
}

TEST(TreeWays, EachLidIsLoadOnItsSlot) {
  // A leaf's four hosts take a slot each; LIDs of switches carry nothing.
  const FoundTree found = found_in(make_xgft(kFourAryTwo));
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (const UpPort& port : found.up.of(leaf)) {
      EXPECT_EQ(found.to.load[found.up.index_of(port)], 1.0f);
    }
  }
}

}  // namespace
}  // namespace weft
