#include "tools/weft/pattern.h"

#include <algorithm>
#include <map>
#include <vector>

#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/patterns/rank_order.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

constexpr std::uint32_t kMostPhases = 1'000'000;

const std::map<std::string, PatternKind> kPatterns = {{"shift", PatternKind::kShift},
                                                      {"ring", PatternKind::kRing},
                                                      {"alltoall", PatternKind::kAllToAll},
                                                      {"bisection", PatternKind::kBisection},
                                                      {"random", PatternKind::kRandom}};

std::vector<EndPortIndex> read_order(const std::string& file, const Fabric& fabric) {
  std::vector<std::string> warnings;
  std::vector<EndPortIndex> order = read_rank_order(file, fabric, warnings);
  for (const std::string& warning : warnings) warn(warning);
  return order;
}

}  // namespace

void add_pattern_options(CLI::App& command, PatternArguments& arguments) {
  CLI::Option* pattern =
      command
          .add_option("--pattern", arguments.name,
                      "Judge the routes by what they are worth to a pattern of communication:"
                      "\n  shift: i sends to i + k, for every k"
                      "\n  ring: to both neighbours, one after the other"
                      "\n  alltoall: everybody to everybody at once"
                      "\n  bisection: a random half to the other half"
                      "\n  random: random permutations")
          ->check(CLI::IsMember(kPatterns))
          ->type_name("NAME");
  command
      .add_option("--ranks", arguments.ranks_file,
                  "The order of ranks: a hostfile, or opensm-ftree-ca-order.dump; without it "
                  "the order that the engine has, or all CA ports by GUID")
      ->needs(pattern)
      ->type_name("FILE");
  command
      .add_option("--phases", arguments.phases,
                  "Judge N random shifts instead of all; N bisections or permutations "
                  "instead of 100")
      ->needs(pattern)
      ->check(CLI::Range(std::uint32_t{1}, kMostPhases))
      ->type_name("N");
  command.add_option("--seed", arguments.seed, "Of what is random; 1 if not given")
      ->needs(pattern)
      ->type_name("N");
}

std::optional<PatternReport> judge(const PatternArguments& arguments, const Fabric& fabric,
                                   std::span<const EndPortIndex> ca_order, ConstTables tables,
                                   const Workers& workers) {
  if (arguments.name.empty()) return std::nullopt;
  const Pattern pattern = {kPatterns.at(arguments.name), arguments.phases, arguments.seed};
  PatternReport report;
  std::vector<EndPortIndex> order;
  if (!arguments.ranks_file.empty()) {
    report.order = "file";
    order = read_order(arguments.ranks_file, fabric);
  } else if (!ca_order.empty()) {
    report.order = "engine";
    order.assign(ca_order.begin(), ca_order.end());
  } else {
    report.order = "guid";
    order = ranks_by_guid(fabric);
  }
  report.name = arguments.name;
  report.dummies = static_cast<std::size_t>(std::count(order.begin(), order.end(), kNone));
  report.ranks = order.size() - report.dummies;
  report.bisections = pattern.kind == PatternKind::kBisection && pattern.phases != 0
                          ? pattern.phases
                          : kRandomPhases;
  const Stopwatch judging;
  report.figures = judge_pattern(fabric, tables, order, pattern, workers);
  report.bandwidth = effective_bisection_bandwidth(fabric, tables, order, report.bisections,
                                                   arguments.seed, workers);
  report.judge_ms = judging.ms();
  return report;
}

}  // namespace weft::tool
