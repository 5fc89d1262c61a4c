#include "common/patterns/least_load.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 = s1 - s2 with two links and one; s3 alone. Two CAs at each.
Fabric uneven_row() {
  test::Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 3, 2, 3);
  for (SwitchIndex s = 0; s < 4; ++s) {
    sketch.ca(s, 7);
    sketch.ca(s, 8);
  }
  return sketch.build();
}

TEST(LeastLoad, SharesTheFlowsOfASwitchOverItsLinks) {
  const Fabric fabric = uneven_row();
  const FabricIndex index(fabric);
  LeastLoad load(index, LinkTimes(index));
  EXPECT_EQ(load.take(), 0);
  for (unsigned i = 0; i < 3; ++i) load.add(0, 1);
  EXPECT_EQ(load.take(), 2) << "three flows over two links";
  EXPECT_EQ(load.take(), 0) << "they are forgotten";
  for (unsigned i = 0; i < 3; ++i) load.add(0, 2);
  EXPECT_EQ(load.take(), 3) << "all come to s2 over its only link";
  load.add(2, 2);
  EXPECT_EQ(load.take(), 0) << "they stay on their switch";
  load.add(3, 3);
  load.add(3, 0);
  EXPECT_EQ(load.take(), 1) << "s3 has no links";
}

// s0 = s1 with a link of 4x and one of 1x, s1 - s2 with one of 8x; the CAs have 4x.
TEST(LeastLoad, IsTime) {
  Blueprint blueprint(uneven_row());
  for (Blueprint::Link& link : blueprint.links) {
    if (link.a == 0 && link.port_a == 2) link.attributes.width = 1;
    if (link.b == 2) link.attributes.width = 8;
  }
  const Fabric fabric = blueprint.build();
  const FabricIndex index(fabric);
  LeastLoad load(index, LinkTimes(index));
  EXPECT_EQ(load.time(2, 3), 1.5);
  EXPECT_EQ(load.time(0, 5), 4) << "in the time of 4, one link has room for 4 flows and one for 1";
  EXPECT_EQ(load.time(3, 5), 0) << "it has no links";
}

TEST(LeastLoad, OfAllShiftsIsThatOfTheirFlows) {
  const Fabric fabric = uneven_row();
  const FabricIndex index(fabric);
  // Both CAs of each switch, and a place for nobody.
  const std::vector<EndPortIndex> order = {0, 1, 2, 3, kNone, 4, 5};
  const std::vector<double> loads = least_shift_loads(index, LinkTimes(index), order, Workers(2));
  const std::vector<double> every_second =
      least_shift_loads(index, LinkTimes(index), order, Workers(2), 2);
  ASSERT_EQ(every_second.size(), loads.size() / 2);
  for (std::size_t i = 0; i < every_second.size(); ++i)
    EXPECT_EQ(every_second[i], loads[2 * i + 1]);
  const Pattern pattern = {PatternKind::kShift};
  const Placement placement(order);
  Phases phases(fabric, placement, pattern);
  ASSERT_EQ(loads.size(), phases.count());
  LeastLoad load(index, LinkTimes(index));
  std::vector<Flow> flows;
  for (const double least : loads) {
    phases.next(flows);
    for (const Flow& flow : flows) {
      load.add(fabric.end_ports()[flow.source].sw, fabric.end_ports()[flow.destination].sw);
    }
    EXPECT_EQ(least, load.take());
  }
  EXPECT_EQ(loads[0], 1) << "by 1, one of s2 sends to s0";
  EXPECT_EQ(loads[2], 2) << "by 3, both of s1 send to s2";
}

}  // namespace
}  // namespace weft
