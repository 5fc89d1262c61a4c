#include "plugins/layered/layers.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

TEST(Layers, LinksHaveThoseOfTheirDataVls) {
  const test::LayersOn line(test::with_data_vls(test::line(), 2));
  const std::vector<Lane> lanes = {{.sl = 5, .vl = 1}, {.sl = 0, .vl = 2}};
  Layers layers(line.links, lanes);
  EXPECT_EQ(layers.of(0), 0);
  for (int i = 0; i < 3; ++i) layers.open({});
  EXPECT_EQ(layers.count(), 3u);
  // The lane on VL 1, and the layer beyond the lanes, which is on none.
  EXPECT_EQ(layers.of(0), 0b101);
}

TEST(Layers, TurnsThatGoAlongTheirOrderAscend) {
  const test::LayersOn line(test::line(), 2);
  Layers layers(line.links, line.request.lanes.lanes);
  layers.open(line.order({0, 1, 2}));
  layers.open(line.order({2, 1, 0}));
  EXPECT_EQ(layers.ascending({line.link(2, 1), line.link(1, 0)}), 0b10);
  EXPECT_EQ(layers.ascending({line.link(0, 1), line.link(1, 2)}), 0b11) << "by number";
}

TEST(Layers, WhatAscendsCanBeWrittenDownUntilALayerChanges) {
  const test::LayersOn line(test::line(), 2);
  Layers layers(line.links, line.request.lanes.lanes);
  const LinkTurn up = {line.link(0, 1), line.link(1, 2)};
  const LinkTurn down = {line.link(2, 1), line.link(1, 0)};
  layers.open({});
  layers.note_ascending();
  layers.open(line.order({2, 1, 0}));
  const auto expect_as_without = [&] {
    for (const LinkTurn turn : {up, down}) {
      for (unsigned k = 0; k < 2; ++k) {
        EXPECT_EQ(layers.ascending(turn) >> k & 1,
                  layers.place(k, turn.from) < layers.place(k, turn.to));
      }
    }
  };
  expect_as_without();
  layers.note_ascending();
  expect_as_without();
  const LinkTurn against = (layers.ascending(up) & 1) != 0 ? down : up;
  ASSERT_EQ(layers.ascending(against) & 1, 0);
  ASSERT_TRUE(layers.add(0, std::vector<LinkTurn>{against}));
  expect_as_without();
  EXPECT_EQ(layers.ascending(against) & 1, 1);
}

TEST(Layers, HoldTurnsThatCloseNoCycle) {
  test::Sketch sketch(3);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, (s + 1) % 3, 2);
  const test::LayersOn ring(sketch.build(), 2);
  Layers layers(ring.links, ring.request.lanes.lanes);
  layers.open({});
  layers.open({});
  const LinkTurn at1 = {ring.link(0, 1), ring.link(1, 2)};
  const LinkTurn at2 = {ring.link(1, 2), ring.link(2, 0)};
  const LinkTurn at0 = {ring.link(2, 0), ring.link(0, 1)};
  EXPECT_TRUE(layers.add(0, std::vector<LinkTurn>{at1, at2}));
  EXPECT_FALSE(layers.add(0, std::vector<LinkTurn>{at0}));
  EXPECT_TRUE(layers.add(1, std::vector<LinkTurn>{at0}));
  EXPECT_EQ(layers.holding(at1), 0b01);
  EXPECT_EQ(layers.holding(at0), 0b10);
  EXPECT_GT(layers.work(), 0u);
}

TEST(Layers, MayBeginWithTurns) {
  const test::LayersOn line(test::line());
  std::vector<bool> turns(line.links.turn_count());
  const LinkTurn down = {line.link(2, 1), line.link(1, 0)};
  turns[line.links.turn(down.from, down.to)] = true;
  Layers layers(line.links, line.request.lanes.lanes);
  layers.open_with(turns);
  EXPECT_EQ(layers.holding(down), 1);
  EXPECT_EQ(layers.holding({line.link(0, 1), line.link(1, 2)}), 0);
  EXPECT_LT(layers.place(0, down.from), layers.place(0, down.to));
}

TEST(Layers, TakeNoTurnAgainstTheirOrderAfterTooMuchWork) {
  const test::LayersOn square(test::square());
  const auto taken = [&](std::uint64_t most_work) {
    Layers layers(square.links, square.request.lanes.lanes, most_work);
    // Two ways from 3 to 0, each against the order.
    layers.open(square.order({1, 0, 2, 0}));
    unsigned count = 0;
    for (const SwitchIndex middle : {1u, 2u}) {
      const LinkTurn turn = {square.link(3, middle), square.link(middle, 0)};
      EXPECT_GT(layers.place(0, turn.from), layers.place(0, turn.to));
      count += layers.add(0, std::vector<LinkTurn>{turn}) ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(taken(100), 2u);
  EXPECT_EQ(taken(0), 1u);
}

}  // namespace
}  // namespace weft
