// The turns of multicast trees, and what they close with those of unicast, on fabrics that are
// small enough to check by hand.
#include "common/routing/multicast_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/verify/verify.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::clockwise_ring;
using test::lid_of_ca;
using test::ring_with_a_dateline;
using test::Routed;
using test::Sketch;

// A triangle whose unicast all goes over s0. Master trees are paths; `middle` names the middle
// switch.
MasterTree path_over(SwitchIndex middle) {
  MasterTree tree;
  tree.nodes.resize(3);
  tree.nodes[middle].in_tree = true;
  const SwitchIndex next = (middle + 1) % 3;
  const SwitchIndex last = (middle + 2) % 3;
  tree.nodes[next] = {middle, 2, 1, 1, true};
  tree.nodes[last] = {middle, 1, 2, 1, true};
  return tree;
}

Routed triangle_over_s0() {
  Routed routed = clockwise_ring(3);
  routed.all_else(1, 2);
  routed.all_else(2, 1);
  routed.entry(0, lid_of_ca(2)) = 2;
  routed.multicast.emplace();
  return routed;
}

TEST(MulticastTurns, OfAPathAreThoseAtItsMiddle) {
  const Routed routed = triangle_over_s0();
  const Links links(routed.fabric);
  // Links by sender and port: 0 and 1 of s0, to s1 and s2; 2 and 3 of s1, to s2 and s0; 4 and 5 of
  // s2, to s0 and s1.
  MulticastPlan plan;
  plan.masters = {path_over(1), path_over(1)};
  std::vector<LinkTurn> turns = multicast_turns(routed.fabric, links, plan);
  std::ranges::sort(turns);
  EXPECT_EQ(turns, (std::vector<LinkTurn>{{0, 2}, {5, 3}}));
  EXPECT_TRUE(multicast_turns(routed.fabric, links, MulticastPlan{}).empty());
}

TEST(VerifyMulticast, AloneMayUseAnyTree) {
  for (const SwitchIndex middle : {0u, 1u, 2u}) {
    Routed routed = triangle_over_s0();
    routed.multicast->masters = {path_over(middle)};
    const Verdict verdict = routed.verdict();
    EXPECT_TRUE(verdict.credit_loop.empty());
    EXPECT_TRUE(verdict.credit_loop_multicast.empty()) << middle;
  }
}

// Two masters turn at s1 and s2, unicast at s0: round they go.
TEST(VerifyMulticast, ClosesTheCreditLoop) {
  Routed routed = triangle_over_s0();
  routed.multicast->masters = {path_over(1), path_over(2)};
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
  EXPECT_EQ(verdict.credit_loop_multicast.size(), 3u);
  EXPECT_EQ(verdict.multicast_loop_sls, 0xFFFF);
  routed.lanes = SlByPath{};
  EXPECT_EQ(routed.verdict().credit_loop_multicast.size(), 3u);
  EXPECT_EQ(routed.verdict().multicast_loop_sls, 1u);
}

// Unicast is on VL 4, where groups on SL 4 close the cycle; those on SL 0 are alone on their VL.
TEST(VerifyMulticast, ClosesTheCreditLoopOfTheLaneOfAGroup) {
  Routed routed = triangle_over_s0();
  routed.multicast->masters = {path_over(1), path_over(2)};
  SlBySwitch plan;
  plan.rows.assign(3, std::vector<Sl>(lid_of_ca(2) + 1, 4));
  routed.lanes = std::move(plan);
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
  EXPECT_TRUE(verdict.credit_loop_multicast.empty());
  EXPECT_EQ(verdict.multicast_loop_sls, 1u << 4);
  // With SL 0 on VL 4 as well, all are together.
  Sl2Vl::Map map = Sl2Vl::kIdentity;
  map[0] = 4;
  routed.sl2vl.emplace(map);
  const Verdict shared = routed.verdict();
  ASSERT_EQ(shared.credit_loop_multicast.size(), 3u);
  EXPECT_EQ(shared.credit_loop_multicast[0].vl, 4);
  EXPECT_EQ(shared.multicast_loop_sls, 1u << 4 | 1u);
}

TEST(VerifyMulticast, DoesNotJoinReplies) {
  Routed routed = ring_with_a_dateline();
  routed.multicast.emplace();
  routed.multicast->masters = {path_over(1)};
  const Verdict verdict = routed.verdict();
  EXPECT_EQ(verdict.credit_loop_reversed.size(), 3u);
  EXPECT_TRUE(verdict.credit_loop_multicast.empty());
}

// A ring 0-1-3-2 in which a1 sends to a0 the long way, over 3 and 2. Both master trees turn at 0
// and contain the turn from 0 over 1 to 3, which would close a cycle; but no group gets to 3 unless
// there is a CA.
Routed ring_with_a_bare_switch(bool ca_at_s3) {
  Sketch sketch(4);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 3, 2);
  sketch.link(3, 1, 2, 2);
  sketch.link(2, 1, 0, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  if (ca_at_s3) sketch.ca(3, 3);
  Routed routed(sketch);
  for (const SwitchIndex s : {1u, 3u, 2u}) routed.entry(s, lid_of_ca(0)) = 1;
  routed.entry(0, lid_of_ca(1)) = 1;
  routed.entry(0, lid_of_ca(2)) = 2;
  routed.multicast.emplace();
  return routed;
}

TEST(VerifyMulticast, BranchBelowIsPruned) {
  MasterTree tree;
  tree.nodes = {{.in_tree = true}, {0, 2, 1, 1, true}, {0, 1, 2, 1, true}, {1, 2, 1, 2, true}};
  for (const bool ca_at_s3 : {false, true}) {
    Routed routed = ring_with_a_bare_switch(ca_at_s3);
    routed.multicast->masters = {tree};
    EXPECT_EQ(routed.verdict().credit_loop_multicast.size(), ca_at_s3 ? 4u : 0u);
  }
}

TEST(VerifyMulticast, BranchAboveIsPruned) {
  MasterTree tree;
  tree.nodes = {{1, 1, 2, 2, true}, {3, 1, 2, 1, true}, {0, 1, 2, 3, true}, {.in_tree = true}};
  for (const bool ca_at_s3 : {false, true}) {
    Routed routed = ring_with_a_bare_switch(ca_at_s3);
    routed.multicast->masters = {tree};
    EXPECT_EQ(routed.verdict().credit_loop_multicast.size(), ca_at_s3 ? 4u : 0u);
  }
}

TEST(VerifyMulticast, BrokenMasterTreesDoNoHarm) {
  Routed routed = triangle_over_s0();
  MasterTree tree = path_over(1);
  tree.nodes[2].port = 200;
  tree.nodes[0].parent = 77;
  routed.multicast->masters = {tree, MasterTree{}};
  EXPECT_TRUE(routed.verdict().credit_loop_multicast.empty());
  // Parents that form a ring.
  for (SwitchIndex s = 0; s < 3; ++s) tree.nodes[s] = {(s + 1) % 3, 1, 2, 1, true};
  routed.multicast->masters = {tree};
  EXPECT_EQ(routed.verdict().credit_loop_multicast.size(), 3u);
}

}  // namespace
}  // namespace weft
