#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "common/routing/choice.h"
#include "plugins/auto/auto.h"
#include "plugins/nue/nue.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

test::RoutedEngine routed_by(const EngineInfo& engine, const Fabric& fabric, unsigned vls,
                             unsigned threads = 2) {
  return {engine, fabric, {}, vls, threads};
}

// Whatever nue, which needs but one lane, has a way for.
void expect_choice(const Fabric& fabric, Random& random) {
  const unsigned all_vls[] = {1, 2, 4, 8};
  const unsigned vls = all_vls[random.below(4)];
  const auto routed = routed_by(auto_engine(), fabric, vls);
  if (!routed.refusal.empty()) {
    const auto by_nue = routed_by(nue_engine(), fabric, vls);
    RC_LOG() << routed.refusal << "\n";
    RC_ASSERT(!by_nue.refusal.empty() || !by_nue.verdict.reaches_all());
    return;
  }
  const EngineChoice& choice = *routed.routing.choice;
  RC_LOG() << choice.fabric << ": " << choice.engine << "\n";
  RC_CLASSIFY(true, choice.engine);
  RC_ASSERT(routed.verdict.reaches_all());
  RC_ASSERT(routed.verdict.credit_loop.empty());
  const auto taken = std::ranges::find(choice.trials, choice.engine, &EngineTrial::engine);
  RC_ASSERT(taken != choice.trials.end());
  RC_ASSERT(routed.routing.notes.engine == choice.engine);
  if (taken->is_measured) {
    const Figures figures = measure(routed.view(), Workers(1));
    RC_ASSERT(figures.max_link_load == taken->max_link_load);
    for (const EngineTrial& trial : choice.trials) {
      if (trial.refusal.empty()) RC_ASSERT(taken->delivered >= 0.99 * trial.delivered);
    }
  }
  RC_ASSERT(routed_by(auto_engine(), fabric, vls, 1).rows() == routed.rows());
}

RC_GTEST_PROP(AutoProperty, TakesAGoodEngineForAnyFabric, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  expect_choice(fabric, random);
}

RC_GTEST_PROP(AutoProperty, TakesAGoodEngineForTreesAsTheyAreBuilt, ()) {
  auto [fabric, random] = *test::drawn_built_tree();
  expect_choice(fabric, random);
}

}  // namespace
}  // namespace weft
