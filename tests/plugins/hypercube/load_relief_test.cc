#include "plugins/hypercube/load_relief.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;

struct Outcome {
  Outcome(Routed& routed, unsigned lanes) {
    if (lanes > 1) routed.lanes = sl_by_switch(routed.fabric.switch_count(), 999, 0);
    const LaneBudget budget = first_lanes(lanes);
    routed.sl2vl.emplace();
    const Workers workers(1);
    const Verdict verdict = routed.verdict();
    const Figures figures = measure(routed.view(), workers);
    busiest_before = figures.max_link_load;
    moved = relieve_links(
        {routed.fabric, budget, *verdict.evidence, *routed.sl2vl, figures, 1.0, workers},
        routed.lanes, routed.block.tables());
    busiest = measure(routed.view(), workers).max_link_load;
  }

  std::size_t moved;
  std::uint64_t busiest_before;
  std::uint64_t busiest;
};

void expect_good(Routed& routed) {
  const Verdict verdict = routed.verdict();
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_TRUE(verdict.credit_loop_reversed.empty());
}

// a0 on s0, a1 and a2 on s3; two ways between, by s1, which all take, and by s2.
Routed diamond() {
  test::Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(1, 2, 3, 1);
  sketch.link(2, 2, 3, 2);
  sketch.ca(0, 7);
  sketch.ca(3, 7);
  sketch.ca(3, 8);
  Routed routed(sketch);
  for (const SwitchIndex s : {0u, 3u}) routed.all_else(s, 1);
  for (const SwitchIndex s : {1u, 2u}) {
    routed.all_else(s, 2);
    routed.entry(s, lid_of_ca(0)) = 1;
    routed.entry(s, test::lid_of_switch(0)) = 1;
  }
  for (const SwitchIndex s : {0u, 3u}) routed.entry(s, test::lid_of_switch(2)) = 2;
  return routed;
}

TEST(LoadRelief, MovesPathsToIdleLinks) {
  for (const unsigned lanes : {1u, 2u}) {
    Routed routed = diamond();
    const Outcome outcome(routed, lanes);
    EXPECT_EQ(outcome.busiest_before, 2u);
    // To one of a1 and a2; what comes back from both has one LID.
    EXPECT_EQ(outcome.moved, 1u);
    EXPECT_NE(routed.entry(0, lid_of_ca(1)), routed.entry(0, lid_of_ca(2)));
    EXPECT_EQ(outcome.busiest, 2u);
    expect_good(routed);
  }
}

TEST(LoadRelief, LeavesEvenLoadsAlone) {
  Routed routed = diamond();
  routed.entry(0, lid_of_ca(2)) = 2;
  const Outcome outcome(routed, 1);
  EXPECT_EQ(outcome.moved, 0u);
}

// Each switch of a ring of four sends to the one opposite clockwise, but for s3, so that s1's and
// s2's links are busy. If s3 did so, too, that would close a cycle.
TEST(LoadRelief, ClosesNoCycle) {
  for (const unsigned lanes : {1u, 2u}) {
    Routed routed = test::clockwise_ring(4);
    for (SwitchIndex s = 0; s < 4; ++s) routed.entry(s, lid_of_ca((s + 3) % 4)) = 2;
    routed.entry(3, lid_of_ca(1)) = 2;
    const Outcome outcome(routed, lanes);
    EXPECT_EQ(outcome.busiest_before, 3u);
    EXPECT_GT(outcome.moved, 0u);
    EXPECT_EQ(outcome.busiest, 2u);
    expect_good(routed);
  }
}

}  // namespace
}  // namespace weft
