// Paths over hubs, on two roots over two leaves.
#include "plugins/up_down/valley_paths.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/support/spines_apart.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;

constexpr unsigned kAny = std::numeric_limits<unsigned>::max();

struct Spines : test::SpinesApart {
  // A hub at s3, between the roots.
  void add_hub() {
    hubs.push_back({3, {links.at(3, 1), links.at(3, 2)}});
    ASSERT_TRUE(turns.add({links.at(0, 3), links.at(3, 2)}));
    ASSERT_TRUE(turns.add({links.at(1, 3), links.at(3, 1)}));
  }
  MissingPaths add(const MissingPaths& missing) {
    return ValleyPaths(routed.fabric, table, routed.block.tables(), turns, hubs).add(missing);
  }

  std::vector<Hub> hubs;
};

TEST(ValleyPaths, TurnUpAtTheHub) {
  Spines spines;
  spines.add_hub();
  EXPECT_TRUE(spines.add({1, {lid_of_ca(1)}, {0}, true, kAny}).from.empty());
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), 3u);
  EXPECT_EQ(spines.routed.entry(3, lid_of_ca(1)), 2u);
  EXPECT_EQ(spines.routed.entry(2, lid_of_ca(1)), 2u) << "as it was";
}

TEST(ValleyPaths, WithoutHubNothingIsAdded) {
  Spines spines;
  EXPECT_EQ(spines.add({1, {lid_of_ca(1)}, {0}, true, kAny}).from, (std::vector<SwitchIndex>{0}));
  EXPECT_EQ(spines.routed.entry(0, lid_of_ca(1)), kNoPath);
}

TEST(ValleyPaths, SomeMayNotGoUpAgain) {
  Spines spines;
  spines.add_hub();
  EXPECT_EQ(spines.add({1, {lid_of_ca(1)}, {0}, true, 0}).from, (std::vector<SwitchIndex>{0}));
  EXPECT_TRUE(spines.add({1, {lid_of_ca(1)}, {0}, true, 1}).from.empty());
}

TEST(ValleyPaths, AllLidsTakeTheSameWay) {
  Spines spines;
  spines.add_hub();
  const std::vector<Lid> lids = {lid_of_ca(1), lid_of_switch(1)};
  EXPECT_TRUE(spines.add({1, lids, {0}, true, kAny}).from.empty());
  for (const Lid lid : lids) EXPECT_EQ(spines.routed.entry(0, lid), 3u);
}

TEST(ValleyPaths, LidsTakeParallelLinksInTurns) {
  // Spines s0 and s1 with two CAs each, and two links to leaf s2.
  test::Sketch sketch(3);
  for (const SwitchIndex spine : {0u, 1u}) {
    sketch.link(spine, 1, 2, static_cast<PortNum>(2 * spine + 1));
    sketch.link(spine, 2, 2, static_cast<PortNum>(2 * spine + 2));
    sketch.ca(spine, 3);
    sketch.ca(spine, 4);
  }
  Options options = test::with_roots({1, 2});
  options.balance = Balance::kSwitch;
  test::EngineOutcome outcome(updn_engine(), sketch.build(), options);
  EXPECT_TRUE(outcome.is_good());
  EXPECT_NE(outcome.entry(0, lid_of_ca(2)), outcome.entry(0, lid_of_ca(3)));
  EXPECT_NE(outcome.entry(1, lid_of_ca(0)), outcome.entry(1, lid_of_ca(1)));
}

}  // namespace
}  // namespace weft
