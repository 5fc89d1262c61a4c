// Whatever grows: nothing is plugged again, and each step is routed, after the one before.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "common/design/cable_list.h"
#include "common/design/growth_plan.h"
#include "common/design/shapes.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/renumber.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

using Plugs = std::set<std::tuple<std::string, unsigned, std::string, unsigned>>;

Plugs plugs_of(const Fabric& fabric) {
  Plugs plugs;
  for (const auto& [a, b, link] : list_cables(fabric)) {
    plugs.insert({a.name, a.port, b.name, b.port});
  }
  return plugs;
}

bool can_grow(const PlannedShape& shape) { return !shape.line.starts_with("torus"); }

RC_GTEST_PROP(GrowthPlanProperty, NothingIsPluggedAgainAndAllIsRouted, ()) {
  const auto hosts = *rc::gen::inRange(8u, 120u);
  auto shapes = find_shapes({.hosts = hosts,
                             .radix = *rc::gen::inRange(6u, 20u),
                             .oversubscription = *rc::gen::inRange(1u, 4u)});
  std::erase_if(shapes, [](const PlannedShape& shape) { return !can_grow(shape); });
  RC_PRE(!shapes.empty());
  const PlannedShape shape = *rc::gen::elementOf(shapes);
  const std::string line = shape.line + " --hosts " + std::to_string(hosts);
  const Fabric whole = with_new_lids(generate_from_line(line), 0);
  const auto first = *rc::gen::inRange(1u, hosts - 3);
  const auto steps = *rc::gen::inRange(1u, 4u);
  const auto plan = plan_growth(whole, find_growth_unit(line), hosts_of_steps(first, hosts, steps));
  const auto engine = std::ranges::find(all_engines(), "auto", &EngineInfo::name);
  test::RoutedSession session(**engine, 8);
  Plugs before;
  for (const GrowthStep& step : plan) {
    RC_ASSERT(facts_of(step.fabric).pieces == 1u);
    RC_ASSERT(contradictions(step.fabric).empty());
    RC_ASSERT(step.fabric.end_port_count() == step.hosts);
    const Plugs now = plugs_of(step.fabric);
    RC_ASSERT(std::ranges::includes(now, before));
    before = now;
    RC_ASSERT(session.route(step.fabric) == "");
    RC_ASSERT(session.last().verdict.reaches_all());
    RC_ASSERT(session.last().verdict.credit_loop.empty());
  }
  RC_ASSERT(text_of(plan.back().fabric) == text_of(whole));
  RC_ASSERT(plan.back().ports_held_free == 0u);
}

}  // namespace
}  // namespace weft
