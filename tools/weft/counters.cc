// Tested by tests/e2e/test_counters.py.
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/counters/replay.h"
#include "common/patterns/pairs_file.h"
#include "common/topology/fabric_shape.h"
#include "common/verify/verify.h"
#include "tools/weft/commands.h"
#include "tools/weft/counter_files.h"
#include "tools/weft/counters_report.h"
#include "tools/weft/details.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/progress.h"
#include "tools/weft/ranks.h"
#include "tools/weft/report.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/usual_options.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

struct Arguments {
  TableArguments given;
  CounterArguments counters;
  std::string traffic;
  std::string compare;
  std::vector<std::string> settings;
  DetailArguments details;
  unsigned threads = 0;
  bool json = false;
};

std::vector<SentFlow> read_traffic(const std::string& file, const Fabric& fabric) {
  Placement ranks = ranks_by_guid(fabric);
  double unit = 1;
  const std::vector<RankPair> pairs =
      parse_pairs(read_file(input_path(file)), input_name(file), fabric, ranks, unit);
  return flows_of(ranks, pairs, unit);
}

// measures: of the same fabric, or of one with other LIDs.
ReplayRow replay_over(std::string name, const FabricMeasures& measures, const Fabric& fabric,
                      ConstTables tables, const std::vector<SentFlow>& flows) {
  ReplayRow row = {std::move(name)};
  row.replay = replay(fabric, tables, flows);
  if (row.replay.busiest != kNone) {
    row.busiest = describe_direction(fabric, measures, row.replay.busiest);
  }
  return row;
}

// The active tables first, then those of engines.
std::vector<ReplayRow> replay_all(const Arguments& arguments, const GivenTables& given,
                                  const FabricMeasures& measures, const Workers& workers,
                                  ProgressLine& progress) {
  std::vector<ReplayRow> rows;
  if (arguments.traffic.empty()) return rows;
  const std::vector<SentFlow> flows = read_traffic(arguments.traffic, given.fabric);
  rows.push_back(
      replay_over("the active tables", measures, given.fabric, given.block.tables(), flows));
  const std::vector<std::string> names = words_of(arguments.compare, ", ");
  if (names.empty()) return rows;
  const RoutingInput input =
      read_input(as_routing(arguments.given, arguments.settings), {}, workers);
  const JobTraffic jobs = job_traffic(given.fabric, input.settings.routing, workers);
  for (const std::string& name : names) {
    progress.say(fmt::format("routing by {}", name));
    ReplayRow row = {name};
    const EngineRow routed =
        compare_engine(find_engine(name), given.fabric, input.settings.routing, input.lanes, jobs,
                       workers, [&](const RoutingView& view) {
                         row = replay_over(name, measures, view.fabric, view.tables, flows);
                       });
    row.error = routed.error;
    rows.push_back(std::move(row));
  }
  return rows;
}

void check_arguments(const Arguments& arguments) {
  if (arguments.given.is_live && !arguments.compare.empty()) {
    throw BadInput("--compare routes the fabric of a file: write the live one with weft discover");
  }
  for (const std::string& name : words_of(arguments.compare, ", ")) find_engine(name);
}

int counters(const Arguments& arguments) {
  check_arguments(arguments);
  const Workers workers(arguments.threads);
  std::optional<ProgressLine> progress(std::in_place, arguments.json);
  if (!arguments.given.is_live) progress->say("reading tables");
  std::vector<std::string> remarks;
  const GivenTables given = read_given_tables(arguments.given, remarks, workers);
  progress->say("reading counters");
  if (!given.fault().empty()) warn(given.fault());
  const RoutingView view = given.view();
  const Figures figures = measure_loads(view, workers);
  const LinkKinds kinds = link_kinds(view.fabric, recognise(view.fabric, {}, workers));
  JudgedCounters judged =
      judge_counters(arguments.counters, view.fabric, view.tables, figures.link_load, kinds);
  judged.remarks.insert(judged.remarks.begin(), remarks.begin(), remarks.end());
  const CounterFindings findings = {
      view.fabric, view.tables, judged,
      replay_all(arguments, given, judged.measures, workers, *progress),
      arguments.details.most(true).value_or(kUsualTop)};
  progress.reset();
  if (arguments.json) {
    fmt::print("{}", counters_json(findings).text());
  } else {
    print_counters(findings);
  }
  return judged.hot.empty() ? 0 : 1;
}

int counters_or_refusal(const Arguments& arguments) {
  Json empty = nulls({"fabric", "snapshots", "seconds", "cleared_ports", "full_ports", "kinds",
                      "hot", "links", "replays"});
  empty["remarks"] = Json::array();
  return or_refusal(arguments.json, std::move(empty), [&] { return counters(arguments); });
}

}  // namespace

Command add_counters(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "counters", "Say which links are hot, and why: the routes, a job, a bad cable or a host");
  add_table_options(sub, arguments->given);
  add_counter_options(sub, arguments->counters).required();
  const OptionSyntax traffic =
      sub.add_option(
             "--traffic", arguments->traffic,
             "What was sent from whom to whom, in octets, as of --pairs of weft check: send "
             "it once more over the tables; - is standard input")
          .type_name("FILE");
  const OptionSyntax compare =
      sub.add_option("--compare", arguments->compare,
                     "With --traffic, and over what these engines make of the fabric: their "
                     "names, with commas")
          .needs(traffic)
          .type_name("ENGINES");
  sub.add_option("--set", arguments->settings,
                 "With --compare, an option as in opensm.conf (doc/options.md)")
      .needs(compare)
      .type_name("KEY=VALUE")
      .one_value_each_time();
  add_detail_options(sub, arguments->details);
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json);
  return [arguments] { return counters_or_refusal(*arguments); };
}

}  // namespace weft::tool
