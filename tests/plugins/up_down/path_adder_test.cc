#include "plugins/up_down/path_adder.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "common/graph/switch_graph.h"
#include "plugins/up_down/updn.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

constexpr unsigned kAny = std::numeric_limits<unsigned>::max();

// Spines s0 and s1 with a CA each, a0 and a1, over the leaves s2 and s3, which the ports 2 and 3 of
// the spines lead to. Rows hold up*/down* alone: nothing leads from s0 to a1.
struct TwoSpines {
  static Fabric fabric() {
    test::Sketch sketch(4);
    for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
      sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
      sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    }
    for (SwitchIndex s = 0; s < 2; ++s) sketch.ca(s, 8);
    return sketch.build();
  }
  static Options options() {
    Options options = test::with_roots({1, 2});
    options.calculate_missing_routes = false;
    return options;
  }

  TwoSpines() {
    const auto up = [&](LinkIndex l) {
      return routed.routing.notes.orientation.goes_up(links[l].from, links[l].to);
    };
    turns.add_where([&](LinkTurn turn) {
      return links[turn.from].from != links[turn.to].to && (up(turn.from) || !up(turn.to));
    });
  }
  // Adds a path from s0 to a1.
  bool add(unsigned most_reverse_hops) {
    PathAdder adder({routed.fabric, plain, nullptr, workers}, table, routed.block.tables(), turns);
    return adder.add({1, {lid_of_ca(1)}, {0}, true, most_reverse_hops});
  }

  test::EngineOutcome routed{updn_engine(), fabric(), options()};
  Options plain;
  Workers workers{1};
  HopTable table = up_down_hop_table(SwitchGraph(routed.fabric), routed.routing.notes.orientation,
                                     std::vector<SwitchIndex>{0, 1, 2, 3}, workers);
  Links links = Links(routed.fabric);
  AcyclicTurns turns{links};
};

TEST(PathAdder, ConnectsTwoSpinesOverALeaf) {
  TwoSpines spines;
  ASSERT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
  EXPECT_TRUE(spines.add(kAny));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), 2u) << "the first of two leaves";
  EXPECT_EQ(spines.routed.entry(2, lid_of_ca(1)), 2u);
  EXPECT_TRUE(spines.add(kAny)) << "it is connected";
}

TEST(PathAdder, SomeMayNotGoUpAgain) {
  TwoSpines spines;
  EXPECT_FALSE(spines.add(0));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
  EXPECT_TRUE(spines.add(1));
}

TEST(PathAdder, WhatWouldCloseACycleIsNotAdded) {
  TwoSpines spines;
  // Down from s1 and up to s0 is there at both leaves. Down from s0 and up to s1 at one of them,
  // and from s1 on to the other, would come back to where it began.
  for (const SwitchIndex leaf : {2u, 3u}) {
    const LinkIndex down = spines.links.at(1, static_cast<PortNum>(leaf));
    ASSERT_TRUE(spines.turns.add({down, spines.links.at(leaf, 1)}));
  }
  EXPECT_FALSE(spines.add(kAny));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
}

}  // namespace
}  // namespace weft
