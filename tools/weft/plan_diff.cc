#include "tools/weft/plan_diff.h"

#include <fmt/format.h>

#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/json.h"
#include "common/plan/plan_diff.h"
#include "common/plan/plan_reader.h"
#include "common/session/session_json.h"
#include "tools/weft/finding_list.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string plan;
  TableArguments given;  // without tables
  std::string names;
  std::string system_types;
  std::size_t top = 10;
  bool all = false;
  bool json = false;
  bool brief = false;
};

PlannedFabric read_plan(const Arguments& arguments, const Fabric& there,
                        std::vector<std::string>& remarks) {
  PlanFiles files = {.system_types = arguments.system_types, .names = {}, .names_source = {}};
  if (!arguments.names.empty()) {
    files.names = read_file(input_path(arguments.names));
    files.names_source = input_name(arguments.names);
  }
  if (is_generator_line(arguments.plan)) {
    return parse_plan(arguments.plan, "PLAN", there, files, remarks);
  }
  return parse_plan(read_file(input_path(arguments.plan)), input_name(arguments.plan), there, files,
                    remarks);
}

std::string verdict_of(const PlanDiff& diff) {
  const std::size_t faults = diff.faults();
  if (faults == 0) return "good: the fabric is as planned";
  return fmt::format("BAD: {} difference{} from the plan", faults, faults == 1 ? "" : "s");
}

void print_diff(const PlanDiff& diff, std::size_t most) {
  fmt::print("plan: {} switches, {} end ports\n", diff.switches, diff.end_ports);
  fmt::print("found of it: {} switches, {} end ports; of {} cables between these {}\n",
             diff.switches_found, diff.end_ports_found, diff.cables, diff.cables_found);
  print_findings("differences", diff.findings, most);
  fmt::print("{}\n", verdict_of(diff));
}

Json counts_json(std::size_t switches, std::size_t end_ports, std::size_t cables) {
  return {{"switches", switches}, {"end_ports", end_ports}, {"cables", cables}};
}

Json end_json(const PlanEnd& end) {
  return {{"guid", end.guid == 0 ? Json(nullptr) : Json(fmt::format("0x{:016x}", end.guid))},
          {"name", end.name},
          {"port", end.port == 0 ? Json(nullptr) : Json(end.port)}};
}

Json diff_json(const PlanDiff& diff, const std::vector<std::string>& remarks) {
  return {{"error", nullptr},
          {"plan", counts_json(diff.switches, diff.end_ports, diff.cables)},
          {"found", counts_json(diff.switches_found, diff.end_ports_found, diff.cables_found)},
          {"faults", diff.faults()},
          {"verdict", verdict_of(diff)},
          {"findings", list_json(diff.findings, end_json)},
          {"remarks", remarks}};
}

int compare(const Arguments& arguments) {
  if (arguments.given.is_live != arguments.given.fabric.empty()) {
    throw BadInput("name the fabric to compare with the plan: either FABRIC or --live");
  }
  std::vector<std::string> remarks;
  const Fabric fabric = read_given_fabric(arguments.given, remarks);
  const PlannedFabric plan = read_plan(arguments, fabric, remarks);
  const PlanDiff diff = compare_with_plan(plan, fabric);
  if (arguments.json) {
    fmt::print("{}", diff_json(diff, remarks).text());
  } else if (arguments.brief) {
    fmt::print("{}\n", verdict_of(diff));
  } else {
    warn_all(remarks);
    print_diff(diff, arguments.all ? std::numeric_limits<std::size_t>::max() : arguments.top);
  }
  return diff.faults() == 0 ? 0 : 1;
}

int compare_or_refusal(const Arguments& arguments) {
  Json empty = nulls({"plan", "found", "faults", "verdict"});
  empty["findings"] = empty["remarks"] = Json::array();
  return or_refusal(arguments.json, std::move(empty), [&] { return compare(arguments); });
}

}  // namespace

std::pair<CommandSyntax, Command> add_plan_diff(CommandSyntax plan) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = plan.add_command("diff", "List how a fabric differs from its plan");
  sub.add_option(
         "PLAN", arguments->plan,
         "The plan: a .topo file, cables as CSV (a,a_port,b,b_port), a "
         "topo_config_file, a file of the fabric of another day, or a line for weft generate")
      .required();
  sub.add_option("FABRIC", arguments->given.fabric, kFabricFile);
  sub.add_option("--names", arguments->names,
                 "Names that differ in the plan: lines «NAME = OTHER NAME», with ranges in "
                 "brackets")
      .type_name("FILE");
  sub.add_option("--ibnl", arguments->system_types,
                 "The folder with the .ibnl files of the system types of a .topo file; without it, "
                 "the folder of ibutils")
      .type_name("DIR");
  sub.add_flag("--live", arguments->given.is_live,
               "Read the live fabric that this host is linked to, in place of FABRIC");
  add_live_options(sub, arguments->given.live);
  sub.add_option("--top", arguments->top, "List so many of each kind, and how many more there are")
      .default_shown()
      .type_name("N");
  sub.add_flag("--all", arguments->all, "List all");
  const OptionSyntax json = add_json_option(sub, arguments->json);
  sub.add_flag("--brief", arguments->brief, "Print one line with the verdict").excludes(json);
  return {sub, [arguments] { return compare_or_refusal(*arguments); }};
}

}  // namespace weft::tool
