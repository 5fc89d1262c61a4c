#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/dragonfly/dfp.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

Fabric draw_whole(Random& random) {
  DragonflyPlusSpec spec{.leaves = 2 + random.below(4),
                         .spines = 1 + random.below(4),
                         .global_links = 1 + random.below(3),
                         .cas = 3 + random.below(2),
                         .groups = 3 + random.below(6)};
  spec.groups = std::min(spec.groups, spec.spines * spec.global_links + 1);
  return make_dragonfly_plus(spec);
}

Fabric with_ends_on_spines(Fabric fabric, Random& random) {
  if (random.below(2) == 0) {
    fabric = with_aggregation_nodes(fabric, Aggregation{}, LinkAttributes{}, random.next());
  } else if (random.below(2) == 0) {
    fabric = with_extra_cas(fabric, 1 + random.below(4), LinkAttributes{}, random.next());
  }
  return fabric;
}

Fabric with_lids(const Fabric& fabric, Random& random) {
  return with_new_lids(with_shuffled_guids(fabric, random.next()),
                       static_cast<std::uint8_t>(random.below(4)));
}

test::RoutedEngine route(Fabric fabric, Random& random) {
  Options options;
  const DragonflyPaths paths[] = {DragonflyPaths::kMinimal, DragonflyPaths::kMix,
                                  DragonflyPaths::kNonminimal};
  options.dragonfly_paths = paths[random.below(3)];
  const DownUpTurns turns[] = {DownUpTurns::kAllowed, DownUpTurns::kNever,
                               DownUpTurns::kIfNoneIsShorter};
  options.dfp_turns = turns[random.below(3)];
  const unsigned vls[] = {2, 4, 8};
  return {dfp_engine(), std::move(fabric), options, vls[random.below(3)], 1 + random.below(3)};
}

RC_GTEST_PROP(DfpProperty, WhateverIsRoutedIsFreeOfCreditLoops, (std::uint64_t seed)) {
  Random random(seed);
  Fabric fabric = draw_whole(random);
  try {
    fabric = with_failures(fabric, {.switches = {static_cast<double>(random.below(2)), false},
                                    .links = {static_cast<double>(random.below(4)), false},
                                    .seed = random.next()});
  } catch (const BadInput&) {
    RC_DISCARD("all of it is needed to hold it together");
  }
  const test::RoutedEngine routed =
      route(with_lids(with_ends_on_spines(fabric, random), random), random);
  RC_PRE(routed.refusal.empty());  // so much is missing that there are no groups, or no way
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.verdict.credit_loop_multicast.empty());
}

RC_GTEST_PROP(DfpProperty, CompleteOnesAreRouted, (std::uint64_t seed)) {
  Random random(seed);
  const Fabric fabric = draw_whole(random);
  const test::RoutedEngine routed =
      route(with_lids(with_ends_on_spines(fabric, random), random), random);
  RC_ASSERT(routed.refusal == "");
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
  RC_ASSERT(routed.verdict.credit_loop_multicast.empty());
}

}  // namespace
}  // namespace weft
