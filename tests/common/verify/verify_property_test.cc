// verify() and measure() against the slow obvious verifier, over random fabrics, tables, lanes and
// multicast trees.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/drawn_fabric.h"
#include "tests/support/random_routing.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

using test::SlowVerdict;

void expect_cycle(const std::vector<Channel>& cycle, const test::Dependencies& dependencies) {
  RC_ASSERT(cycle.empty() != test::has_cycle(dependencies));
  RC_ASSERT(cycle.empty() || test::is_cycle_of(cycle, dependencies));
}

void expect_same(const Verdict& verdict, const SlowVerdict& slow) {
  RC_ASSERT(verdict.unreachable_pairs == slow.unreachable_pairs);
  RC_ASSERT(verdict.disconnected_pairs == slow.disconnected_pairs);
  RC_ASSERT(verdict.unreachable_switch_pairs == slow.unreachable_switch_pairs);
  RC_ASSERT(verdict.forwarding_loops == slow.forwarding_loops);
  expect_cycle(verdict.credit_loop, slow.requests);
  expect_cycle(verdict.credit_loop_reversed, slow.with_replies);
  RC_ASSERT(verdict.safe_on_one_lane != test::has_cycle(slow.on_one_lane));
  if (verdict.credit_loop.empty()) {
    expect_cycle(verdict.credit_loop_granted, slow.with_granted);
    expect_cycle(verdict.credit_loop_multicast, slow.with_multicast.at(0));
    for (const auto& [sl, dependencies] : slow.with_multicast) {
      RC_ASSERT((verdict.multicast_loop_sls >> sl & 1) == (test::has_cycle(dependencies) ? 1 : 0));
    }
  } else {
    RC_ASSERT(verdict.credit_loop_granted.empty());
    RC_ASSERT(verdict.credit_loop_multicast.empty());
    RC_ASSERT(verdict.multicast_loop_sls == 0);
  }
  const bool wrong = slow.unreachable_pairs != 0 || slow.unreachable_switch_pairs != 0 ||
                     slow.forwarding_loops != 0;
  RC_ASSERT(verdict.findings.empty() != wrong);
  RC_ASSERT(verdict.findings.size() <= 8u);
}

RC_GTEST_PROP(VerifyProperty, AgreesWithTheSlowVerifier, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  auto routing = test::random_routing(std::move(fabric), random);
  const Verdict verdict = verify(routing.view(), Workers(1));
  const SlowVerdict slow = test::slow_verify(routing.view());
  expect_same(verdict, slow);
  RC_ASSERT(!routing.granted.empty() || verdict.lanes_used == slow.lanes_used);

  const Verdict by_three = verify(routing.view(), Workers(3));
  RC_ASSERT(by_three.unreachable_pairs == verdict.unreachable_pairs);
  RC_ASSERT(by_three.disconnected_pairs == verdict.disconnected_pairs);
  RC_ASSERT(by_three.unreachable_switch_pairs == verdict.unreachable_switch_pairs);
  RC_ASSERT(by_three.forwarding_loops == verdict.forwarding_loops);
  RC_ASSERT(by_three.credit_loop == verdict.credit_loop);
  RC_ASSERT(by_three.credit_loop_reversed == verdict.credit_loop_reversed);
  RC_ASSERT(by_three.credit_loop_multicast == verdict.credit_loop_multicast);
  RC_ASSERT(by_three.multicast_loop_sls == verdict.multicast_loop_sls);
  RC_ASSERT(by_three.lanes_used == verdict.lanes_used);
  RC_ASSERT(by_three.findings == verdict.findings);
}

RC_GTEST_PROP(VerifyProperty, MinimalTablesReachEverything, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  TableBlock tables = test::random_minimal_tables(fabric, random);
  const LanePlan lanes = OneLane{};
  const Verdict verdict = verify({fabric, tables.tables(), lanes}, Workers(2));
  RC_ASSERT(verdict.reaches_all());
  RC_ASSERT(verdict.unreachable_switch_pairs == 0u);
}

RC_GTEST_PROP(MeasureProperty, AgreesWithTheSlowVerifier, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  auto routing = test::random_routing(std::move(fabric), random);
  const Figures slow = test::slow_measure(routing.view());
  for (const unsigned threads : {1u, 3u}) {
    const Figures figures = measure(routing.view(), Workers(threads));
    RC_ASSERT(figures.max_hops == slow.max_hops);
    RC_ASSERT(figures.mean_hops == slow.mean_hops);
    RC_ASSERT(figures.max_link_load == slow.max_link_load);
    RC_ASSERT(figures.mean_link_load == slow.mean_link_load);
    RC_ASSERT(figures.unused_links == slow.unused_links);
    RC_ASSERT(figures.link_load == slow.link_load);
    RC_ASSERT(figures.paths_by_vl == slow.paths_by_vl);
  }
}

}  // namespace
}  // namespace weft
