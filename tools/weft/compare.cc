// Tested by tests/e2e/test_compare.py.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "tools/weft/commands.h"
#include "tools/weft/comparison.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/pattern.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  RoutingArguments routing;
  std::vector<std::string> engines;
  std::vector<std::string> tables;
  PatternArguments pattern;
  std::string svg;
  bool json = false;
};

ComparedRouting route_by(const EngineInfo& engine, const RoutingInput& input,
                         const JudgedPattern& pattern, const JobTraffic& traffic,
                         const Workers& workers) {
  ComparedRouting routing;
  routing.row = compare_engine(engine, input.fabric, input.settings.routing, input.lanes, traffic,
                               workers, [&](const RoutingView& view) {
                                 routing.pattern =
                                     judge(pattern, view.fabric, view.tables, workers);
                               });
  return routing;
}

ComparedRouting read_from(const std::string& file, const Arguments& arguments,
                          const std::optional<DaemonConf>& conf, const JudgedPattern& pattern,
                          const JobTraffic& traffic, const Workers& workers) {
  TableArguments table;
  table.fabric = arguments.routing.fabric;
  table.tables = file;
  table.lmc = arguments.routing.lmc;
  if (conf) take_lmc(conf->lmc, table);
  table.lanes = arguments.routing.lanes;
  table.keep_lids = arguments.routing.keep_lids;
  std::vector<std::string> remarks;
  const GivenTables given = read_given_tables(table, remarks, workers);
  ComparedRouting routing;
  if (!given.error.empty()) {
    routing.row = {file, given.error};
    return routing;
  }
  const RoutingView view = given.view();
  const Stopwatch verifying;
  const Verdict verdict = verify(view, workers);
  const double verify_ms = verifying.ms();
  routing.row = row_of(file, view, verdict, traffic, workers);
  routing.row.verify_ms = verify_ms;
  routing.pattern = judge(pattern, view.fabric, view.tables, workers);
  return routing;
}

// The named engines, or all of Weft's in the conf.
std::vector<const EngineInfo*> to_compare(std::vector<const EngineInfo*> named,
                                          const std::optional<DaemonConf>& conf) {
  if (!named.empty() || !conf) return named;
  for (const ListedEngine& entry : conf->engines) {
    if (entry.engine != nullptr) named.push_back(entry.engine);
  }
  return named;
}

int compare(const Arguments& arguments) {
  const bool has_conf = !arguments.routing.conf.empty();
  if (!has_conf && arguments.engines.size() + arguments.tables.size() < 2) {
    throw BadInput("name two engines or files at least: --engine updn --engine ftree");
  }
  const Workers workers(arguments.routing.threads);
  std::vector<const EngineInfo*> named;
  named.reserve(arguments.engines.size());
  for (const std::string& name : arguments.engines) named.push_back(&find_engine(name));
  RoutingInput input = read_input(arguments.routing, named, workers);
  const std::vector<const EngineInfo*> engines = to_compare(named, input.conf);
  if (engines.size() + arguments.tables.size() < 2) {
    throw BadInput("fewer than two engines and files are to be compared: name others");
  }
  warn_all(input.remarks);
  if (!input.settings.drained.empty() && !arguments.tables.empty()) {
    throw BadInput("--lfts are tables of the whole fabric: leave out --drain, or weft_drain_file");
  }
  Drained drained = drain_as(input.settings, std::move(input.fabric), workers);
  warn_all(drained.service.refused);
  warn_all(drained.service.not_found);
  warn_all(drained.service.drained);
  input.fabric = std::move(drained.fabric);
  const JudgedPattern pattern = prepare_pattern(arguments.pattern, input.fabric, {}, workers);
  JobTraffic traffic = job_traffic(input.fabric, input.settings.routing, workers);
  if (names_ranks(arguments.pattern.ranks)) traffic.ranks = pattern.placement;
  std::vector<ComparedRouting> routings;
  routings.reserve(engines.size() + arguments.tables.size());
  std::optional<ProgressLine> progress(std::in_place, arguments.json);
  for (const EngineInfo* engine : engines) {
    progress->say(
        fmt::format("{}, {} of {} engines", engine->name, routings.size() + 1, engines.size()));
    routings.push_back(route_by(*engine, input, pattern, traffic, workers));
  }
  for (const std::string& file : arguments.tables) {
    routings.push_back(read_from(file, arguments, input.conf, pattern, traffic, workers));
  }
  progress.reset();
  if (!arguments.svg.empty()) write_text(arguments.svg, comparison_svg(routings));
  if (arguments.json) {
    fmt::print("{}", comparison_json(routings, traffic.traffic.mix).text());
  } else {
    print_comparison(routings, traffic.traffic.mix);
  }
  return std::ranges::all_of(routings, &ComparedRouting::is_good) ? 0 : 1;
}

}  // namespace

Command add_compare(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->pattern.name = "shift";
  const CommandSyntax sub = app.add_command(
      "compare", "Put engines, or anyone's tables, side by side, on one order of ranks");
  add_input_options(sub, arguments->routing);
  sub.option("FABRIC").required();
  sub.add_option(
         "--engine", arguments->engines,
         "An engine to route by, as of weft route; may come again, and be a list with commas")
      .delimiter(',')
      .one_value_each_time()
      .type_name("NAME");
  sub.add_option("--lfts", arguments->tables,
                 "Tables, as of weft check, on one lane; may come again")
      .one_value_each_time()
      .type_name("FILE");
  add_pattern_options(sub, arguments->pattern);
  sub.add_option("--svg", arguments->svg, "Draw the comparison into a file").type_name("FILE");
  add_json_option(sub, arguments->json);
  return [arguments] {
    return or_refusal(arguments->json,
                      Json({{"error", nullptr}, {"pattern", nullptr}, {"routings", Json::array()}}),
                      [&] { return compare(*arguments); });
  };
}

}  // namespace weft::tool
