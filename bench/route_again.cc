// route-again FABRIC --engine NAME: routes the fabric with this engine again and again, each time
// into tables in memory that the process has never touched, and does nothing else. For `perf
// record`, which would see reading, verification and judging of `weft route` as well. See
// bench/limits.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "bench/program.h"
#include "common/base/stopwatch.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"

namespace weft::bench {
namespace {

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineInfo* engine : all_engines()) names.emplace_back(engine->name);
  return names;
}

int run(int argc, char** argv) {
  std::string file;
  std::string name;
  unsigned threads = 1;
  double seconds = 1;
  CLI::App app("Routes a fabric again and again", "route-again");
  app.add_option("FABRIC", file, "As of weft route")->required();
  app.add_option("--engine", name, "The routing engine")
      ->required()
      ->check(CLI::IsMember(engine_names()));
  app.add_option("--threads", threads, "How many may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--seconds", seconds, "No routing begins later; there are one at least")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const EngineInfo& engine = **std::ranges::find(all_engines(), name, &EngineInfo::name);
  const Fabric fabric = tool::load_fabric(file, {}).fabric;
  const Workers workers(threads);
  const Stopwatch stopwatch;
  do {
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    engine.route({fabric, Options{}, workers, first_lanes(8), all_engines()}, block.tables());
  } while (stopwatch.ms() < 1e3 * seconds);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  return weft::bench::run_program("route-again", &weft::bench::run, argc, argv);
}
