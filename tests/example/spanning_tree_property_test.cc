#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/example/spanning_tree.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

RC_GTEST_PROP(SpanningTree, ReachesWhatLinksReachAndClosesNoCreditLoop, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  const test::RoutedEngine routed(spanning_tree_engine(), fabric, {});
  RC_ASSERT(routed.refusal.empty());
  RC_ASSERT(routed.verdict.reaches_all());
  RC_ASSERT(routed.verdict.unreachable_switch_pairs == 0u);
  RC_ASSERT(routed.verdict.credit_loop.empty());
}

}  // namespace
}  // namespace weft
