#include "plugins/up_down/stranded_switches.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Switches = std::vector<SwitchIndex>;

// Leaf switches s0 and s1 with six CAs each, below spines s2, s3 and s4 with a CA each.
struct Spines : test::Routed {
  Spines() : Routed(sketch()) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (const EndPort& port : fabric.end_ports()) {
        if (port.sw != s) block.tables().row(s)[port.lid] = 1;  // whatever that leads to
      }
    }
  }
  static Fabric sketch() {
    test::Sketch sketch(5, 16);
    for (const SwitchIndex leaf : {0u, 1u}) {
      for (PortNum spine = 2; spine < 5; ++spine) {
        sketch.link(leaf, spine, spine, static_cast<PortNum>(1 + leaf));
      }
      for (PortNum port = 6; port < 12; ++port) sketch.ca(leaf, port);
    }
    for (const SwitchIndex spine : {2u, 3u, 4u}) sketch.ca(spine, 8);
    return sketch.build();
  }
  // From a switch to all CAs of another.
  void cut(SwitchIndex from, SwitchIndex to) {
    for (const EndPort& port : fabric.end_ports()) {
      if (port.sw == to) block.tables().row(from)[port.lid] = kNoPath;
    }
  }
  Switches stranded() const { return stranded_switches(fabric, block.tables(), Workers(1)); }
};

TEST(StrandedSwitches, AreNoneWhereNothingIsMissing) { EXPECT_EQ(Spines().stranded(), Switches{}); }

TEST(StrandedSwitches, AreThoseWithMostOfTheMissingPairs) {
  Spines spines;
  spines.cut(2, 3);
  spines.cut(3, 4);
  EXPECT_EQ(spines.stranded(), Switches{3});
  spines.cut(2, 4);
  EXPECT_EQ(spines.stranded().size(), 2u);
}

TEST(StrandedSwitches, AreUpperOnes) {
  Spines spines;
  spines.cut(0, 2);
  EXPECT_EQ(spines.stranded(), Switches{2});
  spines.cut(0, 1);
  EXPECT_EQ(spines.stranded(), Switches{}) << "nothing is to be done for two leaf switches";
}

TEST(StrandedSwitches, AreFew) {
  constexpr SwitchIndex kSpines = 8;
  test::Sketch sketch(1 + kSpines, 16);
  for (SwitchIndex spine = 1; spine <= kSpines; ++spine) {
    sketch.link(0, static_cast<PortNum>(spine), spine, 1);
    sketch.ca(spine, 2);
  }
  for (PortNum port = 10; port < 16; ++port) sketch.ca(0, port);
  const test::Routed nothing(sketch);  // no pair has a path but those of one switch
  EXPECT_EQ(stranded_switches(nothing.fabric, nothing.block.tables(), Workers(1)), Switches{});
}

}  // namespace
}  // namespace weft
