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
  Sketch other(3, 10);  // eight hosts on s0, one on s1
  for (SwitchIndex s = 0; s < 2; ++s) other.link(s, 1, 2, static_cast<PortNum>(s + 1));
  for (unsigned i = 0; i < 8; ++i) other.ca(0, static_cast<PortNum>(2 + i));
  other.ca(1, 2);
  EXPECT_EQ(leaf_switches(other.build()), (std::vector<SwitchIndex>{0}));
}

TEST(LeafSwitches, WithoutHostsThereAreNone) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  EXPECT_TRUE(leaf_switches(sketch.build()).empty());
}

}  // namespace
}  // namespace weft
