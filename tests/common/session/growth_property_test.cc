// Switches that nobody has seen before come one by one: after each, the routing is sound, and as
// good as one from nothing.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/session/growth.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

// The slow judge takes a hundred times as long as all else.
constexpr std::uint32_t kMostJudged = 60;

void expect_sound(const EngineInfo& engine, const Verified& result) {
  const test::SlowVerdict slow = test::slow_verify(
      {result.fabric, result.tables->tables(), result.routing.lanes, result.routing.sl2vl.get()});
  RC_ASSERT(slow.unreachable_pairs == slow.disconnected_pairs);
  RC_ASSERT(slow.forwarding_loops == 0u);
  RC_ASSERT(!engine.claims.credit_loop_free || result.routing.may_have_credit_loops ||
            !test::has_cycle(slow.requests));
}

Figures figures_of(const Verified& routing) {
  return measure_loads({routing.fabric, routing.tables->tables(), routing.routing.lanes},
                       Workers(1));
}

// Connections that live forbid the better routing.
bool says_that_it_waits(const Verified& routing) {
  return std::ranges::any_of(routing.routing.remarks, [](const std::string& remark) {
    return remark.find("a reroute takes it") != std::string::npos;
  });
}

void grow(const EngineInfo& engine, unsigned lanes, const Fabric& whole, Random random) {
  test::LivingFabric fabric(whole);
  std::vector<SwitchIndex> to_come;
  for (SwitchIndex s = 1; s < whole.switch_count(); ++s) {
    if (random.below(3) == 0) to_come.push_back(s);
  }
  for (const SwitchIndex s : to_come) fabric.lose_switch(s);
  const auto judged = random.below(static_cast<std::uint32_t>(to_come.size()) + 1);
  test::RoutedSession session(engine, lanes);
  if (!session.route(fabric.now()).empty()) return;
  for (std::size_t i = 0; i < to_come.size(); ++i) {
    const SwitchIndex s = to_come[i];
    const Fabric before = fabric.now();
    fabric.return_switch(s);
    const Fabric now = fabric.now();
    test::RoutedSession anew(engine, lanes);
    const bool can_be_routed = anew.route(now).empty();
    RC_ASSERT(session.route(now).empty() || !can_be_routed);
    if (!can_be_routed) return;
    if (i == judged && now.end_port_count() <= kMostJudged) expect_sound(engine, session.last());
    const bool is_new = count_links(FabricMatch(before, now)).added > 0;
    const std::string worse = worse_in(figures_of(session.last()), figures_of(anew.last()), 5);
    RC_ASSERT(!is_new || worse.empty() || says_that_it_waits(session.last()));
  }
}

void grow_with_some_engine(test::DrawnFabric drawn) {
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo* engine : all_engines()) {
    if (engine->repairable && engine != &chain_engine()) engines.push_back(engine);
  }
  const auto which = drawn.random.below(static_cast<std::uint32_t>(engines.size()));
  const unsigned lanes = 1u << drawn.random.below(4);
  grow(*engines[which], lanes, drawn.fabric, drawn.random);
}

RC_GTEST_PROP(GrowthProperty, EndsAsRoutedAnew, ()) {
  grow_with_some_engine(*test::drawn_fabric());
}

RC_GTEST_PROP(GrowthProperty, EndsAsRoutedAnewInATree, ()) {
  grow_with_some_engine(*test::drawn_built_tree());
}

}  // namespace
}  // namespace weft
