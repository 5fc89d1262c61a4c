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
#include "plugins/hypercube/kdor.h"
#include "tests/support/routed_engine.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

unsigned between(Random& random, unsigned least, unsigned most) {
  return least + random.below(most - least + 1);
}

Fabric draw_whole(Random& random, unsigned links) {
  const unsigned cas = between(random, 1, 2);
  if (random.below(2) == 0) {
    return make_hypercube({.dimensions = between(random, 2, 5), .cas = cas, .links = links});
  }
  GridSpec spec = {
      .dims = {between(random, 2, 5), between(random, 2, 5)}, .cas = cas, .links = links};
  if (random.below(2) == 0) spec.dims.push_back(between(random, 2, 3));
  return make_hyperx(spec);
}

Fabric with_odd_ends(Fabric fabric, Random& random) {
  if (random.below(2) == 0) {
    fabric = with_aggregation_nodes(fabric, Aggregation{}, LinkAttributes{}, random.next());
  }
  return fabric;
}

test::RoutedEngine route(const Fabric& fabric, Random& random) {
  Options options;
  options.reversible = random.below(3) != 0;
  options.nue_max_num_vls = 0;
  const unsigned vls[] = {1, 2, 4, 8};
  Fabric with_lids = with_new_lids(with_shuffled_guids(fabric, random.next()),
                                   static_cast<std::uint8_t>(random.below(3)));
  return {kdor_ghc_engine(), std::move(with_lids), options, vls[random.below(4)],
          1 + random.below(3)};
}

RC_GTEST_PROP(KdorProperty, WholeOnesAreRoutedOnOneLinkOfADimension, (std::uint64_t seed)) {
  Random random(seed);
  const Fabric fabric = with_odd_ends(draw_whole(random, between(random, 1, 2)), random);
  const test::RoutedEngine routed = route(fabric, random);
  RC_ASSERT(routed.refusal == "");
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.groups_are_safe());
  RC_ASSERT(routed.verdict.lanes_used <= 4u);
  if (routed.fabric.max_lid() > 100) return;  // the slow verifier is slow
  const test::SlowVerdict slow = test::slow_verify(routed.view());
  RC_ASSERT(slow.unreachable_pairs == 0u);
  RC_ASSERT(!test::has_cycle(slow.requests));
}

RC_GTEST_PROP(KdorProperty, WhateverIsRoutedIsFreeOfCreditLoops, (std::uint64_t seed)) {
  Random random(seed);
  Fabric fabric = with_odd_ends(draw_whole(random, 1), random);
  try {
    fabric = with_failures(fabric, {.switches = {static_cast<double>(random.below(3)), false},
                                    .links = {static_cast<double>(random.below(8)), true},
                                    .seed = random.next()});
  } catch (const BadInput&) {
    RC_DISCARD("all of it is needed to hold it together");
  }
  const test::RoutedEngine routed = route(fabric, random);
  RC_PRE(routed.refusal.empty());  // so much is missing that it is another shape, or has no way
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.groups_are_safe());
}

// Nothing is too much, as long as the shape is found.
RC_GTEST_PROP(KdorProperty, LargeOnesAreRoutedWithoutSome, (std::uint64_t seed)) {
  Random random(seed);
  const auto lmc = static_cast<std::uint8_t>(random.below(3));
  const Fabric whole = make_hypercube({.dimensions = 5, .cas = between(random, 1, 2)});
  const Fabric fabric = with_failures(with_odd_ends(whole, random),
                                      {.switches = {static_cast<double>(random.below(3)), false},
                                       .links = {static_cast<double>(random.below(5)), true},
                                       .seed = random.next()});
  const test::RoutedEngine routed(kdor_hc_engine(),
                                  with_new_lids(with_shuffled_guids(fabric, random.next()), lmc),
                                  {}, 1u << random.below(4));
  RC_PRE(routed.refusal.find("no such pattern") == std::string::npos);
  RC_ASSERT(routed.refusal == "");
  RC_ASSERT(routed.faults() == "");
  RC_ASSERT(routed.groups_are_safe());
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
}

}  // namespace
}  // namespace weft
