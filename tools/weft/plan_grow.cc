#include "tools/weft/plan_grow.h"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/json.h"
#include "common/base/workers.h"
#include "common/design/cable_list.h"
#include "common/design/growth_plan.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/renumber.h"
#include "common/session/session.h"
#include "common/session/session_json.h"
#include "plugins/engines.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/load.h"
#include "tools/weft/plan_cables.h"
#include "tools/weft/plan_measures.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string shape;
  std::uint32_t first = 0;
  std::uint32_t steps = 1;
  std::string engine = "auto";
  std::string output;
  unsigned threads = 0;
  bool json = false;
};

// A routing after a sweep.
struct Sweep {
  std::string engine;  // the engine that routes; for auto the one that it chose
  std::optional<Change> change;
  JobShares jobs;
};

struct RoutedGrowth {
  std::uint32_t hosts = 0;
  std::uint32_t switches = 0;  // all current switches
  std::uint32_t new_switches = 0;
  std::vector<ListedCable> new_cables;
  std::uint64_t ports_held_free = 0;
  Sweep first;    // directly after the step
  Sweep settled;  // weft_rebalance_window seconds later
};

using Plug = std::tuple<std::string, PortNum, std::string, PortNum>;

// Returns the cables that are new, and records them.
std::vector<ListedCable> take_new(const Fabric& fabric, std::set<Plug>& plugged) {
  std::vector<ListedCable> cables;
  for (ListedCable& cable : list_cables(fabric)) {
    if (plugged.insert({cable.a.name, cable.a.port, cable.b.name, cable.b.port}).second) {
      cables.push_back(std::move(cable));
    }
  }
  return cables;
}

// The data that opensm keeps between sweeps.
class Sweeps {
 public:
  Sweeps(const EngineInfo& engine, const LaneSettings& lanes, bool is_tree, const Workers& workers)
      : session_(engine, all_engines()), lanes_(lanes), is_tree_(is_tree), workers_(workers) {}

  // Throws CannotRoute.
  Sweep run(const Fabric& fabric, bool rebalances) {
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    RoutingTask task = {fabric, options_, workers_, lanes_};
    task.rebalances = rebalances;
    const auto routed = session_.route(std::move(task), block.tables());
    const std::string& chosen = routed->routing.notes.engine;
    return {chosen.empty() ? std::string(session_.engine().name) : chosen, routed->change,
            measure_jobs(fabric, block.tables(), is_tree_, workers_)};
  }

 private:
  Session session_;
  Options options_;
  LaneSettings lanes_;
  bool is_tree_;
  const Workers& workers_;
};

// Routes the steps in order in one session. Throws CannotRoute.
std::vector<RoutedGrowth> route_steps(const std::vector<GrowthStep>& plan,
                                      const Arguments& arguments, const Workers& workers) {
  Sweeps sweeps(find_engine(arguments.engine), {first_lanes(lanes_of(plan.back().fabric))},
                is_tree(topology_of_line(arguments.shape)), workers);
  std::vector<RoutedGrowth> steps;
  std::set<Plug> plugged;
  ProgressLine progress(arguments.json);
  std::uint32_t switches = 0;
  for (const GrowthStep& planned : plan) {
    progress.say(
        fmt::format("{} hosts, step {} of {}", planned.hosts, steps.size(), plan.size() - 1));
    RoutedGrowth& step = steps.emplace_back();
    step.hosts = planned.hosts;
    step.switches = planned.fabric.switch_count();
    step.new_switches = step.switches - std::exchange(switches, step.switches);
    step.new_cables = take_new(planned.fabric, plugged);
    step.ports_held_free = planned.ports_held_free;
    try {
      step.first = sweeps.run(planned.fabric, /*rebalances=*/false);
      step.settled = sweeps.run(planned.fabric, /*rebalances=*/true);
    } catch (const CannotRoute& refusal) {
      throw CannotRoute(
          fmt::format("step {}, of {} hosts: {}", steps.size() - 1, planned.hosts, refusal.what()));
    }
  }
  return steps;
}

std::string file_of(const Arguments& arguments, std::size_t step) {
  return fmt::format("{}/step-{}.csv", arguments.output, step);
}

// Removes those of an earlier growth in more steps.
void write_files(const std::vector<RoutedGrowth>& steps, const Arguments& arguments) {
  make_directory(arguments.output);
  std::size_t i = 0;
  for (; i < steps.size(); ++i) {
    write_text(file_of(arguments, i), cables_csv(steps[i].new_cables));
  }
  std::error_code ignored;
  while (std::filesystem::remove(file_of(arguments, i), ignored)) ++i;
}

Json sweep_json(const Sweep& sweep) {
  return {{"engine", sweep.engine},
          {"change", change_json(sweep.change)},
          {"jobs", jobs_json(sweep.jobs)}};
}

Json report_json(const std::vector<RoutedGrowth>& steps, const Arguments& arguments) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RoutedGrowth& step = steps[i];
    rows.push_back({{"hosts", step.hosts},
                    {"switches", step.switches},
                    {"new_switches", step.new_switches},
                    {"new_cables", step.new_cables.size()},
                    {"ports_held_free", step.ports_held_free},
                    {"file", file_of(arguments, i)},
                    {"first", sweep_json(step.first)},
                    {"settled", sweep_json(step.settled)}});
  }
  return {{"error", nullptr}, {"line", arguments.shape}, {"steps", std::move(rows)}};
}

std::string describe_sweep(const Sweep& sweep) {
  if (!sweep.change) return fmt::format("routed by {}", sweep.engine);
  if (!sweep.change->repaired) {
    return fmt::format("recomputed by {}: {}", sweep.engine, sweep.change->why_anew);
  }
  return fmt::format("repaired, {} entries changed", sweep.change->entries);
}

void print_steps(const std::vector<RoutedGrowth>& steps, const Arguments& arguments) {
  const auto row = [](const auto&... cells) {
    fmt::print("{:>4} {:>6} {:>8} {:>5} {:>7} {:>6} {:>7} {:>7} {:>8} {:>7}\n", cells...);
  };
  row("", "", "", "", "new", "ports", "shifts", "adver-", "settled:", "adver-");
  row("step", "hosts", "switches", "new", "cables", "free", "%", "sarial", "shifts", "sarial");
  const auto percent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RoutedGrowth& step = steps[i];
    row(i, step.hosts, step.switches, step.new_switches, step.new_cables.size(),
        step.ports_held_free, percent(step.first.jobs.shifts), percent(step.first.jobs.adversarial),
        percent(step.settled.jobs.shifts), percent(step.settled.jobs.adversarial));
  }
  fmt::print("\n");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    fmt::print("step {}: {}\n", i, describe_sweep(steps[i].first));
    if (!steps[i].settled.change->changes_nothing()) {
      fmt::print("        settled: {}\n", describe_sweep(steps[i].settled));
    }
  }
  fmt::print("{}: the new cables of each step, {} to {}; no cable is moved\n", arguments.output,
             "step-0.csv", fmt::format("step-{}.csv", steps.size() - 1));
}

int run(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const Fabric whole = with_new_lids(generate_from_line(arguments.shape), 0);
  const std::uint32_t unit = find_growth_unit(arguments.shape);
  const std::uint32_t all = count_cas(whole);
  if (arguments.first >= all || all - arguments.first < arguments.steps) {
    throw BadInput(fmt::format("there are no {} steps from {} hosts to the {} of {}",
                               arguments.steps, arguments.first, all, arguments.shape));
  }
  const std::vector<GrowthStep> plan =
      plan_growth(whole, unit, hosts_of_steps(arguments.first, all, arguments.steps));
  const std::vector<RoutedGrowth> steps = route_steps(plan, arguments, workers);
  write_files(steps, arguments);
  if (arguments.json) {
    fmt::print("{}", report_json(steps, arguments).text());
  } else {
    print_steps(steps, arguments);
  }
  return 0;
}

}  // namespace

std::pair<CommandSyntax, Command> add_plan_grow(CommandSyntax plan) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = plan.add_command(
      "grow", "Build a shape in steps without moving a cable, and route every step");
  sub.add_option("SHAPE", arguments->shape,
                 "A line of weft plan shapes, in quotes, for the final number of hosts")
      .required();
  sub.add_option("--from", arguments->first, "The number of hosts of the first build")
      .between(1, 48'000)
      .type_name("N")
      .required();
  sub.add_option("--steps", arguments->steps, "The number of steps in which the other hosts come")
      .between(1, 100)
      .default_shown()
      .type_name("N");
  sub.add_option("--engine", arguments->engine, "The routing engine:" + list_of_engines())
      .default_shown();
  sub.add_option("-o,--output", arguments->output,
                 "The folder to write the new cables of each step into")
      .type_name("DIR")
      .required();
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json);
  return {sub, [arguments] {
            return or_refusal(arguments->json, Json({{"error", nullptr}, {"steps", Json::array()}}),
                              [&] { return run(*arguments); });
          }};
}

}  // namespace weft::tool
