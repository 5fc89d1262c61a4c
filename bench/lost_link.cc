// lost-link FABRIC --engine NAME: how many table entries and SLs change when one link between
// switches is lost, beside the entries whose path crossed it; and whether all return with the link.
// The links are drawn at random, each of them is lost alone, and none of them cuts the fabric into
// pieces.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/find_lost_link.h"
#include "bench/program.h"
#include "common/base/stopwatch.h"
#include "common/base/workers.h"
#include "common/fabric/generators/irregular.h"
#include "common/options/option_values.h"
#include "common/repair/routing_diff.h"
#include "common/routing/routing.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"
#include "tools/weft/settings.h"

namespace weft::bench {
namespace {

struct Arguments {
  std::string fabric;
  std::string engine;
  std::string balance = "fabric";
  unsigned links = 20;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  unsigned lanes = 8;
  std::vector<std::string> settings;
  bool anew = false;
};

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineInfo* engine : all_engines()) names.emplace_back(engine->name);
  return names;
}

const EngineInfo& engine_called(const std::string& name) {
  return **std::ranges::find(all_engines(), name, &EngineInfo::name);
}

RoutingDiff compare(const Verified& before, const Verified& after, const Workers& workers) {
  return compare_routings(FabricMatch(before.fabric, after.fabric),
                          {before.tables->tables(), before.routing.lanes},
                          {after.tables->tables(), after.routing.lanes}, workers);
}

// Times the entries whose path crossed the link.
double ratio(const EntryChanges& changes) {
  return changes.led_over == 0
             ? 0
             : static_cast<double>(changes.changed) / static_cast<double>(changes.led_over);
}

void print_row(const SwitchChanges& changes, double divisor, const std::string& what) {
  const EntryChanges& entries = changes.entries;
  const auto share = [&](std::uint64_t count) { return static_cast<double>(count) / divisor; };
  fmt::print("{:10.0f} {:10.0f} {:10.0f} {:10.2f} {:10.0f} {:10.0f}  {}\n",
             share(entries.over_lost), share(entries.led_over), share(entries.changed),
             ratio(entries), share(entries.without_path), share(changes.sls.changed), what);
}

void measure(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const EngineInfo& engine = engine_called(arguments.engine);
  Options options = tool::parse_settings(arguments.settings, workers).routing;
  options.balance = parse_balance("weft_balance", arguments.balance);
  options.keep_routes = !arguments.anew;
  const Fabric fabric = tool::load_fabric(arguments.fabric, {}).fabric;
  const LaneSettings lanes = {first_lanes(arguments.lanes)};
  TableBlock before(fabric.switch_count(), fabric.max_lid());
  Session session(engine, all_engines());
  const auto whole = session.route({fabric, options, workers, lanes}, before.tables());
  fmt::print("{}: {} switches, {} LIDs; {}, weft_balance {}, {} lanes in use{}\n", arguments.fabric,
             fabric.switch_count(), fabric.lid_count(), arguments.engine, arguments.balance,
             whole->verdict.lanes_used, arguments.anew ? ", routed anew" : "");
  fmt::print("{:>10} {:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", "used it", "led over", "changed",
             "times that", "no path", "SLs", "link lost");
  SwitchChanges sum;
  for (unsigned i = 0; i < arguments.links; ++i) {
    const Fabric degraded =
        with_failures(fabric, {.links = {.number = 1}, .seed = arguments.seed + i});
    const auto link = find_lost_link(fabric, degraded);
    if (!link) throw std::logic_error("no link between switches was lost");
    TableBlock after(fabric.switch_count(), fabric.max_lid());
    session.get_ready(workers);
    const Stopwatch time;
    const auto routed = session.route({degraded, options, workers, lanes}, after.tables());
    const double ms = time.ms();
    const SwitchChanges changes = compare(*whole, *routed, workers).total;
    sum += changes;
    print_row(changes, 1,
              fmt::format("{} port {} to {} port {}; {:.1f} ms, of these {:.1f} to verify{}",
                          fabric.describe_switch(link->a), link->port_a,
                          fabric.describe_switch(link->b), link->port_b, ms, routed->verify_ms,
                          routed->change && !routed->change->repaired
                              ? "; anew: " + routed->change->why_anew
                              : ""));
    TableBlock again(fabric.switch_count(), fabric.max_lid());
    const auto returned = session.route({fabric, options, workers, lanes}, again.tables());
    if (compare(*whole, *returned, workers).total.entries.changed != 0) {
      fmt::print("not all entries returned when the link did\n");
    }
  }
  print_row(sum, arguments.links, fmt::format("mean of {} links", arguments.links));
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("How many table entries change when one link between switches is lost", "lost-link");
  app.add_option("FABRIC", arguments.fabric, "As of weft route")->required();
  app.add_option("--engine", arguments.engine, "The routing engine")
      ->required()
      ->check(CLI::IsMember(engine_names()));
  app.add_option("--balance", arguments.balance, "weft_balance")
      ->check(CLI::IsMember({"fabric", "switch"}))
      ->capture_default_str();
  app.add_option("--links", arguments.links, "How many links are lost, each of them alone")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--seed", arguments.seed, "Of the draw of the first link; the next ones follow")
      ->capture_default_str();
  app.add_option("--threads", arguments.threads, "How many may work; 0: one a processor")
      ->check(CLI::Range(0, 1024));
  app.add_option("--lanes", arguments.lanes, "How many virtual lanes there are")
      ->check(CLI::Range(1, 15))
      ->capture_default_str();
  app.add_option("--set", arguments.settings, "An option as in opensm.conf, like those of chain")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--anew", arguments.anew,
               "Route anew (weft_keep_routes FALSE) instead of repairing");
  CLI11_PARSE(app, argc, argv);
  measure(arguments);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  return weft::bench::run_program("lost-link", &weft::bench::run, argc, argv);
}
