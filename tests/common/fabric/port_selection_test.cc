#include "common/fabric/port_selection.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// Two switches with 40 ports each, so that the ports of the second begin in the first word and end
// in the next one, and two CAs.
Fabric two_wide_switches() {
  test::Sketch sketch(2, 40);
  sketch.ca(0, 1);
  sketch.ca(1, 1);
  return sketch.build();
}

TEST(PortSelection, HasWhatWasAdded) {
  const Fabric fabric = two_wide_switches();
  PortSelection set(fabric);
  EXPECT_TRUE(set.empty());
  set.add_switch_port(fabric, 0, 40);
  set.add_switch_port(fabric, 1, 0);
  set.add_switch_port(fabric, 1, 40);
  set.add_end_port(0);
  set.add_end_port(0);
  EXPECT_EQ(set.size(), 4u);
  for (SwitchIndex s = 0; s < 2; ++s) {
    for (PortNum p = 0; p <= 40; ++p) {
      EXPECT_EQ(set.has_switch_port(fabric, s, p), p == 40 || (s == 1 && p == 0)) << s << " " << +p;
    }
  }
  EXPECT_TRUE(set.has_end_port(0));
  EXPECT_FALSE(set.has_end_port(1));
}

TEST(PortSelection, SetsAreJoinedAndSubtracted) {
  const Fabric fabric = two_wide_switches();
  PortSelection left(fabric);
  left.add_switch_port(fabric, 0, 3);
  left.add_end_port(0);
  PortSelection right(fabric);
  right.add_switch_port(fabric, 1, 39);
  right.add_end_port(0);
  PortSelection both = left;
  both |= right;
  EXPECT_EQ(both.size(), 3u);
  both -= right;
  EXPECT_EQ(both.size(), 1u);
  EXPECT_TRUE(both.has_switch_port(fabric, 0, 3));
  EXPECT_FALSE(both.has_end_port(0));
  both.add_end_port(0);
  EXPECT_EQ(both, left);
}

}  // namespace
}  // namespace weft
