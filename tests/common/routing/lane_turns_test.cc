#include "common/routing/lane_turns.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using test::Sketch;

// s0 - s1 - s2, with a CA at s0 and at s2: links 0, from s0; 1 and 2, from s1; 3, from s2.
Routed path() {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 2, 2);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  Routed routed(sketch);
  for (const SwitchIndex s : {0u, 1u}) routed.entry(s, lid_of_ca(1)) = 1;
  for (const SwitchIndex s : {2u, 1u}) routed.entry(s, lid_of_ca(0)) = 2;
  return routed;
}

TEST(LaneTurns, AreThoseOfPathsByTheirSls) {
  Routed routed = path();
  const Links links(routed.fabric);
  const auto at = [&](const std::vector<std::uint16_t>& sls, LinkTurn turn) {
    return sls[static_cast<std::size_t>(links.turn(turn.from, turn.to))];
  };
  const auto of_one = turns_by_sl(routed.fabric, links, routed.block.tables(), nullptr, Workers(1));
  const LinkIndex on[] = {links.at(0, 1), links.at(1, 1)};
  const LinkIndex back[] = {links.at(2, 2), links.at(1, 2)};
  EXPECT_EQ(at(of_one, {on[0], on[1]}), 1u);
  EXPECT_EQ(at(of_one, {back[0], back[1]}), 1u);
  EXPECT_EQ(at(of_one, {on[0], back[1]}), 0u);

  SlBySwitch plan;
  plan.rows.assign(3, std::vector<Sl>(lid_of_ca(1) + std::size_t{1}, 2));
  plan.rows[2].clear();
  const auto of_two = turns_by_sl(routed.fabric, links, routed.block.tables(), &plan, Workers(1));
  EXPECT_EQ(at(of_two, {on[0], on[1]}), 4u);
  EXPECT_EQ(at(of_two, {back[0], back[1]}), 1u);
}

TEST(LaneTurns, OfSomeLidsAndOtherNumbers) {
  Routed routed = path();
  const Links links(routed.fabric);
  const Lid lid = lid_of_ca(1);
  std::vector<SwitchIndex> asked;
  const auto number = [&](SwitchIndex from, Lid to) {
    EXPECT_EQ(to, lid);
    asked.push_back(from);
    return 5u;
  };
  const auto made =
      turns_by_number(routed.fabric, links, routed.block.tables(), {&lid, 1}, number, Workers(1));
  EXPECT_EQ(made[links.turn(links.at(0, 1), links.at(1, 1))], 1u << 5);
  EXPECT_EQ(made[links.turn(links.at(2, 2), links.at(1, 2))], 0u) << "to the other LID";
  EXPECT_EQ(asked, (std::vector<SwitchIndex>{0})) << "s1 has no end ports, and s2 no path";
}

TEST(LaneTurns, OfTablesWithLoopsAndWithoutPaths) {
  Routed routed = path();
  routed.entry(1, lid_of_ca(1)) = 2;  // back to where it came from
  routed.entry(1, lid_of_ca(0)) = 200;
  const Links links(routed.fabric);
  const auto sls = turns_by_sl(routed.fabric, links, routed.block.tables(), nullptr, Workers(1));
  std::size_t made = 0;
  for (const std::uint16_t set : sls) made += set != 0 ? 1 : 0;
  EXPECT_EQ(made, 2u);  // straight back at s1 and at s0
}

}  // namespace
}  // namespace weft
