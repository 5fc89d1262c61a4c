#include <gtest/gtest.h>

#include "common/verify/verify.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using test::Sketch;

// a0, a1 - s0 - s1 - s2 - a2: four pairs of two hops, two of none.
TEST(Measure, ALine) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(0, 2, 1, 3);  // parallel, unused
  sketch.ca(0, 3);
  sketch.ca(0, 4);
  sketch.ca(2, 3);
  Routed routed(sketch);
  routed.all_else(0, 1);
  routed.all_else(1, 1);
  routed.all_else(2, 1);
  routed.entry(1, lid_of_ca(2)) = 2;
  const Figures figures = measure(routed.view(), Workers(2));
  EXPECT_EQ(figures.max_hops, 2u);
  EXPECT_DOUBLE_EQ(figures.mean_hops, 8.0 / 6);
  EXPECT_EQ(figures.max_link_load, 2u);
  EXPECT_DOUBLE_EQ(figures.mean_link_load, 8.0 / 6);  // six directed links
  EXPECT_EQ(figures.unused_links, 2u);
  EXPECT_EQ(figures.link_load[routed.fabric.switches()[0].first_port + 1], 2u);
}

// a0 - s0 - s1 - s2 - a1, and s1 drops what goes to a1.
TEST(Measure, LostPacketsTakeALaneAndNothingElse) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 2, 2);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  Routed routed(sketch);
  routed.all_else(0, 1);
  routed.all_else(1, 2);
  routed.all_else(2, 2);
  routed.entry(1, lid_of_ca(1)) = kNoPath;
  const Figures figures = measure(routed.view(), Workers(1));
  EXPECT_EQ(figures.max_hops, 2u);
  EXPECT_DOUBLE_EQ(figures.mean_hops, 2);
  EXPECT_EQ(figures.max_link_load, 1u);
  EXPECT_EQ(figures.unused_links, 2u) << "those away from s0";
  EXPECT_EQ(figures.paths_by_vl[0], 2u);
}

}  // namespace
}  // namespace weft
