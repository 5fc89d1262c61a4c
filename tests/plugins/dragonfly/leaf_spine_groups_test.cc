#include "plugins/dragonfly/leaf_spine_groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

constexpr DragonflyPlusSpec kFive = {.leaves = 4, .spines = 2, .global_links = 2, .cas = 3};

LeafSpineGroups groups_of(const Fabric& fabric, std::uint32_t max_cas_on_spine = 2) {
  return find_leaf_spine_groups(fabric, SwitchGraph(fabric), max_cas_on_spine);
}

TEST(LeafSpineGroups, OfAWholeOne) {
  const LeafSpineGroups found = groups_of(make_dragonfly_plus(kFive));
  ASSERT_EQ(found.refusal, "");
  ASSERT_EQ(found.groups.count, 5u);
  for (SwitchIndex s = 0; s < 30; ++s) {
    EXPECT_EQ(found.groups.of[s], s / 6);
    EXPECT_EQ(found.is_leaf[s], s % 6 < 4);
  }
  EXPECT_EQ(found.leaves, std::vector<std::uint32_t>(5, 4));
  EXPECT_EQ(found.spines, std::vector<std::uint32_t>(5, 2));
}

TEST(LeafSpineGroups, DealTheKindsOfTurns) {
  const LeafSpineGroups found = groups_of(make_dragonfly_plus(kFive));
  EXPECT_EQ(found.turn[6], LeafTurn::kBeforeLast);
  EXPECT_EQ(found.turn[7], LeafTurn::kAfterLast);
  EXPECT_EQ(found.turn[8], LeafTurn::kBeforeFirstOfMany);
  EXPECT_EQ(found.turn[9], LeafTurn::kBeforeLast);
  const LeafSpineGroups of_two =
      groups_of(make_dragonfly_plus({.leaves = 2, .spines = 2, .global_links = 2, .cas = 3}));
  EXPECT_EQ(of_two.turn[4], LeafTurn::kBeforeLast);
  EXPECT_EQ(of_two.turn[5], LeafTurn::kAfterLast);
}

TEST(LeafSpineGroups, DoNotTakeCasAndAggregationNodesOnSpinesForThoseOfLeaves) {
  const Fabric whole = make_dragonfly_plus(kFive);
  const Fabric fabric = with_aggregation_nodes(with_extra_cas(whole, 20, {}, 1), {}, {}, 1);
  const LeafSpineGroups found = groups_of(fabric);
  EXPECT_EQ(found.refusal, "");
  EXPECT_EQ(found.spines, std::vector<std::uint32_t>(5, 2)) << "two CAs each";
  EXPECT_TRUE(contains(groups_of(fabric, 1).refusal, "more than 1 CAs"));
  EXPECT_TRUE(contains(groups_of(whole, 3).refusal, "(dfp_max_cas_on_spine)"));
}

TEST(LeafSpineGroups, StandMissingAndUnevenParts) {
  const Fabric whole =
      make_dragonfly_plus({.leaves = 6, .spines = 6, .global_links = 3, .cas = 3, .groups = 9});
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Fabric fabric = with_shuffled_guids(
        with_failures(with_uneven_spines(whole, {20, true}, seed),
                      {.switches = {4, false}, .links = {5, true}, .seed = seed}),
        seed);
    const LeafSpineGroups found = groups_of(fabric);
    EXPECT_EQ(found.refusal, "");
    EXPECT_EQ(found.groups.count, 9u) << seed;
  }
}

// Two groups of a leaf switch and a spine, joined, or not.
TEST(LeafSpineGroups, AreLinkedBySpines) {
  const DragonflyPlusSpec two = {
      .leaves = 1, .spines = 1, .global_links = 1, .cas = 3, .groups = 2};
  EXPECT_EQ(groups_of(make_dragonfly_plus(two)).refusal, "");
  Blueprint blueprint(make_dragonfly_plus(two));
  for (Blueprint::Link& link : blueprint.links) link.removed |= link.a == 1 && link.b == 3;
  EXPECT_TRUE(contains(groups_of(blueprint.build()).refusal, "no links between spines"));
}

TEST(LeafSpineGroups, AreNotSeenInOtherFabrics) {
  EXPECT_TRUE(contains(groups_of(make_xgft({.down = {4, 4}, .up = {1, 4}})).refusal,
                       "spines connect all leaf switches"));
  EXPECT_TRUE(contains(groups_of(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}})).refusal,
                       "no links between spines"));
  EXPECT_TRUE(contains(groups_of(make_torus({.dims = {4, 4}, .cas = 4})).refusal,
                       "no leaf switches with more than 2 CAs"));
  EXPECT_FALSE(groups_of(make_dragonfly({.routers = 4, .global_links = 2, .cas = 4})).found());
  EXPECT_FALSE(
      groups_of(make_dragonfly_plus({.leaves = 3, .spines = 2, .global_links = 0, .cas = 3}))
          .found());
}

}  // namespace
}  // namespace weft
