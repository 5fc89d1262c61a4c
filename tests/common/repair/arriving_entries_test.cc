#include "common/repair/arriving_entries.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;
using Missing = std::vector<std::pair<Lid, SwitchIndex>>;

// s0 - s1 - s2, with a CA each at port 3; port 1 leads down the line, port 2 up.
Routed line() {
  test::Sketch sketch(3);
  sketch.link(0, 2, 1, 1);
  sketch.link(1, 2, 2, 1);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  Routed routed(sketch);
  routed.all_else(0, 2);
  routed.all_else(2, 1);
  for (const Lid lid : {lid_of_switch(0), lid_of_ca(0)}) routed.entry(1, lid) = 1;
  for (const Lid lid : {lid_of_switch(2), lid_of_ca(2)}) routed.entry(1, lid) = 2;
  return routed;
}

ArrivingEntries arriving(Routed& routed) {
  return find_arriving(routed.fabric, routed.block.tables(), Workers(2));
}

TEST(ArrivingEntries, AreAllOfGoodTables) {
  Routed routed = line();
  const ArrivingEntries found = arriving(routed);
  EXPECT_EQ(found.missing, Missing());
  EXPECT_EQ(found.wanted, 18u);
  for (SwitchIndex s = 0; s < 3; ++s) {
    for (unsigned lid = 0; lid <= routed.fabric.max_lid(); ++lid) {
      EXPECT_EQ(found.tables->tables().row(s)[lid], routed.entry(s, static_cast<Lid>(lid)));
    }
  }
}

TEST(ArrivingEntries, AreNotThoseOfACircle) {
  Routed routed = line();
  routed.entry(1, lid_of_ca(2)) = 1;
  const ArrivingEntries found = arriving(routed);
  EXPECT_EQ(found.missing, (Missing{{lid_of_ca(2), 0}, {lid_of_ca(2), 1}}));
  EXPECT_EQ(found.tables->tables().row(0)[lid_of_ca(2)], kNoPath);
  EXPECT_EQ(found.tables->tables().row(2)[lid_of_ca(2)], 3);
}

TEST(ArrivingEntries, AreNotThoseOverLinksAndPortsThatAreNotThere) {
  for (const PortNum port : {PortNum{0}, PortNum{3}, PortNum{5}, PortNum{200}}) {
    Routed routed = line();
    routed.entry(0, lid_of_ca(1)) = port;  // of itself, of a CA, of nothing, no port
    EXPECT_EQ(arriving(routed).missing, (Missing{{lid_of_ca(1), 0}})) << unsigned{port};
  }
}

TEST(ArrivingEntries, OfOthersStayWhereTheLastSwitchIsWrong) {
  Routed routed = line();
  routed.entry(2, lid_of_ca(2)) = 4;
  const ArrivingEntries found = arriving(routed);
  EXPECT_EQ(found.missing, (Missing{{lid_of_ca(2), 2}}));
  EXPECT_EQ(found.tables->tables().row(0)[lid_of_ca(2)], 2);
}

TEST(ArrivingEntries, AreNotMissedToSwitchesWhereNoneIsSet) {
  Routed routed = line();
  routed.entry(0, lid_of_switch(2)) = kNoPath;
  routed.entry(0, lid_of_ca(2)) = kNoPath;
  EXPECT_EQ(arriving(routed).missing, (Missing{{lid_of_ca(2), 0}}));
}

TEST(ArrivingEntries, AreAllMissedOfASwitchWithoutTables) {
  Routed routed = line();
  for (unsigned lid = 0; lid <= routed.fabric.max_lid(); ++lid) {
    routed.entry(2, static_cast<Lid>(lid)) = kNoPath;
  }
  Missing all;
  for (const Lid lid : {lid_of_switch(0), lid_of_switch(1), lid_of_switch(2), lid_of_ca(0),
                        lid_of_ca(1), lid_of_ca(2)}) {
    all.emplace_back(lid, 2);
  }
  EXPECT_EQ(arriving(routed).missing, all);
}

}  // namespace
}  // namespace weft
