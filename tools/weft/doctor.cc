// Tested by tests/e2e/test_doctor.py.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/json.h"
#include "tools/weft/commands.h"
#include "tools/weft/host.h"
#include "tools/weft/problem_report.h"
#include "tools/weft/setup.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string path = std::string(kDefaultConf);
  bool each_line = false;
  bool json = false;
  std::string report;
  std::string fabric;
  bool hides_names = false;
};

void print_text(const std::vector<Finding>& findings, const InstalledOpensm& opensm) {
  fmt::print("opensm: {}\n", opensm.version.empty() ? "not installed here" : opensm.version);
  for (const Finding& finding : findings) {
    fmt::print("{}: {}: {}\n", name_of(finding.severity), finding.where, finding.what);
    if (!finding.remedy.empty()) fmt::print("    {}\n", finding.remedy);
  }
}

void print_json(const std::vector<Finding>& findings, const InstalledOpensm& opensm) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"severity", name_of(finding.severity)},
                    {"where", finding.where},
                    {"what", finding.what},
                    {"remedy", finding.remedy.empty() ? Json() : Json(finding.remedy)}});
  }
  const Json report = {{"opensm", opensm.version.empty() ? Json() : Json(opensm.version)},
                       {"findings", std::move(list)}};
  fmt::print("{}", report.text());
}

bool is_well(const std::vector<Finding>& findings) {
  return std::ranges::all_of(
      findings, [](const Finding& finding) { return finding.severity == Severity::kNote; });
}

int report(const Arguments& arguments, const InstalledOpensm& opensm) {
  const std::vector<OpensmCall> calls = find_calls();
  const std::vector<Finding> findings = examine(arguments.path, opensm, calls, true);
  write_problem_report({.to = arguments.report,
                        .conf = arguments.path,
                        .fabric = arguments.fabric,
                        .hides_names = arguments.hides_names},
                       opensm, calls, findings);
  fmt::print("{} has what a maintainer needs. Read it before you send it\n", arguments.report);
  return is_well(findings) ? 0 : 1;
}

int doctor(const Arguments& arguments) {
  const InstalledOpensm opensm = find_opensm();
  if (!arguments.report.empty()) return report(arguments, opensm);
  const std::vector<Finding> findings =
      examine(arguments.path, opensm, find_calls(), arguments.each_line);
  arguments.json ? print_json(findings, opensm) : print_text(findings, opensm);
  if (is_well(findings) && !arguments.json) fmt::print("nothing is wrong\n");
  return is_well(findings) ? 0 : 1;
}

}  // namespace

Command add_doctor(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command("doctor", "Find errors in an opensm.conf");
  sub.add_option("FILE", arguments->path,
                 fmt::format("The opensm.conf to examine; {} if none is given", kDefaultConf));
  sub.add_flag("--all", arguments->each_line, "Say what the effect of every line is");
  const auto json = add_json_option(sub, arguments->json);
  const auto report = sub.add_option(
      "--report", arguments->report,
      "Write what a maintainer needs into this text file: versions, findings, the configuration "
      "with the files that it names, Weft's lines of the log, and the fabric; no keys");
  report.type_name("FILE").excludes(json);
  const auto fabric = sub.add_option("--fabric", arguments->fabric, kFabricFile);
  fabric.type_name("FABRIC").needs(report);
  sub.add_flag("--hide-names", arguments->hides_names,
               "Replace the names of hosts and switches in the report by numbers")
      .needs(fabric);
  return [arguments] { return doctor(*arguments); };
}

}  // namespace weft::tool
