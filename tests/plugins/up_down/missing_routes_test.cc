// Missing routes as engine updn adds them, on fabrics that can be checked by hand.
#include "plugins/up_down/missing_routes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugins/up_down/updn.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::EngineOutcome;
using test::kBothSpines;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Sketch;
using test::two_spines;
using test::with_roots;

TEST(MissingRoutes, ConnectTheCasOfTwoSpines) {
  EngineOutcome outcome(updn_engine(), two_spines().build(), with_roots(kBothSpines));
  EXPECT_TRUE(outcome.is_good());
  EXPECT_TRUE(outcome.routing.warnings.empty());
  const PortNum there = outcome.entry(0, lid_of_ca(1));
  EXPECT_EQ(outcome.entry(1, lid_of_ca(0)), there) << "both over the same leaf";
  EXPECT_EQ(outcome.entry(there, lid_of_ca(1)), 2u);
}

TEST(MissingRoutes, ConnectTwoLeavesWithoutACommonSpine) {
  // s2 - s0 - s4 - s1 - s3: the leaves s2 and s3, and s4 below both spines.
  Sketch sketch(5);
  sketch.link(2, 1, 0, 1);
  sketch.link(4, 1, 0, 2);
  sketch.link(4, 2, 1, 1);
  sketch.link(3, 1, 1, 2);
  for (const SwitchIndex leaf : {2u, 3u, 4u}) sketch.ca(leaf, 8);
  EngineOutcome outcome(updn_engine(), sketch.build(), with_roots(kBothSpines));
  EXPECT_TRUE(outcome.is_good());
  EXPECT_EQ(outcome.entry(2, lid_of_ca(1)), 1u);
  EXPECT_EQ(outcome.entry(0, lid_of_ca(1)), 2u);
  EXPECT_EQ(outcome.entry(4, lid_of_ca(1)), 2u) << "down to s4, and up again";
  EXPECT_EQ(outcome.entry(1, lid_of_ca(1)), 2u);
}

TEST(MissingRoutes, WhatStaysUnconnectedIsNamed) {
  Options options = with_roots(kBothSpines);
  options.calculate_missing_routes = false;
  EngineOutcome outcome(updn_engine(), two_spines().build(), options);
  EXPECT_EQ(outcome.routing.unrouted_pairs, 2u);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 2u);
  EXPECT_EQ(outcome.entry(0, lid_of_ca(1)), kNoPath);
  ASSERT_EQ(outcome.routing.warnings.size(), 3u);
  const std::string& first = outcome.routing.warnings[0];
  EXPECT_TRUE(contains(first, "from s1 (0x0000000000000002)"));
  EXPECT_TRUE(contains(first, "to s0 (0x0000000000000001)"));
  EXPECT_TRUE(contains(first, "a1 (0x"));
  EXPECT_TRUE(contains(first, "a0 (0x"));
  EXPECT_TRUE(contains(outcome.routing.warnings[2], "2 pairs of end ports"));
}

TEST(MissingRoutes, PiecesAreNotMissed) {
  Sketch sketch(2);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  EngineOutcome outcome(updn_engine(), sketch.build(), with_roots({1}));
  EXPECT_EQ(outcome.routing.unrouted_pairs, 0u);
  EXPECT_EQ(outcome.verdict.disconnected_pairs, 2u);
  EXPECT_TRUE(EngineOutcome(updn_engine(), outcome.fabric).routing.warnings.empty());
}

// s0 and s1 above s2 and s3, which have the CAs.
Sketch two_leaves() {
  Sketch sketch(4);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    sketch.ca(leaf, 8);
  }
  return sketch;
}

TEST(ConnectRoots, LeadsFromRootsToTheLidsOfRoots) {
  for (const bool connect : {false, true}) {
    Options options = with_roots(kBothSpines);
    options.connect_roots = connect;
    EngineOutcome outcome(updn_engine(), two_leaves().build(), options);
    EXPECT_TRUE(outcome.is_good());
    for (SwitchIndex s = 0; s < 2; ++s) {
      EXPECT_EQ(outcome.entry(s, lid_of_switch(1 - s)) != kNoPath, connect);
      EXPECT_EQ(outcome.entry(s, lid_of_switch(s)), 0u);
    }
    EXPECT_EQ(outcome.verdict.unreachable_switch_pairs, connect ? 0u : 2u);
  }
}

TEST(MissingRoutes, LeadFromEndPortsToTheLidsOfSwitches) {
  EngineOutcome outcome(updn_engine(), two_spines().build(), with_roots(kBothSpines));
  EXPECT_NE(outcome.entry(0, lid_of_switch(1)), kNoPath) << "a0 may ask s1 how it is";
  EXPECT_EQ(outcome.verdict.unreachable_switch_pairs, 0u);
}

// As two_spines(), with a spine s4 that has no CA.
Sketch three_spines() {
  Sketch sketch(5);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    for (const SwitchIndex spine : {0u, 1u, 4u}) {
      sketch.link(leaf, static_cast<PortNum>(spine + 1), spine, static_cast<PortNum>(leaf));
    }
  }
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 8);
  return sketch;
}

TEST(MissingRoutes, ASwitchWithoutEndPortsAnswersAllEndPorts) {
  const std::vector<Guid> spines = {1, 2, 5};
  EngineOutcome outcome(updn_engine(), three_spines().build(), with_roots(spines));
  EXPECT_TRUE(outcome.is_good());
  for (SwitchIndex spine = 0; spine < 2; ++spine) {
    EXPECT_NE(outcome.entry(spine, lid_of_switch(4)), kNoPath) << "the request";
    const PortNum leaf = outcome.entry(4, lid_of_ca(spine));
    ASSERT_NE(leaf, kNoPath) << "the answer";
    EXPECT_EQ(outcome.entry(leaf, lid_of_ca(spine)), spine + 1) << "up again";
  }
  Options options = with_roots(spines);
  options.calculate_missing_routes = false;
  EXPECT_EQ(EngineOutcome(updn_engine(), three_spines().build(), options).entry(4, lid_of_ca(0)),
            kNoPath);
}

TEST(MissingRoutes, AreAddedAsTheOptionsSay) {
  Options options;
  EXPECT_EQ(missing_pairs_to_add(options), MissingPairs::kAll);
  options.io_nodes.emplace();
  options.max_reverse_hops = 2;
  EXPECT_EQ(missing_pairs_to_add(options), MissingPairs::kAll);
  options.calculate_missing_routes = false;
  EXPECT_EQ(missing_pairs_to_add(options), MissingPairs::kIoNodes);
  options.max_reverse_hops = 0;
  EXPECT_EQ(missing_pairs_to_add(options), MissingPairs::kNoPairs);
}

TEST(MissingRoutes, CountWhatEndPortsWithALidMiss) {
  // One more CA on s0 and on s1, without a LID: it misses nothing, and nobody misses it.
  Sketch sketch = two_spines();
  sketch.ca(0, 7, 0);
  sketch.ca(1, 7, 0);
  Options options = with_roots(kBothSpines);
  options.calculate_missing_routes = false;
  const EngineOutcome outcome(updn_engine(), sketch.build(), options);
  EXPECT_EQ(outcome.routing.unrouted_pairs, 2u);
  EXPECT_EQ(outcome.verdict.unreachable_pairs, 2u);
}

}  // namespace
}  // namespace weft
