#include "common/patterns/least_load.h"

#include <gtest/gtest.h>

#include <vector>

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
  LeastLoad load(index);
  EXPECT_EQ(load.links(0), 2u);
  EXPECT_EQ(load.links(1), 3u);
  EXPECT_EQ(load.take(), 0u);
  for (unsigned i = 0; i < 3; ++i) load.add(0, 1);
  EXPECT_EQ(load.take(), 2u) << "three flows over two links";
  EXPECT_EQ(load.take(), 0u) << "they are forgotten";
  for (unsigned i = 0; i < 3; ++i) load.add(0, 2);
  EXPECT_EQ(load.take(), 3u) << "all come to s2 over its only link";
  load.add(2, 2);
  EXPECT_EQ(load.take(), 0u) << "they stay on their switch";
  load.add(3, 3);
  load.add(3, 0);
  EXPECT_EQ(load.take(), 1u) << "s3 has no links";
}

TEST(LeastLoad, OfAllShiftsIsThatOfTheirFlows) {
  const Fabric fabric = uneven_row();
  const FabricIndex index(fabric);
  // Both CAs of each switch, and a place for nobody.
  const std::vector<EndPortIndex> order = {0, 1, 2, 3, kNone, 4, 5};
  const std::vector<std::uint64_t> loads = least_shift_loads(index, order, Workers(2));
  const Pattern pattern = {PatternKind::kShift};
  const Placement placement(order);
  Phases phases(fabric, placement, pattern);
  ASSERT_EQ(loads.size(), phases.count());
  LeastLoad load(index);
  std::vector<Flow> flows;
  for (const std::uint64_t least : loads) {
    phases.next(flows);
    for (const Flow& flow : flows) {
      load.add(fabric.end_ports()[flow.source].sw, fabric.end_ports()[flow.destination].sw);
    }
    EXPECT_EQ(least, load.take());
  }
  EXPECT_EQ(loads[0], 1u) << "by 1, one of s2 sends to s0";
  EXPECT_EQ(loads[2], 2u) << "by 3, both of s1 send to s2";
}

}  // namespace
}  // namespace weft
