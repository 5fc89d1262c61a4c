// Tested by tests/e2e/test_migrate.py.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/options/stock_conf.h"
#include "common/repair/routing_diff.h"
#include "tools/weft/commands.h"
#include "tools/weft/comparison.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/host.h"
#include "tools/weft/load.h"
#include "tools/weft/migration.h"
#include "tools/weft/pattern.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/setup.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string path;
  std::string folder;
  std::string home;  // empty: the folder itself
  TableArguments in_force;
  unsigned threads = 0;
};

std::string home_of(const Arguments& arguments) {
  if (arguments.home.empty()) return fs::absolute(arguments.folder).lexically_normal().string();
  if (!fs::path(arguments.home).is_absolute()) {
    throw BadInput(
        fmt::format("--home {}: write a path from the root, like /etc/opensm", arguments.home));
  }
  return arguments.home;
}

// Overwrites no existing file. New files have the modes of the old ones, which may have keys.
void write_folder(const Migration& migration, const fs::path& folder) {
  std::error_code error;
  const bool exists = fs::exists(folder, error);
  if (exists && !fs::is_directory(folder, error)) {
    throw BadInput(fmt::format("{} is no folder", folder.string()));
  }
  if (exists && !fs::is_empty(folder, error)) {
    throw BadInput(
        fmt::format("{} has files: name a folder that is empty, or is not there", folder.string()));
  }
  for (const auto& [name, migrated] : migration.files) {
    const fs::path path = folder / name;
    make_directory(path.parent_path().string());
    NewFile file(path, migrated.source);
    file.buffer() = migrated.text;
    file.commit();
  }
}

void print_changes(const Migration& migration, const std::string& folder) {
  for (const MigratedLine& line : migration.changes) fmt::print("{}: {}\n", line.where, line.why);
  fmt::print("{}: {} files; {} lines are changed, each with a note above it, and {} are kept\n",
             folder, migration.files.size(), migration.changes.size(), migration.kept);
}

// The findings of `weft doctor` on this machine, if the files are at their final paths.
void print_findings(const std::string& conf, const InstalledOpensm& opensm) {
  for (const Finding& finding : examine(conf, opensm, {})) {
    if (finding.severity == Severity::kNote) continue;
    fmt::print("{}: {}: {}\n", name_of(finding.severity), finding.where, finding.what);
    if (!finding.remedy.empty()) fmt::print("    {}\n", finding.remedy);
  }
}

// The active routing, with the LMC of the new configuration.
GivenTables read_active(const Arguments& arguments, const Migration& migration,
                        const Workers& workers) {
  TableArguments active = arguments.in_force;
  take_lmc(StockConf(migration.files.at("opensm.conf").text).lmc(), active);
  std::vector<std::string> remarks;
  GivenTables given = read_given_tables(active, remarks, workers);
  if (!given.error.empty()) throw BadInput(given.error);
  return given;
}

// Compares the active routing with that of the new engines, up to the first that routes, and counts
// changed entries.
bool print_moves(const Arguments& arguments, const GivenTables& given, const std::string& conf,
                 const Workers& workers) {
  RoutingArguments routing;
  routing.fabric = arguments.in_force.fabric;
  routing.conf = conf;
  const RoutingInput input = read_input(routing, {}, workers);
  warn_all(input.remarks);
  const JobTraffic traffic = job_traffic(input.fabric, input.settings.routing, workers);
  PatternArguments shifts;
  shifts.name = "shift";
  const JudgedPattern pattern = prepare_pattern(shifts, input.fabric, {}, workers);
  const RoutingView view = given.view();
  std::vector<ComparedRouting> rows(1);
  rows[0].row = row_of(arguments.in_force.tables, view, verify(view, workers), traffic, workers);
  rows[0].pattern = judge(pattern, view.fabric, view.tables, workers);
  std::optional<RoutingDiff> diff;
  for (const ListedEngine& entry : input.conf->engines) {
    if (entry.engine == nullptr) continue;
    ComparedRouting& compared = rows.emplace_back();
    compared.row = compare_engine(*entry.engine, input.fabric, input.settings.routing, input.lanes,
                                  traffic, workers, [&](const RoutingView& now) {
                                    compared.pattern =
                                        judge(pattern, now.fabric, now.tables, workers);
                                    diff = compare_routings(FabricMatch(given.fabric, now.fabric),
                                                            {given.block.tables(), given.lanes},
                                                            {now.tables, now.lanes}, workers);
                                  });
    if (compared.row.error.empty()) break;
    diff.reset();
  }
  print_comparison(rows, traffic.traffic.mix);
  if (!diff) {
    fmt::print("none of the new engines routes this fabric\n");
    return false;
  }
  const auto& [entries, sls] = diff->total;
  fmt::print("the restart changes {} of {} entries and {} of {} SLs of pairs\n", entries.changed,
             entries.compared, sls.changed, sls.compared);
  return rows.back().is_good();
}

int migrate_folder(const Arguments& arguments) {
  const std::string home = home_of(arguments);
  if (arguments.in_force.fabric.empty() != arguments.in_force.tables.empty()) {
    throw BadInput("FABRIC and --lfts need each other: the fabric and its active tables");
  }
  const bool counts_moves = !arguments.in_force.fabric.empty();
  if (counts_moves && !arguments.home.empty()) {
    throw BadInput(
        "FABRIC cannot be compared with --home, since the files are not at that path yet: install "
        "them there, then use weft compare");
  }
  const Workers workers(arguments.threads);
  const InstalledOpensm opensm = find_opensm();
  const Migration migration = migrate(arguments.path, home, opensm);
  std::optional<GivenTables> active;
  if (counts_moves) active = read_active(arguments, migration, workers);
  write_folder(migration, arguments.folder);
  print_changes(migration, arguments.folder);
  if (!arguments.home.empty()) return 0;
  const std::string conf = (fs::path(arguments.folder) / "opensm.conf").string();
  print_findings(conf, opensm);
  return !active || print_moves(arguments, *active, conf, workers) ? 0 : 1;
}

}  // namespace

Command add_migrate(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "migrate", "Convert a configuration for stock OpenSM or the vendor's SM to one for Weft");
  sub.add_option("CONFIGURATION", arguments->path, "An opensm.conf, or a folder that has one")
      .required();
  sub.add_option("-o,--output", arguments->folder,
                 "The folder to write the new configuration and its files into")
      .required()
      .type_name("DIR");
  sub.add_option("--home", arguments->home,
                 "The folder where the files will be installed; without it, the folder of --output")
      .type_name("DIR");
  sub.add_option("FABRIC", arguments->in_force.fabric, kFabricFile);
  sub.add_option("--lfts", arguments->in_force.tables,
                 "The active tables, as for weft check: say how many entries change")
      .type_name("FILE");
  sub.add_option("--psl", arguments->in_force.path_sls, "The SLs of the active paths")
      .type_name("FILE");
  add_threads_option(sub, arguments->threads);
  return [arguments] { return migrate_folder(*arguments); };
}

}  // namespace weft::tool
