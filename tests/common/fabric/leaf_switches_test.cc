#include "common/fabric/leaf_switches.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

TEST(LeafSwitches, AFewHostsOnASpineMakeNoLeafOfIt) {
  Sketch sketch(4);
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
    sketch.link(leaf, 1, 3, static_cast<PortNum>(leaf + 1));
    for (unsigned i = 0; i < (leaf == 0 ? 1 : 4); ++i) sketch.ca(leaf, static_cast<PortNum>(8 - i));
  }
  EXPECT_EQ(leaf_switches(sketch.build()), (std::vector<SwitchIndex>{0, 1, 2}))
      << "one host of four is enough";
  Sketch other(2, 10);  // eight hosts on s0, one on s1 above it
  other.link(0, 1, 1, 1);
  for (unsigned i = 0; i < 8; ++i) other.ca(0, static_cast<PortNum>(2 + i));
  other.ca(1, 2);
  EXPECT_EQ(leaf_switches(other.build()), (std::vector<SwitchIndex>{0}));
}

TEST(LeafSwitches, ThoseWithFewHostsAreToldFromSpines) {
  Sketch sketch(5, 16);  // twelve hosts on s0, one on s1, s2 and the spine s3
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) {
    for (SwitchIndex spine = 3; spine < 5; ++spine) {
      sketch.link(leaf, static_cast<PortNum>(spine), spine, static_cast<PortNum>(leaf + 1));
    }
  }
  for (unsigned i = 0; i < 12; ++i) sketch.ca(0, static_cast<PortNum>(5 + i));
  for (SwitchIndex s = 1; s < 4; ++s) sketch.ca(s, 8);
  EXPECT_EQ(leaf_switches(sketch.build()), (std::vector<SwitchIndex>{0, 1, 2}));
}

TEST(LeafSwitches, ARootWithAFewHostsIsNone) {
  // Leaf switches s0 to s3 below s4 and s5, these below s6, and s7 beside s0 below s4.
  Sketch sketch(8, 16);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    sketch.link(leaf, 1, 4 + leaf / 2, static_cast<PortNum>(leaf + 1));
    for (unsigned i = 0; i < 8; ++i) sketch.ca(leaf, static_cast<PortNum>(2 + i));
  }
  for (SwitchIndex s = 4; s < 6; ++s) sketch.link(s, 8, 6, static_cast<PortNum>(s));
  sketch.link(7, 1, 4, 9);
  sketch.ca(6, 1);
  sketch.ca(7, 2);
  EXPECT_EQ(leaf_switches(sketch.build()), (std::vector<SwitchIndex>{0, 1, 2, 3, 7}));
}

TEST(LeafSwitches, WithoutHostsThereAreNone) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  EXPECT_TRUE(leaf_switches(sketch.build()).empty());
}

}  // namespace
}  // namespace weft
