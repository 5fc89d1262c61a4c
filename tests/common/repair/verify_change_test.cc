#include "common/repair/verify_change.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;

// A ring of four, a CA each: port 1 leads on, port 2 back. No path goes over the link of s3 and s0.
struct Line {
  Line() {
    for (SwitchIndex s = 0; s < 4; ++s) {
      for (SwitchIndex to = 0; to < 4; ++to) {
        if (to == s) continue;
        for (test::Routed* tables : {&before, &now}) {
          tables->entry(s, lid_of_ca(to)) = to > s ? 1 : 2;
          tables->entry(s, lid_of_switch(to)) = to > s ? 1 : 2;
        }
      }
    }
  }

  std::optional<VerifiedChange> verified() {
    const FabricMatch match(before.fabric, now.fabric);
    const Verdict verdict = before.verdict();
    return verify_change({match,
                          before.block.tables(),
                          lanes,
                          verdict,
                          *verdict.evidence,
                          now.block.tables(),
                          lanes,
                          multicast,
                          {},
                          Sl2Vl::kIdentity},
                         Workers(1));
  }

  test::Routed before{test::clockwise_ring(4).fabric};
  test::Routed now{test::clockwise_ring(4).fabric};
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

TEST(VerifyChange, AfterAFaultIsLeftToVerify) {
  Line line;
  line.before.entry(1, lid_of_ca(3)) = kNoPath;
  EXPECT_FALSE(line.verified());
}

}  // namespace
}  // namespace weft
