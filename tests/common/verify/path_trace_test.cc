#include "common/verify/path_trace.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;

PathTrace trace(Routed& routed, SwitchIndex from, Lid lid, Sl sl = 0, PortNum in_port = 3) {
  return trace_path(routed.view(), from, in_port, lid, sl);
}

// Port 1 leads to the next switch, whose port 2 it is; the CA is at port 3.
TEST(PathTrace, NamesThePortsAndTheVl) {
  Routed ring = test::clockwise_ring(3);
  const PathTrace found = trace(ring, 0, lid_of_ca(2), 9);
  EXPECT_EQ(found.lost, "");
  EXPECT_EQ(found.hops, (std::vector<Hop>{{0, 3, 1, 1}, {1, 2, 1, 1}, {2, 2, 3, 1}}));
}

TEST(PathTrace, FollowsSl2VlMaps) {
  Routed ring = test::clockwise_ring(3);
  ring.sl2vl.emplace();
  ring.sl2vl->set(1, 2, 1, Sl2Vl::Map{0, 5});
  EXPECT_EQ(trace(ring, 0, lid_of_ca(2), 1).hops[1].vl, 5);
  ring.sl2vl->set(1, 2, 1, Sl2Vl::Map{0, kDropVl});
  const PathTrace found = trace(ring, 0, lid_of_ca(2), 1);
  EXPECT_EQ(found.hops.size(), 1u);
  EXPECT_TRUE(contains(found.lost, "drops SL 1 from port 2 to port 1"));
  // What a switch sends itself is on VL 15 whatever the map says.
  EXPECT_EQ(trace(ring, 0, lid_of_ca(2), 1, 0).lost, "");
}

TEST(PathTrace, EndsAtTheLidOfASwitch) {
  Routed ring = test::clockwise_ring(3);
  const PathTrace found = trace(ring, 0, lid_of_switch(1));
  EXPECT_EQ(found.lost, "");
  EXPECT_EQ(found.hops, (std::vector<Hop>{{0, 3, 1, 0}, {1, 2, 0, 0}}));
}

TEST(PathTrace, SaysWherePacketsAreLost) {
  Routed ring = test::clockwise_ring(3);
  ring.entry(1, lid_of_ca(2)) = kNoPath;
  PathTrace found = trace(ring, 0, lid_of_ca(2));
  EXPECT_EQ(found.hops, (std::vector<Hop>{{0, 3, 1, 0}}));
  EXPECT_TRUE(contains(found.lost, "s1"));
  EXPECT_TRUE(contains(found.lost, "has no entry for it"));
  ring.entry(1, lid_of_ca(2)) = 7;
  EXPECT_TRUE(contains(trace(ring, 0, lid_of_ca(2)).lost, "port 7, which is linked to nothing"));
  ring.entry(1, lid_of_ca(2)) = 2;
  found = trace(ring, 0, lid_of_ca(2));
  EXPECT_TRUE(contains(found.lost, "again and again"));
  EXPECT_EQ(found.hops.size(), ring.fabric.switch_count() + 1u);
}

}  // namespace
}  // namespace weft
