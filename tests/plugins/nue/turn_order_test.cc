#include "plugins/nue/turn_order.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(TurnOrder, OfUpDownGoesUpFirst) {
  // Highest first: s0, s1, s2, s3; link 2 s leads from s on to s + 1, link 2 s + 1 back.
  const Fabric ring = test::clockwise_ring(4).fabric;
  const Links links(ring);
  const Orientation direction = {{0, 1, 2, 3}};
  const TurnOrder turns = up_down_turns(links, direction);
  for (LinkIndex first = 0; first < links.count(); ++first) {
    for (const Link& then : links.all()) {
      if (links[first].to != then.from || links[first].from == then.to) continue;
      const LinkIndex next = links.at(then.from, then.port);
      const bool goes_down = !direction.goes_up(links[first].from, links[first].to);
      EXPECT_EQ(turns.allows(first, next), !(goes_down && direction.goes_up(then.from, then.to)))
          << first << " " << next;
    }
  }
}

// The busiest link of nue beside what each link would carry at least on average.
TEST(TurnOrder, OfDimensionsTakesShortestPathsWhereThereAreNoRings) {
  for (const Fabric& fabric :
       {make_mesh({.dims = {4, 5}, .cas = 1}), make_hyperx({.dims = {4, 3}, .cas = 1}),
        make_hypercube({.dimensions = 4, .cas = 1})}) {
    const Links links(fabric);
    const auto turns = dimension_order_turns(fabric, links);
    ASSERT_TRUE(turns.has_value());
    EXPECT_GT(all_turns(links, *turns).order().size(), 0u);
  }
}

TEST(TurnOrder, OfDimensionsCutsEachRing) {
  const Fabric ring = make_torus({.dims = {5, 6}, .cas = 1});
  const Links links(ring);
  const auto turns = dimension_order_turns(ring, links);
  ASSERT_TRUE(turns.has_value());
  unsigned straight = 0;
  unsigned cut = 0;
  unsigned bent = 0;
  for (LinkIndex first = 0; first < links.count(); ++first) {
    for (std::uint32_t i = 0; i < links.count_of(links.to(first)); ++i) {
      const LinkIndex then = links.first_of(links.to(first)) + i;
      if (links.to(then) == links[first].from) continue;
      const SwitchIndex a = links[first].from;
      const SwitchIndex b = links.to(then);
      const bool is_straight = a / 6 == b / 6 || a % 6 == b % 6;
      if (!is_straight) {
        bent += turns->allows(first, then) ? 1 : 0;
      } else {
        ++straight;
        cut += turns->allows(first, then) ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(straight, 30u * 4);
  EXPECT_EQ(cut, (6u + 5u) * 2) << "in each direction of each ring at one switch";
  EXPECT_EQ(bent, 30u * 4) << "from either direction of the one dimension into both of the other";
}

TEST(TurnOrder, OfDimensionsIsForCompleteProducts) {
  const auto has_one = [](const Fabric& fabric) {
    return dimension_order_turns(fabric, Links(fabric)).has_value();
  };
  const Fabric torus = make_torus({.dims = {5, 6}, .cas = 1});
  EXPECT_TRUE(has_one(torus));
  EXPECT_FALSE(has_one(with_failures(torus, {.links = {1}})));
  EXPECT_FALSE(has_one(with_failures(torus, {.switches = {1}})));
  EXPECT_FALSE(has_one(make_xgft({.down = {4, 6}, .up = {1, 4}})));
  EXPECT_FALSE(has_one(make_xgft({.down = {4}, .up = {1}})));
}

}  // namespace
}  // namespace weft
