#include "common/repair/turns_in_use.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

// A ring of four, all paths clockwise: to each CA two turns.
TEST(TurnsInUse, AreThoseOfPathsOnTheSlsOfThoseThatSend) {
  const test::Routed ring = test::clockwise_ring(4);
  const Links links(ring.fabric);
  const auto turn_at = [&](SwitchIndex s) {
    return links.turn(links.at((s + 3) % 4, 1), links.at(s, 1));
  };
  const auto lids = static_cast<Lid>(ring.fabric.max_lid());
  LanePlan plan = sl_by_switch(4, lids, 0);
  auto& rows = std::get<SlBySwitch>(plan).rows;
  rows[1][lid_of_ca(0)] = 2;  // turns at 2 and 3
  SlBySwitch before = sl_by_switch(4, lids, 0);
  before.rows[0][lid_of_ca(2)] = 5;  // turns at 1
  const std::vector<LanePlan> granted = {before};
  PairLanes lanes(ring.fabric, first_lanes(8), {}, granted, /*replies=*/false, plan);
  const TurnsInUse in_use =
      turns_in_use(ring.fabric, links, lanes, std::as_const(ring.block).tables());
  EXPECT_EQ(in_use.now[turn_at(0)], 0b1);
  EXPECT_EQ(in_use.now[turn_at(1)], 0b1);
  EXPECT_EQ(in_use.now[turn_at(2)], 0b101);
  EXPECT_EQ(in_use.now[turn_at(3)], 0b101);
  EXPECT_EQ(in_use.granted[turn_at(0)], 0b1);
  EXPECT_EQ(in_use.granted[turn_at(1)], 0b100001);
  EXPECT_EQ(in_use.granted[turn_at(2)], 0b101);
  const auto back = links.turn(links.at(1, 2), links.at(0, 2));
  EXPECT_EQ(in_use.granted[back], 0);
}

}  // namespace
}  // namespace weft
