#include "common/repair/transition.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// A ring of four without its CAs: port 1 leads on, port 2 back.
test::Sketch ring() {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  return sketch;
}

// A ring of four, a CA each.
struct Change {
  Transition judge(const TurnEvidence* evidence = nullptr) {
    const Workers workers(1);
    const ChangedEntries changed = with_moved_lids(
        match, before.block.tables(), now.block.tables(),
        find_changed_entries(match, before.block.tables(), now.block.tables(), workers));
    return judge_transition(
        {match, before.block.tables(), now.block.tables(), lanes, {}, Sl2Vl::kIdentity, evidence},
        changed, workers);
  }
  explicit Change(Fabric fabric_now = test::clockwise_ring(4).fabric) : now(std::move(fabric_now)) {
    for (SwitchIndex s = 0; s < 4; ++s) {
      before.all_else(s, 1);
      now.all_else(s, 1);
    }
  }
  test::Routed before{test::clockwise_ring(4).fabric};
  test::Routed now;
  FabricMatch match{before.fabric, now.fabric};
  LanePlan lanes = OneLane{};
};

TEST(Transition, ToTheSameIsSafe) {
  Change change;
  EXPECT_EQ(change.judge(), (Transition{.was_judged = true}));
  EXPECT_EQ(describe(change.judge()), "during the update of the switches: no loop");
}

TEST(Transition, ThatReversesPacketsCanLoop) {
  Change change;
  // To a0: s1, s2 and s3 sent on, over s3; now they send back, over s1.
  for (SwitchIndex s = 1; s < 4; ++s) change.now.entry(s, lid_of_ca(0)) = 2;
  EXPECT_EQ(change.judge().looping_lids, 1u);
  EXPECT_EQ(change.judge().unsafe, std::vector<Lid>{lid_of_ca(0)});
  EXPECT_EQ(describe(change.judge()),
            "during the update of the switches, packets to 1 LIDs can loop");
}

TEST(Transition, OfASwitchThatTurnsAloneCannot) {
  Change change;
  change.now.entry(1, lid_of_ca(0)) = 2;
  EXPECT_EQ(change.judge().looping_lids, 0u);
}

// a0 was at s0 and is at s1, a1 the other way round. s1 with its old row sends packets to a0 on to
// s0, which sends them back to s1.
TEST(Transition, OfHostsThatHaveChangedPlacesCanLoop) {
  test::Sketch sketch = ring();
  for (const SwitchIndex s : {1, 0, 2, 3}) sketch.ca(s, 3);
  Change change(sketch.build());
  EXPECT_EQ(change.judge().unsafe, (std::vector<Lid>{lid_of_ca(0), lid_of_ca(1)}));
}

// As above, but the hosts stay, and their LIDs are exchanged.
TEST(Transition, OfLidsThatWereExchangedCanLoop) {
  test::Sketch sketch = ring();
  for (const EndPortIndex a : {1, 0, 2, 3}) {
    sketch.ca(a == 1 ? 0 : a == 0 ? 1 : a, 3, lid_of_ca(a));
  }
  Change change(sketch.build());
  EXPECT_EQ(change.judge().unsafe, (std::vector<Lid>{lid_of_ca(0), lid_of_ca(1)}));
}

// s0 had s1 at port 1 and s3 at port 2, and has them the other way round. With its old row it sends
// packets to s1 and s2 to s3, which sends them back.
TEST(Transition, OfCablesThatHaveChangedPlacesCanLoop) {
  test::Sketch sketch(4);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 1, 2, 2);
  sketch.link(2, 1, 3, 2);
  sketch.link(3, 1, 0, 1);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  Change change(sketch.build());
  change.now.all_else(0, 2);
  EXPECT_EQ(change.judge().unsafe, (std::vector<Lid>{test::lid_of_switch(1), test::lid_of_switch(2),
                                                     lid_of_ca(1), lid_of_ca(2)}));
}

TEST(Transition, WithNewTurnsCanCloseACreditLoop) {
  Change change;
  // By ranks s0 is the lowest and s3 the highest: 1 -> 0 -> 3 goes down and up again.
  const TurnEvidence ranks{.ranks = {0, 1, 2, 3}};
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (EndPortIndex a = 0; a < 4; ++a) {
      if (a != s) change.before.entry(s, lid_of_ca(a)) = a > s ? 1 : 2;
    }
  }
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (EndPortIndex a = 0; a < 4; ++a) {
      change.now.entry(s, lid_of_ca(a)) = change.before.entry(s, lid_of_ca(a));
    }
  }
  change.now.entry(0, lid_of_ca(3)) = 2;
  EXPECT_FALSE(change.judge(&ranks).credit_loop);
  change.now.entry(1, lid_of_ca(3)) = 2;
  EXPECT_TRUE(change.judge(&ranks).credit_loop);
  EXPECT_EQ(change.judge(&ranks).unsafe, std::vector<Lid>{lid_of_ca(3)});
}

}  // namespace
}  // namespace weft
