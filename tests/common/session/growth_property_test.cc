// Switches that nobody has seen before come one by one: after each, the routing is sound, and as
// good as one from nothing.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/session/growth.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/judged_session.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

// Connections that live forbid the better routing.
bool says_that_it_waits(const Verified& routing) {
  return std::ranges::any_of(routing.routing.remarks, [](const std::string& remark) {
    return remark.find("the console's reroute command recomputes") != std::string::npos;
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
    if (i == judged && now.end_port_count() <= test::kMostJudged)
      test::expect_sound(engine, session.last());
    const bool is_new = count_links(FabricMatch(before, now)).added > 0;
    const std::string worse =
        worse_in(test::figures_of(session.last()), test::figures_of(anew.last()), 5);
    RC_ASSERT(!is_new || worse.empty() || says_that_it_waits(session.last()));
  }
}

void grow_with_some_engine(test::DrawnFabric drawn) {
  const EngineInfo& engine = test::some_repairable_engine(drawn.random);
  const unsigned lanes = 1u << drawn.random.below(4);
  grow(engine, lanes, drawn.fabric, drawn.random);
}

RC_GTEST_PROP(GrowthProperty, EndsAsAFullRecompute, ()) {
  grow_with_some_engine(*test::drawn_fabric());
}

RC_GTEST_PROP(GrowthProperty, EndsAsAFullRecomputeInATree, ()) {
  grow_with_some_engine(*test::drawn_built_tree());
}

}  // namespace
}  // namespace weft
