// Paths over hubs, on two roots over two leaves.
#include "plugins/up_down/valley_paths.h"

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
using test::lid_of_switch;

constexpr unsigned kAny = std::numeric_limits<unsigned>::max();

// Spines s0 and s1 with a CA each, a0 and a1, over the leaves s2 and s3, which the ports 2 and 3 of
// the spines lead to. Rows hold up*/down* alone.
struct TwoSpines {
  TwoSpines() {
    turns.add_where([&](LinkTurn turn) {
      return is_up_down_turn(links, routed.routing.notes.orientation, turn);
    });
  }
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
  // A hub at s3, between the roots.
  void add_hub() {
    hubs.push_back({3, {links.at(3, 1), links.at(3, 2)}});
    ASSERT_TRUE(turns.add({links.at(0, 3), links.at(3, 2)}));
    ASSERT_TRUE(turns.add({links.at(1, 3), links.at(3, 1)}));
  }
  MissingPaths add(const MissingPaths& missing) {
    return ValleyPaths(routed.fabric, table, routed.block.tables(), turns, hubs).add(missing);
  }

  test::EngineOutcome routed{updn_engine(), fabric(), options()};
  Workers workers{1};
  HopTable table = up_down_hop_table(SwitchGraph(routed.fabric), routed.routing.notes.orientation,
                                     std::vector<SwitchIndex>{0, 1, 2, 3}, workers);
  Links links = Links(routed.fabric);
  AcyclicTurns turns{links};
  std::vector<Hub> hubs;
};

TEST(ValleyPaths, TurnUpAtTheHub) {
  TwoSpines spines;
  spines.add_hub();
  EXPECT_TRUE(spines.add({1, {lid_of_ca(1)}, {0}, true, kAny}).from.empty());
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), 3u);
  EXPECT_EQ(spines.routed.entry(3, lid_of_ca(1)), 2u);
  EXPECT_EQ(spines.routed.entry(2, lid_of_ca(1)), 2u) << "as it was";
}

TEST(ValleyPaths, WithoutHubNothingIsAdded) {
  TwoSpines spines;
  EXPECT_EQ(spines.add({1, {lid_of_ca(1)}, {0}, true, kAny}).from, (std::vector<SwitchIndex>{0}));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
}

TEST(ValleyPaths, SomeMayNotGoUpAgain) {
  TwoSpines spines;
  spines.add_hub();
  EXPECT_EQ(spines.add({1, {lid_of_ca(1)}, {0}, true, 0}).from, (std::vector<SwitchIndex>{0}));
  EXPECT_TRUE(spines.add({1, {lid_of_ca(1)}, {0}, true, 1}).from.empty());
}

TEST(ValleyPaths, AllLidsTakeTheSameWay) {
  TwoSpines spines;
  spines.add_hub();
  const std::vector<Lid> lids = {lid_of_ca(1), lid_of_switch(1)};
  EXPECT_TRUE(spines.add({1, lids, {0}, true, kAny}).from.empty());
  for (const Lid lid : lids) EXPECT_EQ(spines.routed.entry(0, lid), 3u);
}

}  // namespace
}  // namespace weft
