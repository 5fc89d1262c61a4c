#include "tools/weft/plan_measures.h"

#include <fmt/format.h>

#include <string>

#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "common/routing/options.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/ranks.h"

namespace weft::tool {
namespace {

std::string_view engine_for(std::string_view topology) {
  if (is_tree(topology)) return "ftree";
  if (topology == "dragonfly") return "dragonfly";
  if (topology == "torus") return "torus-2QoS";
  return topology == "hyperx" ? "kdor-ghc" : "auto";
}

RoutedPlan route_by(std::string_view name, const Fabric& fabric, bool is_tree,
                    const Workers& workers) {
  RoutedPlan plan = {std::string(name)};
  const EngineRow row =
      compare_engine(find_engine(name), fabric, {}, {first_lanes(lanes_of(fabric))}, {}, workers,
                     [&](const RoutingView& view) {
                       plan.jobs = measure_jobs(view.fabric, view.tables, is_tree, workers);
                     });
  plan.error = row.error;
  if (row.lost_pairs() != 0) {
    plan.error = fmt::format("{} pairs have no path", row.lost_pairs());
  } else if (row.credit_loop) {
    plan.error = "its paths have a credit loop";
  }
  plan.max_hops = row.max_hops;
  plan.mean_hops = row.mean_hops;
  return plan;
}

}  // namespace

bool is_tree(std::string_view topology) { return topology == "xgft"; }

JobShares measure_jobs(const Fabric& fabric, ConstTables tables, bool is_tree,
                       const Workers& workers) {
  const Placement ranks = leaf_order(fabric, workers);
  const PatternFigures shifts =
      judge_pattern(fabric, tables, ranks, {.kind = PatternKind::kShift}, workers);
  JobShares jobs = {.shifts = throughput_in_step(shifts).share};
  if (!is_tree) {
    const Throughput found =
        measure_throughput(fabric, tables, ranks, {.kind = PatternKind::kAdversarial}, workers);
    jobs.adversarial = found.most > 0 ? found.share : jobs.shifts;
  } else if (shifts.max_busiest_link != 0) {
    jobs.adversarial = 1 / static_cast<double>(shifts.max_busiest_link);
  }
  return jobs;
}

RoutedPlan route_plan(const Fabric& fabric, std::string_view topology, const Workers& workers) {
  const std::string_view suited = engine_for(topology);
  RoutedPlan plan = route_by(suited, fabric, is_tree(topology), workers);
  if (plan.error.empty() || suited == "auto") return plan;
  RoutedPlan other = route_by("auto", fabric, is_tree(topology), workers);
  return other.error.empty() ? other : plan;
}

Json jobs_json(const JobShares& jobs) {
  return {{"shifts", jobs.shifts}, {"adversarial", jobs.adversarial}};
}

}  // namespace weft::tool
