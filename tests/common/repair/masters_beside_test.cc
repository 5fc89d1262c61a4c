#include "common/repair/masters_beside.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/layered/lash.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Routed;
using test::Sketch;

// s0 and s1 below s2 and s3, in a ring, with a CA each; all paths between s0 and s1 are over s2,
// all others along the links 0-2, 1-2 and 1-3.
Routed ring_of_four() {
  Sketch sketch(4);
  sketch.link(0, 1, 2, 1);
  sketch.link(1, 1, 2, 2);
  sketch.link(0, 2, 3, 1);
  sketch.link(1, 2, 3, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  Routed routed(sketch);
  routed.all_else(0, 1);
  routed.all_else(3, 2);
  for (unsigned l = 1; l <= routed.fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    const SwitchIndex to = routed.fabric.destination_switch(lid);
    if (to == kNone) continue;
    if (to != 1) routed.entry(1, lid) = to == 3 ? 2 : 1;
    if (to != 2) routed.entry(2, lid) = to == 0 ? 1 : 2;
  }
  return routed;
}

TEST(MastersBeside, KeepToPathsThatGoUpAndDown) {
  Routed routed = ring_of_four();
  const Verdict paths = routed.verdict();
  ASSERT_TRUE(paths.evidence);
  routed.multicast = plan_masters_beside(routed.fabric, paths.evidence.get(), 0);
  EXPECT_FALSE(routed.multicast->masters.empty());
  EXPECT_TRUE(routed.verdict().credit_loop_multicast.empty());
}

TEST(MastersBeside, FitIntoTheLaneOfGroups) {
  GridSpec spec;
  spec.dims = {5, 5};
  spec.cas = 1;
  Routed routed(with_new_lids(make_torus(spec), 0));
  Routing routing = lash_engine().route({routed.fabric, Options{}, Workers(1), first_lanes(8)},
                                        routed.block.tables());
  routed.lanes = routing.lanes;
  const Verdict paths = routed.verdict();
  ASSERT_TRUE(paths.evidence && !paths.evidence->turns.empty());
  routed.multicast = plan_multicast(routed.fabric);
  EXPECT_FALSE(routed.verdict().credit_loop_multicast.empty()) << "so any will not do";
  routed.multicast = plan_masters_beside(routed.fabric, paths.evidence.get(), 0);
  EXPECT_TRUE(routed.verdict().credit_loop_multicast.empty());
}

TEST(MastersBeside, AreAnyWhereNothingIsProven) {
  const Routed routed = test::clockwise_ring(4);
  EXPECT_FALSE(plan_masters_beside(routed.fabric, nullptr, 0).masters.empty());
}

}  // namespace
}  // namespace weft
