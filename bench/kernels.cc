// Google Benchmark kernels: what the parts of a routing cost, each alone, on a tree and on a torus.
// Arguments: fabric (see kFabrics), threads where the kernel uses them. Port groups have fabrics of
// their own.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "common/patterns/patterns.h"
#include "common/policy/chain_policy.h"
#include "common/policy/port_sets.h"
#include "common/routing/multicast_plan.h"
#include "common/routing/routing.h"
#include "common/verify/verify.h"
#include "plugins/shortest/minhop.h"

namespace {

using namespace weft;  // NOLINT(google-build-using-namespace): a program of one file

struct NamedFabric {
  const char* name;
  Fabric (*make)();
};

const NamedFabric kFabrics[] = {
    {"XGFT(3; 12,12,14; 1,12,12)",
     [] {
       return make_xgft({.down = {12, 12, 14}, .up = {1, 12, 12}});
     }},
    {"XGFT(3; 18,18,32; 1,18,18)",
     [] {
       return make_xgft({.down = {18, 18, 32}, .up = {1, 18, 18}});
     }},
    {"torus 8x8x8",
     [] {
       return make_torus({.dims = {8, 8, 8}, .cas = 4});
     }},
};

const Fabric& fabric_of(const benchmark::State& state) {
  static std::unique_ptr<const Fabric> made[std::size(kFabrics)];
  const auto which = static_cast<std::size_t>(state.range(0));
  if (!made[which]) {
    made[which] = std::make_unique<const Fabric>(with_new_lids(kFabrics[which].make(), 0));
  }
  return *made[which];
}

void label(benchmark::State& state) {
  state.SetLabel(kFabrics[static_cast<std::size_t>(state.range(0))].name);
}

Workers workers_of(const benchmark::State& state) {
  return Workers(static_cast<unsigned>(state.range(1)));
}

void route(const Fabric& fabric, Balance balance, const Workers& workers, Tables rows) {
  Options options;
  options.balance = balance;
  benchmark::DoNotOptimize(minhop_engine().route({fabric, options, workers}, rows));
}

TableBlock routed(const Fabric& fabric) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  route(fabric, Balance::kFabric, Workers(), block.tables());
  return block;
}

void distances(benchmark::State& state) {
  const SwitchGraph graph(fabric_of(state));
  const Workers workers = workers_of(state);
  std::vector<SwitchIndex> all(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) all[s] = s;
  for (auto _ : state) benchmark::DoNotOptimize(distances_to(graph, all, workers));
  label(state);
}

void minhop(benchmark::State& state, Balance balance) {
  const Fabric& fabric = fabric_of(state);
  const Workers workers = workers_of(state);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  for (auto _ : state) {
    state.PauseTiming();
    fill_no_path(block.tables());
    state.ResumeTiming();
    route(fabric, balance, workers, block.tables());
  }
  label(state);
}

template <typename Work>
void on_routed(benchmark::State& state, Work work) {
  const Fabric& fabric = fabric_of(state);
  const Workers workers = workers_of(state);
  TableBlock block = routed(fabric);
  const LanePlan lanes = OneLane{};
  const RoutingView view{.fabric = fabric, .tables = block.tables(), .lanes = lanes};
  for (auto _ : state) benchmark::DoNotOptimize(work(view, workers));
  label(state);
}

PatternFigures all_shifts(const RoutingView& view, const Workers& workers) {
  return judge_pattern(view.fabric, view.tables, ranks_by_guid(view.fabric),
                       {.kind = PatternKind::kShift}, workers);
}

Estimate bisections(const RoutingView& view, const Workers& workers) {
  return effective_bisection_bandwidth(view.fabric, view.tables, ranks_by_guid(view.fabric),
                                       kRandomPhases, 1, workers);
}

void multicast(benchmark::State& state) {
  const Fabric& fabric = fabric_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(plan_multicast(fabric));
  label(state);
}

PortGroups parse_good(const std::string& text) {
  std::vector<std::string> errors;
  PortGroups groups = parse_port_groups(text, "policy", errors, errors);
  if (!errors.empty()) fmt::print(stderr, "{}\n", errors.front());
  return groups;
}

// 10,000 groups, each of 16 GUIDs and of another group.
std::string policy_of_guids() {
  constexpr unsigned kGroups = 10'000;
  std::string text;
  for (unsigned g = 0; g < kGroups; ++g) {
    text += fmt::format("port-group\nname: group-{}\nuse: of a kernel\nport-guid: {:#x}", g, g);
    for (unsigned i = 1; i < 16; ++i) text += fmt::format(", {:#x}@1-3/7", 16 * g + i);
    text += fmt::format("\nunion-rule: {}, ALL_ROUTERS\nend-port-group\n",
                        g + 1 < kGroups ? fmt::format("group-{}", g + 1) : "ALL_ROUTERS");
  }
  return text;
}

std::string policy_of_patterns() {
  std::string text;
  for (unsigned g = 0; g < 100; ++g) {
    text += fmt::format("port-group\nname: {}\nport-regexp: node-[0-9]*{}[a-z]?\nend-port-group\n",
                        g, g);
  }
  return text;
}

void parse_groups(benchmark::State& state) {
  const std::string text = policy_of_guids();
  for (auto _ : state) benchmark::DoNotOptimize(parse_good(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

// On 45,504 nodes.
void groups_on_fabric(benchmark::State& state, std::string (*make_text)()) {
  static const Fabric fabric = make_xgft({.down = {24, 24, 72}, .up = {1, 24, 24}});
  const Workers workers(static_cast<unsigned>(state.range(0)));
  const PortGroups groups = parse_good(make_text());
  for (auto _ : state) {
    std::vector<std::string> warnings;
    benchmark::DoNotOptimize(evaluate_groups(fabric, groups, {}, workers, warnings));
  }
}

// Routing chains: 1,000 topologies of 1,000 groups, and a step for each.
void chain_policy(benchmark::State& state) {
  constexpr int kCount = 1000;
  std::string groups_text;
  std::string topologies_text;
  std::string steps_text = "unicast-step\nid: 1\nengine: minhop\nend-unicast-step\n";
  for (int i = 2; i < kCount + 2; ++i) {
    groups_text +=
        fmt::format("port-group\nname: island-{}\nport-guid: {:#x}\nend-port-group\n", i, i);
    topologies_text +=
        fmt::format("topology\nid: {0}\nsw-grp: island-{0}\nhca-grp: ALL_CAS\nend-topology\n", i);
    steps_text +=
        fmt::format("unicast-step\nid: {0}\nengine: ftree\ntopology: {0}\nend-unicast-step\n", i);
  }
  constexpr std::array<std::string_view, 2> kEngines = {"minhop", "ftree"};
  std::vector<std::string> messages;
  const PortGroups groups = parse_good(groups_text);
  for (auto _ : state) {
    const auto topologies =
        parse_topologies(topologies_text, "topologies", &groups, messages, messages);
    benchmark::DoNotOptimize(
        parse_steps(steps_text, "chain", &topologies, kEngines, messages, messages));
  }
  if (!messages.empty()) state.SkipWithError(messages.front().c_str());
}

void fabrics(benchmark::internal::Benchmark* kernel) {
  kernel->Unit(benchmark::kMillisecond)->ArgNames({"fabric"});
  kernel->DenseRange(0, std::size(kFabrics) - 1);
}

void threads(benchmark::internal::Benchmark* kernel) {
  kernel->Unit(benchmark::kMillisecond)->ArgNames({"threads"})->UseRealTime()->Arg(1)->Arg(2);
}

void fabrics_and_threads(benchmark::internal::Benchmark* kernel) {
  kernel->Unit(benchmark::kMillisecond)->ArgNames({"fabric", "threads"})->UseRealTime();
  kernel->ArgsProduct({benchmark::CreateDenseRange(0, std::size(kFabrics) - 1, 1), {1, 2}});
}

BENCHMARK(distances)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(minhop, balance_switch, Balance::kSwitch)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(minhop, balance_fabric, Balance::kFabric)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(on_routed, verify, verify)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(on_routed, measure, measure)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(on_routed, all_shifts, all_shifts)->Apply(fabrics_and_threads);
BENCHMARK_CAPTURE(on_routed, bisections, bisections)->Apply(fabrics_and_threads);
BENCHMARK(multicast)->Apply(fabrics);
BENCHMARK(parse_groups)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(groups_on_fabric, guids, policy_of_guids)->Apply(threads);
BENCHMARK_CAPTURE(groups_on_fabric, patterns, policy_of_patterns)->Apply(threads);
BENCHMARK(chain_policy)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
