// verify() on fabrics that are small enough to check by hand. All numbers here follow from the
// pictures in the comments; the property test compares with a slow verifier on thousands of random
// ones.
#include "common/verify/verify.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/links.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::clockwise_ring;
using test::contains;
using test::Cycle;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;
using test::Sketch;
using test::two_switches;

TEST(Verify, GoodTables) {
  const Verdict verdict = two_switches().verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.unreachable_pairs, 0u);
  EXPECT_EQ(verdict.disconnected_pairs, 0u);
  EXPECT_EQ(verdict.unreachable_switch_pairs, 0u);
  EXPECT_EQ(verdict.forwarding_loops, 0u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
  EXPECT_EQ(verdict.lanes_used, 1u);
  EXPECT_TRUE(verdict.findings.empty());
}

TEST(Verify, NothingAtAll) {
  Routed routed(FabricBuilder("empty").build());
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_EQ(measure(routed.view(), Workers(2)).mean_hops, 0);
}

struct WrongEntry {
  PortNum entry;
  const char* finding;
};
class VerifyWrongEntry : public ::testing::TestWithParam<WrongEntry> {};
INSTANTIATE_TEST_SUITE_P(
    All, VerifyWrongEntry,
    ::testing::Values(WrongEntry{kNoPath, "s0 (0x0000000000000001) has no entry for it"},
                      WrongEntry{0,
                                 "s0 (0x0000000000000001) keeps its packets to itself (entry 0)"},
                      WrongEntry{9, "s0 (0x0000000000000001) sends it to port 9, but has only 8"},
                      WrongEntry{5, "sends it out of port 5, which is linked to nothing"},
                      WrongEntry{3, "sends it out of port 3, to a0"}));

TEST_P(VerifyWrongEntry, OfAnEndPort) {
  Routed routed = two_switches();
  routed.entry(0, lid_of_ca(1)) = GetParam().entry;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 1u);
  EXPECT_EQ(verdict.disconnected_pairs, 0u);
  EXPECT_EQ(verdict.forwarding_loops, 0u);
  EXPECT_FALSE(verdict.reaches_all());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "no path from a0 (0x0000000000001001) to LID 101"));
  EXPECT_TRUE(contains(verdict.findings[0], GetParam().finding));
}

TEST_P(VerifyWrongEntry, OfASwitch) {
  Routed routed = two_switches();
  routed.entry(0, lid_of_switch(1)) = GetParam().entry;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 0u);
  EXPECT_EQ(verdict.unreachable_switch_pairs, 1u);
  EXPECT_TRUE(verdict.reaches_all());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], GetParam().finding));
}

TEST(Verify, EntryAtTheDestinationIsWrong) {
  Routed routed = two_switches();
  routed.entry(1, lid_of_ca(1)) = 0;
  // From a0 only: a1 sends nothing to itself.
  EXPECT_EQ(routed.verdict().unreachable_pairs, 1u);
}

TEST(Verify, ForwardingLoop) {
  Routed routed = two_switches();
  routed.entry(1, lid_of_ca(1)) = 1;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 1u);
  EXPECT_EQ(verdict.forwarding_loops, 1u);
  EXPECT_EQ(verdict.credit_loop, (Cycle{Channel{0, 1, 0}, Channel{1, 1, 0}}));
  ASSERT_EQ(verdict.findings.size(), 2u);
  EXPECT_TRUE(contains(verdict.findings[0], "again and again"));
  EXPECT_TRUE(contains(verdict.findings[1], "forwarding loop on the way to LID 101 of a1"));
}

// a0 - s0 - s1 - s2 - a1, and two switches s3 = s4 at the side whose entries send packets of a1 to
// each other. No packet ever gets there, so no buffer is held; but the loop is there.
TEST(Verify, LoopThatNoPacketReaches) {
  Sketch sketch(5);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(1, 3, 3, 1);
  sketch.link(3, 2, 4, 1);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  Routed routed(sketch);
  routed.entry(0, lid_of_ca(1)) = 1;
  routed.entry(1, lid_of_ca(1)) = 2;
  routed.entry(2, lid_of_ca(0)) = 1;
  routed.entry(1, lid_of_ca(0)) = 1;
  routed.entry(3, lid_of_ca(1)) = 2;
  routed.entry(4, lid_of_ca(1)) = 1;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 0u);
  EXPECT_EQ(verdict.forwarding_loops, 1u);
  EXPECT_TRUE(verdict.credit_loop.empty());
}

// a0 - s0 - s1 - a1, and s0 has a cable from its port 5 to its port 6.
TEST(Verify, LinkOfASwitchToItself) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 5, 0, 6);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  Routed routed(sketch);
  routed.all_else(1, 1);
  routed.all_else(0, 1);
  EXPECT_TRUE(routed.verdict().reaches_all());
  routed.entry(0, lid_of_ca(1)) = 5;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 1u);
  EXPECT_EQ(verdict.forwarding_loops, 1u);
  EXPECT_EQ(verdict.credit_loop, (Cycle{Channel{0, 5, 0}}));
}

TEST(Verify, TwoPieces) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  sketch.ca(2, 3);
  Routed routed(sketch);
  routed.entry(0, lid_of_ca(1)) = 1;
  routed.entry(1, lid_of_ca(0)) = 1;
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.disconnected_pairs, 4u);  // a2 with a0 and a1, both ways
  EXPECT_EQ(verdict.unreachable_pairs, 4u);
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.unreachable_switch_pairs, 2u);  // s0 and s1; s2 is out of reach anyway
  EXPECT_FALSE(verdict.findings.empty());
  EXPECT_TRUE(contains(verdict.findings.back(), "no links lead from switch s0"));
}

TEST(Verify, EachPathBitCounts) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3, 100, 2);
  sketch.ca(1, 3, 104, 2);
  Routed routed(sketch);
  routed.all_else(0, 1);
  EXPECT_EQ(routed.verdict().unreachable_pairs, 4u);  // a1 to the four LIDs of a0
  routed.all_else(1, 1);
  routed.entry(1, 102) = kNoPath;
  EXPECT_EQ(routed.verdict().unreachable_pairs, 1u);
}

TEST(Verify, EndPortWithoutLidIsNoSource) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3, 0);
  sketch.ca(1, 3);
  Routed routed(sketch);
  EXPECT_EQ(routed.verdict().unreachable_pairs, 0u);  // neither a0 to a1 nor back
}

// Paths of two links in a ring of n: clockwise, so each link waits for the next one.
TEST(Verify, RingHasACreditLoop) {
  const Verdict verdict = clockwise_ring(4).verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.unreachable_switch_pairs, 0u);
  EXPECT_EQ(verdict.credit_loop,
            (Cycle{Channel{0, 1, 0}, Channel{1, 1, 0}, Channel{2, 1, 0}, Channel{3, 1, 0}}));
  EXPECT_EQ(verdict.credit_loop_reversed, verdict.credit_loop);
}

// A ring of four with CAs at 0 and 2: the entries of 1 for a0 and of 3 for a2 close the ring, but
// no packet ever starts there.
TEST(Verify, EntriesThatNoPacketUsesHoldNoBuffers) {
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  Routed routed(sketch);
  for (SwitchIndex s = 0; s < 4; ++s) routed.all_else(s, 1);
  EXPECT_TRUE(routed.verdict().credit_loop.empty());
}

// A hub with more neighbours below it, and more destinations, than one machine word has bits.
TEST(Verify, HubOfManyLeaves) {
  constexpr SwitchIndex kLeaves = 100;
  Sketch sketch(1 + kLeaves, 254);
  for (SwitchIndex leaf = 1; leaf <= kLeaves; ++leaf) {
    sketch.link(0, static_cast<PortNum>(2 * leaf), leaf, 254);
    sketch.ca(leaf, 1, static_cast<Lid>(1000 + leaf));
  }
  Routed routed(sketch);
  for (SwitchIndex leaf = 1; leaf <= kLeaves; ++leaf) {
    routed.all_else(leaf, 254);
    routed.entry(0, static_cast<Lid>(1000 + leaf)) = static_cast<PortNum>(2 * leaf);
    routed.entry(0, lid_of_switch(leaf)) = static_cast<PortNum>(2 * leaf);
  }
  const Verdict good = routed.verdict();
  EXPECT_TRUE(good.reaches_all());
  EXPECT_EQ(good.unreachable_switch_pairs, 0u);
  EXPECT_TRUE(good.credit_loop.empty());
  // Leaf 90 gets leaf 70's packets and sends them back.
  routed.entry(0, 1070) = 180;
  const Verdict bad = routed.verdict();
  EXPECT_EQ(bad.unreachable_pairs, kLeaves - 1);
  EXPECT_EQ(bad.forwarding_loops, 1u);
  EXPECT_EQ(bad.credit_loop, (Cycle{Channel{0, 180, 0}, Channel{90, 254, 0}}));
  routed.entry(0, 1070) = 3;
  EXPECT_EQ(routed.verdict().unreachable_pairs, kLeaves - 1);
}

TEST(Verify, AtMostEightFindings) {
  Routed routed = clockwise_ring(6);
  for (SwitchIndex s = 0; s < 6; ++s) routed.all_else(s, kNoPath);
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.unreachable_pairs, 30u);
  EXPECT_EQ(verdict.unreachable_switch_pairs, 30u);
  EXPECT_LE(verdict.findings.size(), 8u);
}

TEST(Verify, StopsWhenAsked) {
  Routed routed = two_switches();
  const Workers stopping(1, [] { return true; });
  EXPECT_THROW(verify(routed.view(), stopping), Stopped);
  EXPECT_THROW(measure(routed.view(), stopping), Stopped);
}

TEST(DescribeCycle, NamesEachChannel) {
  const Routed routed = two_switches();
  EXPECT_EQ(describe_cycle(routed.fabric, {{0, 1, 0}, {1, 1, 2}}),
            "s0 (0x0000000000000001) port 1 VL 0 -> s1 (0x0000000000000002) port 1 VL 2 -> "
            "s0 (0x0000000000000001) port 1 VL 0");
  EXPECT_EQ(describe_cycle(routed.fabric, {}), "");
  const std::vector<Channel> all(20, Channel{0, 1, 0});
  EXPECT_TRUE(contains(describe_cycle(routed.fabric, all), "VL 0 -> 4 more -> s0"));
}

// A ring of three, whose paths all are of one link: they turn nowhere. Groups that turn clockwise
// everywhere close the ring.
TEST(Verify, GroupsCloseACreditLoopThatPathsDoNot) {
  Routed routed = clockwise_ring(3);
  for (SwitchIndex s = 0; s < 3; ++s) {
    const SwitchIndex before = (s + 2) % 3;
    routed.entry(s, lid_of_ca(before)) = routed.entry(s, lid_of_switch(before)) = 2;
  }
  const Links links(routed.fabric);
  std::vector<LinkTurn> turns;
  for (SwitchIndex s = 0; s < 3; ++s) turns.push_back({links.at(s, 1), links.at((s + 1) % 3, 1)});
  RoutingView view = routed.view();
  EXPECT_TRUE(verify(view, Workers(2)).credit_loop_multicast.empty());
  view.multicast_turns = turns;
  const Verdict verdict = verify(view, Workers(2));
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_EQ(verdict.credit_loop_multicast, (Cycle{{0, 1, 0}, {1, 1, 0}, {2, 1, 0}}));
  EXPECT_EQ(verdict.multicast_loop_sls, 0xFFFF);
}

}  // namespace
}  // namespace weft
