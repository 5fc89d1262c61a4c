#include "common/repair/transition.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// A ring of four, a CA each: port 1 leads on, port 2 back.
struct Change {
  Transition judge(const TurnEvidence* evidence = nullptr) {
    const Workers workers(1);
    const ChangedEntries changed =
        find_changed_entries(match, before.block.tables(), now.block.tables(), workers);
    return judge_transition(
        {match, before.block.tables(), now.block.tables(), lanes, {}, Sl2Vl::kIdentity, evidence},
        changed, workers);
  }
  Change() {
    for (SwitchIndex s = 0; s < 4; ++s) {
      before.all_else(s, 1);
      now.all_else(s, 1);
    }
  }
  test::Routed before{test::clockwise_ring(4).fabric};
  test::Routed now{test::clockwise_ring(4).fabric};
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
