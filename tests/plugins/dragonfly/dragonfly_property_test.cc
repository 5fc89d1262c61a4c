#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/dragonfly.h"
#include "tests/support/crossed_links.h"
#include "tests/support/routed_engine.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

Fabric draw(Random& random, bool is_whole) {
  DragonflySpec spec{.routers = 4 + random.below(4),
                     .global_links = 1 + random.below(8),
                     .cas = 1 + random.below(2),
                     .groups = 2 + random.below(7),
                     .rows = random.below(3) == 0 ? 2 + random.below(2) : 1};
  spec.groups = std::min(spec.groups, spec.rows * spec.routers * spec.global_links + 1);
  Fabric fabric = make_dragonfly(spec);
  if (spec.rows == 1 && random.below(2) == 0) {
    fabric = test::with_crossed_links(fabric, spec.routers, random);
  }
  if (!is_whole) {
    fabric = with_failures(fabric, {.switches = {static_cast<double>(random.below(2)), false},
                                    .links = {static_cast<double>(random.below(4)), false},
                                    .seed = random.next()});
    if (random.below(2) == 0) {
      fabric = with_aggregation_nodes(fabric, Aggregation{}, LinkAttributes{}, random.next());
    }
  }
  fabric = with_shuffled_guids(fabric, random.next());
  return with_new_lids(fabric, static_cast<std::uint8_t>(random.below(4)));
}

unsigned draw_vls(Random& random) {
  const unsigned vls[] = {1, 2, 3, 4, 8};
  return vls[random.below(5)];
}

test::RoutedEngine route(Fabric fabric, unsigned vls, Random& random) {
  Options options;
  const DragonflyPaths paths[] = {DragonflyPaths::kMinimal, DragonflyPaths::kMix,
                                  DragonflyPaths::kNonminimal};
  options.dragonfly_paths = paths[random.below(3)];
  return {dragonfly_engine(), std::move(fabric), options, vls, 1 + random.below(3)};
}

std::string multicast_loop(const test::RoutedEngine& routed) {
  const auto& loop = routed.verdict.credit_loop_multicast;
  return loop.empty() ? "" : describe_cycle(routed.fabric, loop);
}

// Others are of fabrics with more links between groups than inside of them, which look like some.
bool are_even(const SwitchGroups& groups) {
  std::vector<std::uint32_t> members(groups.count);
  for (const std::uint32_t group : groups.of) ++members[group];
  return std::ranges::min(members) == std::ranges::max(members);
}

RC_GTEST_PROP(DragonflyProperty, WhateverIsRoutedIsFreeOfCreditLoops, (std::uint64_t seed)) {
  Random random(seed);
  Fabric fabric = draw(random, false);
  const unsigned vls = draw_vls(random);
  const test::RoutedEngine routed = route(std::move(fabric), vls, random);
  RC_PRE(routed.refusal.empty());  // so much is missing that there are no groups, or no way
  RC_ASSERT(routed.faults() == "");
  // Paths around what is missing have no VL of their own, and those through other groups are there.
  if (vls == 3) return;
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
}

RC_GTEST_PROP(DragonflyProperty, WholeOnesAreRoutedWithTheirGroups, (std::uint64_t seed)) {
  Random random(seed);
  Fabric fabric = draw(random, true);
  const SwitchGroups groups = find_groups(SwitchGraph(fabric));
  RC_PRE(groups.found());
  RC_PRE(are_even(groups));
  const unsigned vls = draw_vls(random);
  const test::RoutedEngine routed = route(std::move(fabric), vls, random);
  if (groups.are_complete && (vls == 2 || vls > 3)) RC_ASSERT(routed.refusal == "");
  // One VL is enough for some only; a few of rows leave no room for multicast groups, as do a few
  // with three VLs, all of which paths through other groups need.
  RC_PRE(routed.refusal.empty());
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
  RC_ASSERT(multicast_loop(routed) == "");
}

}  // namespace
}  // namespace weft
