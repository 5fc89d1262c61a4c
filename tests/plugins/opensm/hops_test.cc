#include "plugins/opensm/hops.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_switch;

// s0, s1, s2 in a row, s0 and s1 joined by two links.
TEST(HopCounts, AreThoseOfTheMatrix) {
  test::Sketch sketch(3, 3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 3, 2, 1);
  const Fabric fabric = sketch.build();
  test::OpensmSubnet subnet(fabric);
  TableBlock tables(fabric.switch_count(), fabric.max_lid());
  const Workers workers(1);
  LidMatrix matrix(fabric, tables.tables(), {Orientation(), false}, {}, workers);
  osm_switch_t* const switches[] = {&subnet.sw(0), &subnet.sw(1), &subnet.sw(2)};
  fill_hop_counts(fabric, matrix, switches, workers);

  const auto key = [&](SwitchIndex s, SwitchIndex to, PortNum port) {
    return std::tuple<const osm_switch_t*, Lid, PortNum>(&subnet.sw(s), lid_of_switch(to), port);
  };
  const std::map<std::tuple<const osm_switch_t*, Lid, PortNum>, std::uint8_t> expected = {
      {key(0, 0, 0), 0}, {key(0, 1, 1), 1}, {key(0, 1, 2), 1}, {key(0, 2, 1), 2},
      {key(0, 2, 2), 2}, {key(1, 1, 0), 0}, {key(1, 0, 1), 1}, {key(1, 0, 2), 1},
      {key(1, 2, 3), 1}, {key(2, 2, 0), 0}, {key(2, 1, 1), 1}, {key(2, 0, 1), 2}};
  for (const auto& [where, hops] : expected) {
    ASSERT_TRUE(test::opensm_doubles().hops.contains(where));
    EXPECT_EQ(test::opensm_doubles().hops.at(where), hops);
  }
  EXPECT_FALSE(test::opensm_doubles().hops.contains(key(2, 0, 2)));  // leads nowhere
}

TEST(HopCounts, AStopEndsThem) {
  const Fabric fabric = test::Sketch(1).build();
  test::OpensmSubnet subnet(fabric);
  TableBlock tables(1, fabric.max_lid());
  LidMatrix matrix(fabric, tables.tables(), {Orientation(), false}, {}, Workers(1));
  osm_switch_t* const switches[] = {&subnet.sw(0)};
  EXPECT_THROW(fill_hop_counts(fabric, matrix, switches, Workers(1, [] { return true; })), Stopped);
  EXPECT_TRUE(test::opensm_doubles().hops.empty());
}

}  // namespace
}  // namespace weft
