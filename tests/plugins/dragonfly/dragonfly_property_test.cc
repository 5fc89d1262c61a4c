#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/dragonfly.h"
#include "tests/support/routed_engine.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

Fabric draw(Random& random, bool is_whole) {
  DragonflySpec spec{.routers = 4 + random.below(4),
                     .global_links = 1 + random.below(3),
                     .cas = 1 + random.below(2),
                     .groups = 3 + random.below(6),
                     .rows = random.below(3) == 0 ? 2 + random.below(2) : 1};
  spec.groups = std::min(spec.groups, spec.rows * spec.routers * spec.global_links + 1);
  Fabric fabric = make_dragonfly(spec);
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

test::RoutedEngine route(Fabric fabric, Random& random) {
  Options options;
  const DragonflyPaths paths[] = {DragonflyPaths::kMinimal, DragonflyPaths::kMix,
                                  DragonflyPaths::kNonminimal};
  options.dragonfly_paths = paths[random.below(3)];
  const unsigned vls[] = {2, 4, 8};
  return {dragonfly_engine(), std::move(fabric), options, vls[random.below(3)],
          1 + random.below(3)};
}

std::string multicast_loop(const test::RoutedEngine& routed) {
  const auto& loop = routed.verdict.credit_loop_multicast;
  return loop.empty() ? "" : describe_cycle(routed.fabric, loop);
}

RC_GTEST_PROP(DragonflyProperty, WhateverIsRoutedIsFreeOfCreditLoops, (std::uint64_t seed)) {
  Random random(seed);
  const test::RoutedEngine routed = route(draw(random, false), random);
  RC_PRE(routed.refusal.empty());  // so much is missing that there are no groups, or no way
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
}

RC_GTEST_PROP(DragonflyProperty, WholeOnesAreRoutedWithTheirGroups, (std::uint64_t seed)) {
  Random random(seed);
  Fabric fabric = draw(random, true);
  const SwitchGroups groups = find_groups(SwitchGraph(fabric));
  RC_PRE(groups.found());  // some are cabled as a HyperX is
  const test::RoutedEngine routed = route(std::move(fabric), random);
  if (groups.are_complete) RC_ASSERT(routed.refusal == "");
  RC_PRE(routed.refusal.empty());  // a few of rows leave no room for multicast groups
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
  RC_ASSERT(multicast_loop(routed) == "");
}

}  // namespace
}  // namespace weft
