#include "common/repair/verify_change.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;

// A ring of four with a CA at these switches: port 1 leads on, port 2 back. No path goes over the
// link of s3 and s0.
test::Routed line_with_cas(const std::vector<SwitchIndex>& with_cas) {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (const SwitchIndex s : with_cas) sketch.ca(s, 3);
  test::Routed routed(sketch);
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (std::size_t lid = 1; lid <= routed.fabric.max_lid(); ++lid) {
      const SwitchIndex to = routed.fabric.destination_switch(static_cast<Lid>(lid));
      if (to == kNone || to == s) continue;
      routed.entry(s, static_cast<Lid>(lid)) = to > s ? 1 : 2;
    }
  }
  return routed;
}

struct Line {
  Line() : Line({0, 1, 2, 3}, {0, 1, 2, 3}) {}
  // CAs before, and now.
  Line(const std::vector<SwitchIndex>& cas_before, const std::vector<SwitchIndex>& cas_now)
      : before(line_with_cas(cas_before)), now(line_with_cas(cas_now)) {}

  std::optional<VerifiedChange> verified() {
    const FabricMatch match(before.fabric, now.fabric);
    const Verdict verdict = before.verdict();
    return verify_change({match,
                          before.block.tables(),
                          lanes,
                          verdict,
                          now.block.tables(),
                          lanes,
                          multicast,
                          {},
                          Sl2Vl::kIdentity},
                         Workers(1));
  }

  test::Routed before;
  test::Routed now;
  LanePlan lanes = OneLane{};
  MulticastPlan multicast;
};

TEST(VerifyChange, OfNothingIsGood) {
  Line line;
  const auto found = line.verified();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->changed.count, 0u);
  EXPECT_TRUE(found->verdict.reaches_all());
  EXPECT_EQ(found->verdict.lanes_used, 1u);
  EXPECT_TRUE(found->verdict.safe_on_one_lane);
  ASSERT_NE(found->verdict.evidence, nullptr);
}

TEST(VerifyChange, ThatKeepsAllPathsIsGood) {
  Line line;
  line.now.entry(3, lid_of_ca(0)) = 1;
  const auto found = line.verified();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->changed.count, 1u);
  EXPECT_TRUE(found->verdict.reaches_all());
}

TEST(VerifyChange, WithAPathThatEndsIsLeftToVerify) {
  Line line;
  line.now.entry(1, lid_of_ca(3)) = kNoPath;
  EXPECT_FALSE(line.verified());
  line.now.entry(1, lid_of_ca(3)) = 3;  // the port of the CA a1
  EXPECT_FALSE(line.verified());
  line.now.entry(1, lid_of_ca(3)) = 99;  // no port
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, WithAForwardingLoopIsLeftToVerify) {
  Line line;
  line.now.entry(1, lid_of_ca(3)) = 2;  // s0 sends it back
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, WithALoopOfSwitchesWithoutCasIsLeftToVerify) {
  Line line({0, 3}, {0, 3});
  line.now.entry(3, lid_of_switch(0)) = 1;
  EXPECT_TRUE(line.verified());
  // s2 sends to s0 by way of s1, which sends it back.
  line.now.entry(1, lid_of_switch(0)) = 1;
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, ThatBringsTheFirstCaOfASwitchChecksAllPathsOfTheSwitch) {
  Line line({0, 1, 2}, {0, 1, 2, 3});
  EXPECT_TRUE(line.verified());
  line.before.entry(3, lid_of_ca(0)) = line.now.entry(3, lid_of_ca(0)) = kNoPath;
  ASSERT_EQ(line.before.verdict().unreachable_pairs, 0u);
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, AtTheOwnersSwitchIsLeftToVerify) {
  Line line;
  line.now.entry(3, lid_of_ca(3)) = 1;
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, WithACreditLoopIsLeftToVerify) {
  Line line;
  // All go on round the ring to the second next: four turns in a circle.
  for (SwitchIndex s = 0; s < 4; ++s) {
    const EndPortIndex to = (s + 2) % 4;
    line.now.entry(s, lid_of_ca(to)) = 1;
    line.now.entry((s + 1) % 4, lid_of_ca(to)) = 1;
  }
  ASSERT_FALSE(line.now.verdict().credit_loop.empty());
  EXPECT_FALSE(line.verified());
}

TEST(VerifyChange, FindsEntriesOverALostLinkThatDidNotChange) {
  Line line;
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, s + 1, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  test::Routed cut(sketch);
  copy_rows(line.now.block.tables(), cut.block.tables());
  line.now = std::move(cut);
  EXPECT_TRUE(line.verified());
  line.before.entry(3, lid_of_ca(0)) = line.now.entry(3, lid_of_ca(0)) = 1;
  EXPECT_FALSE(line.verified());
  line.now.entry(3, lid_of_ca(0)) = 2;
  EXPECT_TRUE(line.verified());
}

TEST(VerifyChange, WithALidOfASwitchThatALeafDoesNotReachIsLeftToVerify) {
  Line line;
  line.now.entry(1, lid_of_switch(3)) = kNoPath;
  EXPECT_FALSE(line.verified());
}

// A ring of five, a CA each, and the shortest paths. Those over the link of s4 and s0 are on SL 1,
// those between s0 and s2 on SL 2, the others on SL 0: no loop, and replies take the same turns.
struct RingOnLanes {
  RingOnLanes() {
    for (SwitchIndex s = 0; s < 5; ++s) {
      for (SwitchIndex to = 0; to < 5; ++to) {
        if (to == s) continue;
        const bool on = (to + 5 - s) % 5 <= 2;
        for (test::Routed* tables : {&before, &now}) {
          tables->entry(s, lid_of_ca(to)) = tables->entry(s, lid_of_switch(to)) = on ? 1 : 2;
        }
        const Sl sl = s + to == 2 && s != to ? 2 : on == (to > s) ? 0 : 1;
        set_sl(s, to, sl);
      }
    }
  }

  void set_sl(SwitchIndex s, SwitchIndex to, Sl sl) {
    lanes.rows[s][lid_of_ca(to)] = lanes.rows[s][lid_of_switch(to)] = sl;
  }

  Verdict verdict_of(test::Routed& tables) const {
    return verify({tables.fabric, tables.block.tables(), lanes, nullptr, &multicast, granted},
                  Workers(1));
  }

  // verdict: of the tables before, with these lanes.
  std::optional<VerifiedChange> verified(const LanePlan& lanes_before, const Verdict& verdict) {
    return verified(lanes_before, verdict, now.fabric);
  }
  std::optional<VerifiedChange> verified(const LanePlan& lanes_before, const Verdict& verdict,
                                         const Fabric& fabric) {
    const FabricMatch match(before.fabric, fabric);
    return verify_change({match, before.block.tables(), lanes_before, verdict, now.block.tables(),
                          lanes, multicast, granted, Sl2Vl::kIdentity},
                         Workers(1));
  }

  test::Routed before = test::clockwise_ring(5);
  test::Routed now = test::clockwise_ring(5);
  SlBySwitch lanes = sl_by_switch(5, lid_of_ca(4), 0);
  std::vector<LanePlan> granted;
  MulticastPlan multicast;
};

TEST(VerifyChange, OfAnSlIsLeftToVerify) {
  RingOnLanes ring;
  const LanePlan before = ring.lanes;
  const Verdict verdict = ring.verdict_of(ring.before);
  ASSERT_TRUE(verdict.credit_loop.empty());
  ASSERT_TRUE(verdict.evidence->replies);
  ASSERT_EQ(verdict.lanes_used, 3u);
  EXPECT_TRUE(ring.verified(before, verdict));
  // Of all paths over the link of s4 and s0: on SL 0 the ring is a loop.
  for (SwitchIndex s = 0; s < 5; ++s) {
    for (SwitchIndex to = 0; to < 5; ++to) ring.set_sl(s, to, 0);
  }
  ASSERT_FALSE(ring.verdict_of(ring.before).credit_loop.empty());
  EXPECT_FALSE(ring.verified(before, verdict));
}

TEST(VerifyChange, ThatClosesALoopOnOneLaneIsLeftToVerify) {
  RingOnLanes ring;
  // Before, no path takes two links over that of s4 and s0, so that one lane would do.
  for (const auto& [s, to, port, sl] :
       {std::tuple(3, 0, 2, 1), {0, 3, 1, 1}, {4, 1, 2, 3}, {1, 4, 1, 3}}) {
    ring.before.entry(static_cast<SwitchIndex>(s), lid_of_ca(static_cast<EndPortIndex>(to))) =
        static_cast<PortNum>(port);
    ring.set_sl(static_cast<SwitchIndex>(s), static_cast<SwitchIndex>(to), static_cast<Sl>(sl));
  }
  const Verdict verdict = ring.verdict_of(ring.before);
  ASSERT_TRUE(verdict.safe_on_one_lane);
  const Verdict now = ring.verdict_of(ring.now);
  ASSERT_TRUE(now.credit_loop.empty());
  ASSERT_FALSE(now.safe_on_one_lane);
  EXPECT_FALSE(ring.verified(ring.lanes, verdict));
  ring.now.entry(3, lid_of_ca(0)) = 2;
  ring.now.entry(0, lid_of_ca(3)) = 1;
  EXPECT_TRUE(ring.verified(ring.lanes, verdict));
}

TEST(VerifyChange, AddsTheNewTurnsOfRepliesAndOfPacketsOnGrantedSls) {
  RingOnLanes ring;
  ring.before.entry(3, lid_of_ca(0)) = 2;  // the long way
  ring.set_sl(0, 3, 3);                    // replies from s3 are on it
  SlBySwitch earlier = ring.lanes;
  earlier.rows[3][lid_of_ca(0)] = 4;
  ring.granted = {earlier};
  const auto found = ring.verified(ring.lanes, ring.verdict_of(ring.before));
  ASSERT_TRUE(found);
  const Links links(ring.now.fabric);
  const auto turn = links.turn(links.at(3, 1), links.at(4, 1));
  constexpr unsigned kVls = 1u << 1 | 1u << 3 | 1u << 4;
  EXPECT_EQ(found->verdict.evidence->turns.at(turn) & kVls, kVls);
}

TEST(VerifyChange, KeepsEvidenceExactWhileNothingChanges) {
  RingOnLanes ring;
  const Verdict verdict = ring.verdict_of(ring.before);
  ASSERT_TRUE(verdict.evidence->exact && verdict.evidence->ranks.empty());
  const auto same = ring.verified(ring.lanes, verdict);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->verdict.evidence->exact);
  EXPECT_EQ(same->verdict.evidence->turns, verdict.evidence->turns);

  // All turns of the short way are those of other paths.
  ring.before.entry(3, lid_of_ca(0)) = 2;
  ring.set_sl(3, 0, 3);
  const auto changed = ring.verified(ring.lanes, ring.verdict_of(ring.before));
  ASSERT_TRUE(changed);
  EXPECT_FALSE(changed->verdict.evidence->exact);
}

TEST(VerifyChange, ToLinksWithoutTheVlsOfPathsIsLeftToVerify) {
  RingOnLanes ring;
  const Verdict verdict = ring.verdict_of(ring.before);
  EXPECT_TRUE(ring.verified(ring.lanes, verdict, test::with_data_vls(ring.now.fabric, 4)));
  // All packets are on VL 0.
  EXPECT_FALSE(ring.verified(ring.lanes, verdict, test::with_data_vls(ring.now.fabric, 1)));
}

TEST(VerifyChange, WithGroupsThatCloseALoopOnSomeSlsOfPathsOnlyIsLeftToVerify) {
  RingOnLanes ring;
  const LanePlan before = ring.lanes;
  Verdict verdict = ring.verdict_of(ring.before);
  verdict.multicast_loop_sls = 1u << 1 | 1u << 2;
  EXPECT_TRUE(ring.verified(before, verdict));
  verdict.multicast_loop_sls = 1u << 1;
  EXPECT_FALSE(ring.verified(before, verdict));
}

// Groups on its VL are not judged before.
TEST(VerifyChange, WithTheFirstTurnsOnAVlIsLeftToVerify) {
  RingOnLanes ring;
  ring.set_sl(0, 1, 3);
  ring.set_sl(1, 0, 3);
  const Verdict verdict = ring.verdict_of(ring.before);
  EXPECT_TRUE(ring.verified(ring.lanes, verdict));
  ring.now.entry(0, lid_of_ca(1)) = ring.now.entry(4, lid_of_ca(1)) = 2;  // the long way
  EXPECT_FALSE(ring.verified(ring.lanes, verdict));
  ring.before.entry(0, lid_of_ca(1)) = ring.before.entry(4, lid_of_ca(1)) = 2;
  EXPECT_TRUE(ring.verified(ring.lanes, ring.verdict_of(ring.before)));
}

TEST(VerifyChange, AfterAFaultIsLeftToVerify) {
  Line line;
  line.before.entry(1, lid_of_ca(3)) = kNoPath;
  EXPECT_FALSE(line.verified());
}

}  // namespace
}  // namespace weft
