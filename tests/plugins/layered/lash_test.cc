#include "plugins/layered/lash.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::LaneRouting;
using test::Sketch;

void expect_good(const LaneRouting& routed) {
  test::expect_safe(routed);
  EXPECT_EQ(routed.pair_faults(), "");
}

TEST(Lash, ItClaimsFreedomFromCreditLoops) {
  EXPECT_EQ(lash_engine().name, "lash");
  EXPECT_TRUE(lash_engine().claims.credit_loop_free);
}

TEST(Lash, ARingNeedsTwoLanes) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring(lash_engine(), fabric, first_lanes(2));
  expect_good(ring);
  EXPECT_FALSE(ring.one_lane());
  EXPECT_EQ(ring.verdict().lanes_used, 2u);
}

TEST(Lash, ARingIsRefusedOnOneLaneInWords) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  const LaneRouting ring(lash_engine(), fabric, first_lanes(1));
  ASSERT_TRUE(ring.refused());
  EXPECT_TRUE(test::contains(ring.refusal(), "lane"));
  EXPECT_TRUE(test::contains(ring.refusal(), "2"));
  EXPECT_TRUE(test::contains(ring.refusal(), "1"));
}

// Shortest paths among three neighbours on a ring of five do not go around it.
TEST(Lash, OnlyPairsWithEndPortsNeedLanes) {
  Sketch sketch(5);
  for (SwitchIndex s = 0; s < 5; ++s) sketch.link(s, 1, (s + 1) % 5, 2);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  sketch.ca(2, 3);
  const Fabric fabric = sketch.build();
  const LaneRouting ring(lash_engine(), fabric, first_lanes(1));
  expect_good(ring);
  EXPECT_TRUE(ring.one_lane());
}

TEST(Lash, LanesBelowItsStartAreLeftAlone) {
  const Fabric fabric = test::clockwise_ring(5).fabric;
  Options options;
  options.lash_start_vl = 3;
  const LaneRouting ring(lash_engine(), fabric, first_lanes(8), options);
  expect_good(ring);
  for (const EndPort& from : fabric.end_ports()) {
    for (const EndPort& to : fabric.end_ports()) {
      if (from.sw == to.sw) continue;
      EXPECT_GE(ring.sl(from.sw, to.lid), 3);
    }
  }
  options.lash_start_vl = 7;
  EXPECT_TRUE(LaneRouting(lash_engine(), fabric, first_lanes(8), options).refused());
}

TEST(Lash, PathBitsShareThePairsSl) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {5}, .cas = 2}), 2);
  const LaneRouting ring(lash_engine(), fabric, first_lanes(2));
  expect_good(ring);
  EXPECT_FALSE(ring.one_lane());
}

TEST(Lash, LanesThatLinksDoNotHaveAreNoLanes) {
  const Fabric whole = test::clockwise_ring(5).fabric;
  const Fabric fabric = test::with_data_vls(whole, 1);
  EXPECT_TRUE(LaneRouting(lash_engine(), fabric, first_lanes(8)).refused());
  const Fabric two = test::with_data_vls(whole, 2);
  expect_good(LaneRouting(lash_engine(), two, first_lanes(8)));
}

TEST(Lash, ALineNeedsOneLane) {
  const Fabric fabric = with_new_lids(make_mesh({.dims = {6}, .cas = 2}), 0);
  for (const unsigned lanes : {1u, 8u}) {
    const LaneRouting line(lash_engine(), fabric, first_lanes(lanes));
    expect_good(line);
    EXPECT_TRUE(line.one_lane());
  }
}

TEST(Lash, AWholeFatTreeNeedsOneLane) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {3, 3, 2, 2}, .up = {1, 2, 3, 2}}), 0);
  const LaneRouting tree(lash_engine(), fabric, first_lanes(1));
  expect_good(tree);
  EXPECT_TRUE(tree.one_lane());
}

}  // namespace
}  // namespace weft
