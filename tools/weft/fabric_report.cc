// Tested by tests/e2e/test_report.py.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/drawing/draw.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tools/weft/commands.h"
#include "tools/weft/counter_files.h"
#include "tools/weft/counters_report.h"
#include "tools/weft/drawing_files.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/report_data.h"
#include "tools/weft/report_page.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/usual_options.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

constexpr std::size_t kWorstFailures = 20;
constexpr std::size_t kMostHotLinks = 50;

struct Arguments {
  TableArguments given;  // with an engine: without tables
  std::string engine;
  std::vector<std::string> settings;
  std::string compare;
  std::string what_if;
  CounterArguments counters;
  std::string title;
  std::string output;
  unsigned threads = 0;
  bool times = false;
  bool json = false;
};

// Adds the counters, if a file has some.
void add_counted(const CounterArguments& counters, const Findings& findings, ReportData& data) {
  if (counters.files.empty()) return;
  const RoutingView& view = findings.view;
  const JudgedCounters judged =
      judge_counters(counters, view.fabric, view.tables, findings.figures.link_load,
                     link_kinds(view.fabric, data.shape));
  data.counters = counters_json({view.fabric, view.tables, judged, {}, kMostHotLinks});
  data.measured = draw_measured(view.fabric, data.shape, judged.measures);
}

// Writes the report and the drawings; returns the exit code for the verdict.
int report(const Arguments& arguments, const Findings& findings, ReportData& data,
           const Workers& workers) {
  data.title = arguments.title;
  if (data.title.empty()) {
    data.title = arguments.given.is_live
                     ? kLiveFabric
                     : std::filesystem::path(arguments.given.fabric).filename().string();
  }
  data.times = arguments.times;
  if (!arguments.what_if.empty()) {
    data.what_if = read_what_if(arguments.what_if, kWorstFailures);
    const std::string& tables = data.what_if->tables;
    if (!tables.empty() && tables != lft_digest(findings.view.fabric, findings.view.tables)) {
      throw BadInput(
          fmt::format("{}: these failures were tried with other tables than those of this report: "
                      "is it another fabric, engine or option?",
                      arguments.what_if));
    }
    if (data.what_if->failures < data.what_if->asked) {
      throw BadInput(fmt::format(
          "{} has {} of {} failures: go on with weft whatif --resume, or join all shards with "
          "--merge",
          arguments.what_if, data.what_if->failures, data.what_if->asked));
    }
  }
  add_counted(arguments.counters, findings, data);
  const Json json = report_json(data, workers);
  if (!arguments.output.empty()) {
    write_text(arguments.output, report_page(data.title, json, data.drawing, data.measured));
  }
  if (arguments.json) fmt::print("{}", json.text());
  const Verdict& verdict = findings.verdict;
  const bool has_loop = findings.engine.empty() && !verdict.credit_loop.empty();
  return verdict.unreachable_pairs == 0 && verdict.forwarding_loops == 0 && !has_loop &&
                 findings.error.empty()
             ? 0
             : 1;
}

int report_tables(const Arguments& arguments, const Workers& workers) {
  std::vector<std::string> remarks;
  const Stopwatch reading;
  const GivenTables given = read_given_tables(arguments.given, remarks, workers);
  const double read_ms = reading.ms();
  const RoutingView view = given.view();
  const Stopwatch verifying;
  const Verdict verdict = verify(view, workers);
  const double verify_ms = verifying.ms();
  Figures figures = measure(view, workers);
  Details details = find_details(view, verdict, figures, {}, DetailArguments().most(true), workers);
  const Findings findings = {{},
                             view,
                             verdict,
                             std::move(figures),
                             std::move(details),
                             false,
                             read_ms,
                             {},
                             verify_ms,
                             {},
                             remarks,
                             given.fault(),
                             find_lost_pairs(given.fabric, view.tables, verdict, 0)};
  const FabricShape shape = recognise(given.fabric, {}, workers);
  const Drawing drawing = draw(given.fabric, shape, findings.figures.link_load);
  ReportData data = {.title = {}, .findings = findings, .shape = shape, .drawing = drawing};
  if (!findings.error.empty()) warn(findings.error);
  return report(arguments, findings, data, workers);
}

// The lines for opensm.conf that are equivalent to the arguments.
std::vector<std::string> conf_lines(const Arguments& arguments, const EngineInfo& engine,
                                    unsigned lanes_used) {
  std::vector<std::string> lines = {"event_plugin_name weft",
                                    fmt::format("routing_engine weft-{}", engine.name)};
  if (lanes_used > 1) lines.emplace_back("qos TRUE");
  if (arguments.given.lmc) lines.push_back(fmt::format("lmc {}", *arguments.given.lmc));
  for (std::string setting : arguments.settings) {
    if (const auto at = setting.find('='); at != std::string::npos) setting[at] = ' ';
    lines.push_back(std::move(setting));
  }
  return lines;
}

std::vector<EngineRow> compare(std::span<const EngineInfo* const> engines,
                               const RoutingInput& input, const Workers& workers,
                               ProgressLine& progress) {
  const JobTraffic traffic = job_traffic(input.fabric, input.settings.routing, workers);
  std::vector<EngineRow> rows;
  rows.reserve(engines.size());
  for (const EngineInfo* engine : engines) {
    progress.say(fmt::format("comparing engines: {}", engine->name));
    rows.push_back(compare_engine(*engine, input.fabric, input.settings.routing, input.lanes,
                                  traffic, workers));
  }
  return rows;
}

int report_engine(const Arguments& arguments, const Workers& workers) {
  const EngineInfo& engine = find_engine(arguments.engine);
  std::vector<const EngineInfo*> others;
  for (const std::string& name : words_of(arguments.compare, ", ")) {
    const EngineInfo& other = find_engine(name);
    if (&other != &engine && std::ranges::count(others, &other) == 0) others.push_back(&other);
  }
  std::optional<ProgressLine> progress(std::in_place, arguments.json);
  progress->say(fmt::format("routing by {}", engine.name));
  const Stopwatch reading;
  RoutingInput input = read_input(as_routing(arguments.given, arguments.settings), {}, workers);
  const double read_ms = reading.ms();
  TableBlock block(input.fabric.switch_count(), input.fabric.max_lid());
  Session session(engine, all_engines());
  const auto result =
      session.route({input.fabric, input.settings.routing, workers, input.lanes}, block.tables());
  warn_all(result->routing.warnings);
  std::vector<std::string> remarks = std::move(input.remarks);
  remarks.insert(remarks.end(), result->routing.remarks.begin(), result->routing.remarks.end());
  const RoutingView view = {result->fabric, block.tables(), result->routing.lanes,
                            result->routing.sl2vl.get(), &result->routing.multicast};
  Figures figures = measure(view, workers);
  Details details = find_details(view, result->verdict, figures, result->routing.notes.roots,
                                 DetailArguments().most(true), workers);
  const Findings findings = {std::string(engine.name),
                             view,
                             result->verdict,
                             std::move(figures),
                             std::move(details),
                             false,
                             read_ms,
                             result->route_ms,
                             result->verify_ms,
                             {},
                             std::move(remarks),
                             {},
                             result->lost,
                             result->routing.notes.roots};
  const FabricShape shape = recognise(result->fabric, findings.roots, workers);
  const Drawing drawing = draw(result->fabric, shape, findings.figures.link_load);
  ReportData data = {.title = {}, .findings = findings, .shape = shape, .drawing = drawing};
  data.warnings = result->routing.warnings;
  data.ca_order = result->routing.notes.ca_order;
  data.opensm_conf = conf_lines(arguments, engine, result->verdict.lanes_used);
  if (!others.empty()) {
    others.insert(others.begin(), &engine);
    data.engines = compare(others, input, workers, *progress);
  }
  progress.reset();
  return report(arguments, findings, data, workers);
}

int write_report(const Arguments& arguments) {
  if (arguments.output.empty() && !arguments.json) {
    throw BadInput("nothing is to be written: name a file with -o, or give --json");
  }
  const bool has_tables = arguments.given.is_live || !arguments.given.tables.empty();
  if (arguments.engine.empty() != has_tables) {
    throw BadInput("either --engine says how the fabric is to be routed, or --lfts how it is");
  }
  if (!has_tables && !arguments.counters.files.empty()) {
    throw BadInput("counters are of the active tables: give these with --lfts, not --engine");
  }
  const Workers workers(arguments.threads);
  return arguments.engine.empty() ? report_tables(arguments, workers)
                                  : report_engine(arguments, workers);
}

}  // namespace

Command add_report(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "report", "Write what there is to know of a fabric and its routes into a page to look at");
  add_table_options(sub, arguments->given);
  OptionSyntax engine = sub.add_option("--engine", arguments->engine,
                                       "Route the fabric, instead of --lfts:" + list_of_engines());
  for (const char* option : {"--lfts", "--psl", "--sl2vl"}) engine.excludes(option);
  sub.add_option("--set", arguments->settings,
                 "With --engine, an option as in opensm.conf (doc/options.md)")
      .needs(engine)
      .type_name("KEY=VALUE")
      .one_value_each_time();
  sub.add_option("--compare", arguments->compare,
                 "With --engine, what other engines make of the fabric: their names, with commas")
      .needs(engine)
      .type_name("ENGINES");
  sub.add_option("--whatif", arguments->what_if, "What weft whatif --json printed of failures")
      .type_name("FILE");
  add_counter_options(sub, arguments->counters);
  sub.add_option("-o,--output", arguments->output, "The page, an HTML file with all in it")
      .type_name("FILE");
  sub.add_option("--title", arguments->title, "What is written above it; the name of FABRIC")
      .type_name("TEXT");
  sub.add_flag("--times", arguments->times,
               "Say how long it took, so that no two reports are the same");
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json, "Print what the page shows as one JSON object");
  return [arguments] {
    return or_refusal(arguments->json, no_report_json(), [&] { return write_report(*arguments); });
  };
}

}  // namespace weft::tool
