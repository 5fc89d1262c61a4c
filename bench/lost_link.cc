// lost-link FABRIC --engine NAME: how many table entries change when one link between switches is
// lost and the engine routes anew, beside those that had to change. The links are drawn at random,
// each of them is lost alone, and none of them cuts the fabric into pieces.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/link_changes.h"
#include "common/base/workers.h"
#include "common/fabric/generators/irregular.h"
#include "common/options/option_values.h"
#include "common/routing/routing.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"

namespace weft::bench {
namespace {

struct Arguments {
  std::string fabric;
  std::string engine;
  std::string balance = "fabric";
  unsigned links = 20;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool live = false;
};

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineInfo* engine : all_engines()) names.emplace_back(engine->name);
  return names;
}

const EngineInfo& engine_called(const std::string& name) {
  return **std::ranges::find(all_engines(), name, &EngineInfo::name);
}

TableBlock route(const EngineInfo& engine, const Fabric& fabric, const Options& options,
                 const Live* live, const Workers& workers) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  engine.route({fabric, options, live, workers}, block.tables());
  return block;
}

Live live_tables(ConstTables tables) {
  Live live;
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    live.rows.emplace_back(tables.row(s), tables.row_size());
  }
  return live;
}

// Times the entries that had to change.
double ratio(const LinkChanges& changes) {
  return changes.used == 0
             ? 0
             : static_cast<double>(changes.changed) / static_cast<double>(changes.used);
}

void print_row(const LinkChanges& changes, double divisor, const std::string& what) {
  const auto share = [&](std::uint64_t count) { return static_cast<double>(count) / divisor; };
  fmt::print("{:10.0f} {:10.0f} {:10.0f} {:10.2f} {:10.0f}  {}\n", share(changes.used),
             share(changes.led_over), share(changes.changed), ratio(changes),
             share(changes.without_path), what);
}

void add(LinkChanges& sum, const LinkChanges& changes) {
  sum.used += changes.used;
  sum.led_over += changes.led_over;
  sum.changed += changes.changed;
  sum.without_path += changes.without_path;
}

void measure(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const EngineInfo& engine = engine_called(arguments.engine);
  Options options;
  options.balance = parse_balance("weft_balance", arguments.balance);
  const Fabric fabric = tool::load_fabric(arguments.fabric, {}).fabric;
  TableBlock before = route(engine, fabric, options, nullptr, workers);
  const Live live = live_tables(before.tables());
  fmt::print("{}: {} switches, {} LIDs; {}, weft_balance {}{}; entries of all tables:\n",
             arguments.fabric, fabric.switch_count(), fabric.lid_count(), arguments.engine,
             arguments.balance, arguments.live ? ", from live tables" : "");
  fmt::print("{:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", "used it", "led over", "changed",
             "times used", "no path", "link lost");
  LinkChanges sum;
  for (unsigned i = 0; i < arguments.links; ++i) {
    const Fabric degraded =
        with_failures(fabric, {.links = {.number = 1}, .seed = arguments.seed + i});
    const auto link = find_lost_link(fabric, degraded);
    if (!link) throw std::logic_error("no link between switches was lost");
    TableBlock after = route(engine, degraded, options, arguments.live ? &live : nullptr, workers);
    const LinkChanges changes = count_link_changes(fabric, *link, before.tables(), after.tables());
    add(sum, changes);
    print_row(changes, 1,
              fmt::format("{} port {} to {} port {}", fabric.describe_switch(link->a), link->port_a,
                          fabric.describe_switch(link->b), link->port_b));
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
  app.add_flag("--live", arguments.live,
               "Let the engine see the tables it had before, as in a resident opensm");
  CLI11_PARSE(app, argc, argv);
  measure(arguments);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  try {
    return weft::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lost-link: {}\n", error.what());
    return 1;
  }
}
