#include "common/routing/lane_master.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/blueprint.h"
#include "common/routing/multicast_turns.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

// Rings: ports 1 lead on, ports 2 back. bare: a switch without a CA.
Sketch ring(SwitchIndex size, SwitchIndex bare = kNone) {
  Sketch sketch(size);
  for (SwitchIndex s = 0; s < size; ++s) sketch.link(s, 1, (s + 1) % size, 2);
  for (SwitchIndex s = 0; s < size; ++s) {
    if (s != bare) sketch.ca(s, 3);
  }
  return sketch;
}

// All turns onwards at some switches.
void add_onwards(AcyclicTurns& turns, std::vector<SwitchIndex> at) {
  for (const SwitchIndex s : at) {
    const Links& links = turns.links();
    ASSERT_TRUE(turns.add({links.opposite(links.at(s, 2)), links.at(s, 1)}));
  }
}

// Paths onwards end at 0 and those back at 2.
AcyclicTurns turns_that_end_at_0_and_2(const Links& links) {
  AcyclicTurns turns(links);
  add_onwards(turns, {1, 2, 3, 4});
  for (const SwitchIndex s : {0u, 1u, 3u, 4u}) {
    EXPECT_TRUE(turns.add({links.opposite(links.at(s, 1)), links.at(s, 2)}));
  }
  return turns;
}

bool goes_through(const Fabric& fabric, const MulticastPlan& plan, SwitchIndex s) {
  const Links links(fabric);
  return std::ranges::any_of(multicast_turns(fabric, links, plan),
                             [&](LinkTurn turn) { return links.to(turn.from) == s; });
}

TEST(LaneMaster, EndsWherePathsDo) {
  const Fabric fabric = ring(5).build();
  const Links links(fabric);
  for (SwitchIndex cut = 0; cut < 5; ++cut) {
    AcyclicTurns turns(links);
    std::vector<SwitchIndex> others;
    for (SwitchIndex s = 0; s < 5; ++s) {
      if (s != cut) others.push_back(s);
    }
    add_onwards(turns, others);
    const LaneMaster master = plan_master_in_lane(fabric, turns);
    EXPECT_TRUE(master.fits);
    EXPECT_FALSE(goes_through(fabric, master.plan, cut)) << cut;
    // Its turns are there now, so that the ring cannot be closed any more.
    EXPECT_FALSE(turns.fits({links.opposite(links.at(cut, 2)), links.at(cut, 1)}));
  }
}

// A tree has to go through 0 or 2.
TEST(LaneMaster, WithoutRoomItSpansAllTheSameAndAddsNothing) {
  const Fabric fabric = ring(5).build();
  const Links links(fabric);
  AcyclicTurns turns = turns_that_end_at_0_and_2(links);
  const LaneMaster master = plan_master_in_lane(fabric, turns);
  EXPECT_FALSE(master.fits);
  ASSERT_EQ(master.plan.masters.size(), 1u);
  const auto& nodes = master.plan.masters[0].nodes;
  EXPECT_EQ(std::ranges::count(nodes, kNone, &MasterTree::Node::parent), 1);
  EXPECT_TRUE(std::ranges::all_of(nodes, &MasterTree::Node::in_tree));
  links.for_each_turn([&](LinkTurn turn, std::uint64_t) {
    const auto [l, to] = turn;
    const bool onwards = links[l].port == 1 && links[to].port == 1 && links[to].from != 0;
    const bool back = links[l].port == 2 && links[to].port == 2 && links[to].from != 2;
    EXPECT_EQ(turns.contains(turn), onwards || back);
  });
}

// The same with nobody at 1: no packet of a group turns at 2 if 1 is a leaf.
TEST(LaneMaster, SwitchesWithoutEndPortsMayBeLeftOut) {
  const Fabric fabric = ring(5, 1).build();
  const Links links(fabric);
  AcyclicTurns turns = turns_that_end_at_0_and_2(links);
  const LaneMaster master = plan_master_in_lane(fabric, turns);
  EXPECT_TRUE(master.fits);
  EXPECT_TRUE(master.plan.masters[0].nodes[1].in_tree);
}

TEST(LaneMaster, IslandsHaveSeparateTrees) {
  Blueprint blueprint(ring(6).build());
  for (Blueprint::Link& link : blueprint.links) {
    if (link.a + link.b == 5 || (link.a == 2 && link.b == 3))
      link.removed = link.a < 6 && link.b < 6;
  }
  const Fabric fabric = blueprint.build();
  const Links links(fabric);
  AcyclicTurns turns(links);
  const LaneMaster master = plan_master_in_lane(fabric, turns);
  EXPECT_TRUE(master.fits);
  EXPECT_EQ(std::ranges::count(master.plan.masters[0].nodes, kNone, &MasterTree::Node::parent), 2);
}

TEST(LaneMaster, NoSwitches) {
  const Fabric fabric = FabricBuilder("none").build();
  const Links links(fabric);
  AcyclicTurns turns(links);
  EXPECT_TRUE(plan_master_in_lane(fabric, turns).plan.masters.empty());
}

}  // namespace
}  // namespace weft
