// The scan decides how much verify() has to walk; that verify() is right either way is for
// verify_test.cc and the property.
#include "common/verify/up_down_scan.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;

// The destination switches that the scan leaves in doubt.
std::set<SwitchIndex> doubted(const Routed& routed) {
  const FabricIndex index(routed.fabric);
  const Destinations destinations(index);
  const Directions directions(index);
  UpDownScan scan(index, destinations, directions, 1);
  const ConstTables tables = routed.block.tables();
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) scan.scan(0, s, tables.row(s));
  const std::vector<bool> doubtful = scan.doubtful();
  std::set<SwitchIndex> switches;
  for (std::size_t d = 0; d < destinations.count(); ++d) {
    if (doubtful[d]) switches.insert(destinations.switches[d]);
  }
  return switches;
}

// Spines s0 and s1 over the leaves s2, s3 and s4 with a CA each. Port 1 + i of a spine leads to
// leaf 2 + i, port 1 + j of a leaf to spine j. All packets go over s0.
Routed tree() {
  test::Sketch sketch(5);
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) {
    for (SwitchIndex spine = 0; spine < 2; ++spine) {
      sketch.link(spine, static_cast<PortNum>(leaf - 1), leaf, static_cast<PortNum>(1 + spine));
    }
  }
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) sketch.ca(leaf, 8);
  Routed routed(sketch);
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) routed.all_else(leaf, 1);
  for (SwitchIndex spine = 0; spine < 2; ++spine) {
    for (SwitchIndex leaf = 2; leaf < 5; ++leaf) {
      routed.entry(spine, lid_of_switch(leaf)) = static_cast<PortNum>(leaf - 1);
      routed.entry(spine, lid_of_ca(leaf - 2)) = static_cast<PortNum>(leaf - 1);
    }
  }
  return routed;
}

TEST(UpDownScan, GoodTablesOfATreeNeedNoWalk) { EXPECT_TRUE(doubted(tree()).empty()); }

TEST(UpDownScan, AWrongEntryPutsItsDestinationInDoubtAlone) {
  for (const int entry : {0, 7, 9, 255}) {
    Routed routed = tree();
    routed.entry(0, lid_of_ca(1)) = static_cast<PortNum>(entry);
    EXPECT_EQ(doubted(routed), (std::set<SwitchIndex>{3})) << entry;
  }
}

TEST(UpDownScan, SoDoesAPathThatTurnsUpAgain) {
  Routed routed = tree();
  routed.entry(0, lid_of_ca(1)) = 1;  // down to s2, which goes up to s1
  routed.entry(2, lid_of_ca(1)) = 2;
  EXPECT_EQ(doubted(routed), (std::set<SwitchIndex>{3}));
  EXPECT_TRUE(routed.verdict().reaches_all()) << "s1 knows the way";
}

// Where all switches have end ports their numbers decide what is up: the step from s4 to s0 leads
// down, and packets that go on behind it turn up. Those to s0 do not, and those to s4 never get to
// that step.
TEST(UpDownScan, ARingIsInDoubtBehindItsStepDown) {
  EXPECT_EQ(doubted(test::clockwise_ring(5)), (std::set<SwitchIndex>{1, 2, 3}));
}

}  // namespace
}  // namespace weft
