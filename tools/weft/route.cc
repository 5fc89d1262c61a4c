// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/dumps/ca_order_dump.h"
#include "common/dumps/lane_writers.h"
#include "common/dumps/roots_dump.h"
#include "common/dumps/step_dumps.h"
#include "common/dumps/table_writer.h"
#include "common/dumps/torus_dump.h"
#include "common/fabric/writers/fabric_writer.h"
#include "common/session/qos_lanes.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tools/weft/commands.h"
#include "tools/weft/drawing_files.h"
#include "tools/weft/engines_in_turn.h"
#include "tools/weft/files_at_once.h"
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
  PatternArguments pattern;
  DetailArguments details;
  std::string directory;
  DrawingFiles drawings;
  bool json = false;
  bool list_lost = false;
  bool explain = false;
};

// Files that not every routing has.
constexpr const char* kOfSome[] = {"psl.txt", "slvl.txt", kCaOrderDump, kRootsDump, kTorusDump};
constexpr const char* kOfSteps[] = {"opensm-lfts.dump", "opensm.fdbs", "opensm-subnet.lst",
                                    "opensm-lid-matrix.dump"};

// Dumps of the steps of an earlier routing would be taken as those of this one.
void remove_earlier_steps(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    // write_step_dumps() refuses a symbolic link.
    if (!entry.path().filename().string().starts_with("step-") ||
        entry.symlink_status(ignored).type() != fs::file_type::directory) {
      continue;
    }
    for (const char* const name : kOfSome) fs::remove(entry.path() / name, ignored);
    for (const char* const name : kOfSteps) fs::remove(entry.path() / name, ignored);
    fs::remove(entry, ignored);  // stays if it has other files
  }
}

// fabric: including drained parts.
void write_files(const Verified& result, const Fabric& fabric, Tables tables,
                 const std::string& directory, const Workers& workers) {
  FilesAtOnce files(directory);
  write_lfts_dump(fabric, tables, files.path("opensm-lfts.dump"));
  write_fdbs(fabric, tables, files.path("opensm.fdbs"));
  write_subnet_list(fabric, files.path("opensm-subnet.lst"));
  write_ibsim_net(fabric, files.path("fabric.net"));
  if (!std::holds_alternative<OneLane>(result.routing.lanes)) {
    write_path_sls(fabric, result.routing.lanes, files.path("psl.txt"));
    const Sl2Vl* const own = result.routing.sl2vl.get();
    write_sl2vl(fabric, own != nullptr ? *own : Sl2Vl(), files.path("slvl.txt"));
  }
  if (!result.routing.notes.ca_order.empty()) {
    write_ca_order(fabric, result.routing.notes.ca_order, files.path(kCaOrderDump));
  }
  if (!result.routing.notes.roots.empty()) {
    write_roots_dump(fabric, result.routing.notes.roots, files.path(kRootsDump));
  }
  if (!result.routing.notes.coordinates.empty()) {
    write_torus_dump(fabric, result.routing.notes, files.path(kTorusDump));
  }
  files.commit(kOfSome);
  remove_earlier_steps(directory);
  for (const RoutedStep& step : result.routing.steps) {
    write_step_dumps(fabric, tables, step, directory, workers);
  }
}

// Warn if a link has more than this factor times the paths of min-hop's busiest link.
constexpr std::uint64_t kMuchBusier = 3;

// ours: load of the busiest link.
void warn_of_load(const EngineInfo& engine, const Verified& result, std::uint64_t ours,
                  bool are_roots_given, const Workers& workers) {
  const EngineInfo& min_hop = find_engine("minhop");
  const auto& warnings = result.routing.warnings;
  const bool is_said = std::any_of(warnings.begin(), warnings.end(), [](const std::string& w) {
    return w.starts_with("the busiest link carries");
  });
  if (&engine == &min_hop || is_said) return;
  TableBlock block(result.fabric.switch_count(), result.fabric.max_lid());
  min_hop.route({result.fabric, Options{}, workers}, block.tables());
  const LanePlan lanes = OneLane{};
  const std::uint64_t theirs =
      measure({result.fabric, block.tables(), lanes}, workers).max_link_load;
  if (ours <= kMuchBusier * theirs) return;
  warn(fmt::format("the busiest link carries {} paths, {:.1f} times as many as min-hop's ({}): {}",
                   ours, static_cast<double>(ours) / static_cast<double>(theirs), theirs,
                   result.routing.notes.roots.empty() || are_roots_given
                       ? "weft compare shows whether another engine does better"
                       : "check the roots and set better ones in root_guid_file; weft compare "
                         "shows whether another engine does better"));
}

LostPairs lost_pairs(bool list, const Verified& result, Tables tables) {
  if (!list) return result.lost;
  return find_lost_pairs(result.fabric, tables, result.verdict,
                         std::numeric_limits<std::size_t>::max());
}

// Warns about lanes that OpenSM's QoS options disable, and about ignored options.
void warn_of_qos(const QosOptions& qos, const Verified& result, const Sl2Vl::Map& map) {
  const VlSet unserved = unserved_vls(qos, result.fabric, result.routing.qos_levels);
  warn_all(qos_sentences(qos, result.fabric, result.routing, map, unserved));
}

struct Routed {
  const EngineInfo& engine;
  std::shared_ptr<const Verified> result;
  double read_ms;  // until the first engine is asked
};

// Asks the engines in turn to route the fabric, which is the input without drained parts.
Routed route_in_turn(const Arguments& arguments, const RoutingInput& input,
                     std::span<const EngineInfo* const> asked, const Fabric& fabric,
                     const Workers& workers, const Stopwatch& reading, Tables tables,
                     std::optional<EnginesInTurn>& turns) {
  const Options& options = input.settings.routing;
  std::optional<double> read_ms;
  std::shared_ptr<const Verified> result;
  const AskEngine ask = [&](const EngineInfo& engine, bool is_last) {
    Session session(engine, all_engines());
    // The tables of --live are the first engine's.
    if (!read_ms) {
      adopt_live(arguments.routing, engine, {input.fabric, options, workers, input.lanes}, session);
      read_ms = reading.ms();
    }
    result = session.route({.fabric = fabric,
                            .options = options,
                            .workers = workers,
                            .lanes = input.lanes,
                            .last_in_list = is_last},
                           tables);
  };
  const EngineInfo& engine = ask_in_turn(input.conf, asked, ask, turns);
  warn_all(result->routing.warnings);
  if (input.conf && !arguments.routing.lanes) {
    warn_of_qos(input.conf->qos, *result, input.lanes.map);
  }
  return {engine, std::move(result), *read_ms};
}

int route(const Arguments& arguments, std::span<const EngineInfo* const> asked, Refusal& refusal) {
  const Workers workers(arguments.routing.threads);

  std::optional<ProgressLine> progress(std::in_place, arguments.json);
  if (!arguments.routing.is_live()) progress->say("reading");
  const Stopwatch reading;
  RoutingInput input = read_input(arguments.routing, asked, workers);
  progress->say("routing");
  refusal.remarks = std::move(input.remarks);
  const Drained drained = drain_as(input.settings, input.fabric, workers);
  warn_all(drained.service.refused);
  warn_all(drained.service.not_found);
  TableBlock block(drained.fabric.switch_count(), drained.fabric.max_lid());
  const auto [engine, result, read_ms] = route_in_turn(
      arguments, input, asked, drained.fabric, workers, reading, block.tables(), refusal.turns);
  std::vector<std::string> remarks = refusal.remarks;
  remarks.insert(remarks.end(), drained.service.drained.begin(), drained.service.drained.end());
  remarks.insert(remarks.end(), result->routing.remarks.begin(), result->routing.remarks.end());
  const RoutingView view = {result->fabric, block.tables(), result->routing.lanes,
                            result->routing.sl2vl.get(), &result->routing.multicast};
  Figures figures = measure(view, workers);
  warn_of_load(engine, *result, figures.max_link_load,
               input.settings.routing.ranked_nodes.has_value(), workers);
  Details details = find_details(view, result->verdict, figures, result->routing.notes.roots,
                                 arguments.details.most(arguments.json), workers);
  const Findings findings = {std::string(engine.name),
                             view,
                             result->verdict,
                             std::move(figures),
                             std::move(details),
                             arguments.details.asked(),
                             read_ms,
                             result->route_ms,
                             result->verify_ms,
                             judge(arguments.pattern, result->fabric,
                                   result->routing.notes.ca_order, block.tables(), workers),
                             std::move(remarks),
                             {},
                             lost_pairs(arguments.list_lost, *result, block.tables()),
                             result->routing.notes.roots,
                             result->change,
                             result->pairs_at_risk,
                             refusal.turns,
                             result->routing.choice,
                             arguments.explain};
  if (!arguments.directory.empty()) {
    write_files(*result, input.fabric, block.tables(), arguments.directory, workers);
  }
  write_drawings(arguments.drawings, result->fabric, result->routing.notes.roots,
                 findings.figures.link_load, findings.pattern, workers);
  progress.reset();
  arguments.json ? print_json(findings) : print_text(findings);
  return result->verdict.unreachable_pairs == 0 && result->verdict.forwarding_loops == 0 ? 0 : 1;
}

}  // namespace

Command add_route(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub =
      app.add_command("route", "Route a fabric, verify the tables, and say what was found");
  add_routing_options(sub, arguments->routing);
  add_pattern_options(sub, arguments->pattern);
  add_detail_options(sub, arguments->details);
  sub.add_option(
         "-o,--output", arguments->directory,
         "Write opensm-lfts.dump, opensm.fdbs, opensm-subnet.lst and fabric.net there, and "
         "the opensm-ftree-ca-order.dump and opensm-updn-roots.dump of an engine that has them; of "
         "several lanes also psl.txt and slvl.txt, as ibdmchk -c and -d take them; of each step of "
         "a chain its own files in "
         "step-<id>")
      .type_name("DIR");
  add_drawing_options(sub, arguments->drawings);
  add_json_option(sub, arguments->json);
  sub.add_flag("--list-lost", arguments->list_lost,
               "List all pairs without a path that links connect");
  sub.add_flag("--explain", arguments->explain,
               "Of engine auto: say what the fabric is, and what became of each engine tried");
  return [arguments] {
    Refusal refusal;
    return or_refusal(arguments->json, refusal, [&] {
      const std::vector<const EngineInfo*> asked = asked_engines(arguments->routing);
      if (!asked.empty()) refusal.engine = asked.front()->name;
      return route(*arguments, asked, refusal);
    });
  };
}

}  // namespace weft::tool
