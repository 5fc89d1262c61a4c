#include "tools/weft/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/stopwatch.h"
#include "common/base/text.h"
#include "common/options/node_map.h"
#include "common/patterns/job_islands.h"
#include "common/patterns/pairs_file.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

constexpr std::uint32_t kMostPhases = 1'000'000;

std::vector<std::string> pattern_names() {
  std::vector<std::string> names;
  names.reserve(kPatternNames.size());
  for (const auto& [name, kind] : kPatternNames) names.emplace_back(name);
  return names;
}

PatternKind kind_of(std::string_view name) {
  return std::ranges::find(kPatternNames, name, [](const auto& pattern) { return pattern.first; })
      ->second;
}

std::vector<EndPortIndex> read_storage(const PatternArguments& arguments, const Fabric& fabric) {
  Options options;
  std::vector<std::string> warnings;
  const std::string name = input_name(arguments.storage_file);
  options.io_nodes = parse_nodes(read_file(input_path(arguments.storage_file)), name, warnings);
  warn_all(warnings);
  for (const NamedNode& node : *options.io_nodes) {
    if (node.group.empty()) continue;
    throw BadInput(fmt::format("{}: {} is no GUID, which is written like 0x0002c90300001234", name,
                               quote(node.group)));
  }
  std::vector<EndPortIndex> storage = traffic_of(fabric, options).storage;
  if (storage.empty()) {
    throw BadInput(fmt::format("{} has the GUID of no CA port of the fabric that has a LID", name));
  }
  return storage;
}

Pattern parse_pattern(const PatternArguments& arguments, const Fabric& fabric,
                      Placement& placement) {
  Pattern pattern = {.kind = kind_of(arguments.name),
                     .phases = arguments.phases,
                     .seed = arguments.seed,
                     .spread = arguments.spread};
  if (pattern.kind == PatternKind::kAllToAll && pattern.spread) {
    throw BadInput("--spread is not for alltoall");
  }
  if ((pattern.kind == PatternKind::kPairs) == arguments.pairs_file.empty()) {
    throw BadInput("--pattern pairs and --pairs FILE go together");
  }
  if (pattern.kind == PatternKind::kPairs) {
    double unit = 1;
    pattern.pairs = parse_pairs(read_file(input_path(arguments.pairs_file)),
                                input_name(arguments.pairs_file), fabric, placement, unit);
  }
  if ((pattern.kind == PatternKind::kStorage) == arguments.storage_file.empty()) {
    throw BadInput("--pattern storage and --storage FILE go together");
  }
  if (pattern.kind == PatternKind::kStorage) pattern.storage = read_storage(arguments, fabric);
  return pattern;
}

// No job runs on hosts that no link connects.
void keep_largest_island(const Fabric& fabric, JudgedPattern& judged) {
  std::vector<Island> islands = split_by_island(fabric, judged.placement, judged.pattern.storage);
  if (islands.size() < 2) return;
  const std::size_t all = judged.report.ranks;
  judged.placement = std::move(islands.front().ranks);
  judged.pattern.storage = std::move(islands.front().storage);
  judged.ranks = judged.placement;
  judged.report.dummies = judged.placement.dummies();
  judged.report.ranks = judged.placement.size() - judged.report.dummies;
  warn(
      fmt::format("the ranks are on {} islands that no link joins: the pattern is that of the {} "
                  "of {} ranks on the largest; --ranks names others",
                  islands.size(), judged.report.ranks, all));
}

}  // namespace

Json throughput_json(const Throughput& throughput) {
  return {{"share", throughput.share}, {"most", throughput.most}, {"part", throughput.part()}};
}

void add_pattern_options(CommandSyntax command, PatternArguments& arguments) {
  const OptionSyntax pattern =
      command
          .add_option("--pattern", arguments.name,
                      "Judge the routes by what they are worth to a pattern of communication:"
                      "\n  shift: i sends to i + k, for every k"
                      "\n  ring: to both neighbours, one after the other"
                      "\n  alltoall: everybody to everybody at once"
                      "\n  bisection: a random half to the other half"
                      "\n  random: random permutations"
                      "\n  stencil: to the nearest neighbours in a torus of three dimensions"
                      "\n  halo: the same in two dimensions"
                      "\n  doubling: an all-reduce by recursive doubling"
                      "\n  jobs: jobs of several sizes on random hosts, each in a shift of its own"
                      "\n  storage: to storage servers, and from them, in turn"
                      "\n  hierarchical: round the ranks of a host or switch, and from each to the "
                      "next one's"
                      "\n  adversarial: what is known to be bad for the topology: each group of a "
                      "dragonfly to the k-th next one, tornado in a torus, transpose and bit "
                      "reversal in a hypercube, rows of a HyperX; elsewhere every shift"
                      "\n  pairs: those of a file, at once")
          .one_of(pattern_names())
          .type_name("NAME");
  std::vector<OptionSyntax> others = add_rank_options(command, arguments.ranks);
  others.push_back(command
                       .add_option("--storage", arguments.storage_file,
                                   "Of pattern storage: the GUIDs of the servers' ports, one a "
                                   "line, like io_guid_file; - is standard input")
                       .type_name("FILE"));
  others.push_back(
      command
          .add_option(
              "--pairs", arguments.pairs_file,
              "Of pattern pairs: lines of a source, a destination and a weight (or none), which "
              "are numbers of ranks, or hosts; or a matrix with commas, a line for each rank; - is "
              "standard input")
          .type_name("FILE"));
  others.push_back(command
                       .add_option("--phases", arguments.phases,
                                   "Judge N random shifts instead of all; N bisections or "
                                   "permutations instead of 100")
                       .between(1, kMostPhases)
                       .type_name("N"));
  others.push_back(command.add_flag("--spread", arguments.spread,
                                    "Spread each flow evenly over all LIDs of its destination"));
  others.push_back(command.add_option("--seed", arguments.seed, "Of what is random; 1 if not given")
                       .type_name("N"));
  if (!arguments.name.empty()) return;  // a pattern is judged anyway
  for (OptionSyntax option : others) option.needs(pattern);
}

JudgedPattern prepare_pattern(const PatternArguments& arguments, const Fabric& fabric,
                              std::span<const EndPortIndex> ca_order, const Workers& workers) {
  Ranks ranks = place_ranks(arguments.ranks, fabric, ca_order, workers);
  JudgedPattern judged;
  PatternReport& report = judged.report;
  report.name = arguments.name;
  report.order = std::move(ranks.order);
  report.dummies = ranks.placement.dummies();
  report.ranks = ranks.placement.size() - report.dummies;
  judged.ranks = ranks.placement;
  judged.pattern = parse_pattern(arguments, fabric, ranks.placement);
  judged.placement = std::move(ranks.placement);
  if (judged.pattern.kind != PatternKind::kPairs) keep_largest_island(fabric, judged);
  report.bisections = judged.pattern.kind == PatternKind::kBisection && judged.pattern.phases != 0
                          ? judged.pattern.phases
                          : kRandomPhases;
  return judged;
}

PatternReport judge(const JudgedPattern& judged, const Fabric& fabric, ConstTables tables,
                    const Workers& workers) {
  PatternReport report = judged.report;
  const Stopwatch judging;
  report.figures = judge_pattern(fabric, tables, judged.placement, judged.pattern, workers);
  const PatternKind kind = judged.pattern.kind;
  report.throughput = is_in_step(kind) ? throughput_in_step(report.figures)
                                       : measure_throughput(fabric, tables, judged.placement,
                                                            judged.pattern, workers);
  report.bottlenecks = find_bottlenecks(fabric, tables, judged.placement, judged.pattern);
  report.bandwidth = effective_bisection_bandwidth(fabric, tables, judged.ranks, report.bisections,
                                                   judged.pattern.seed, workers);
  report.judge_ms = judging.ms();
  return report;
}

std::optional<PatternReport> judge(const PatternArguments& arguments, const Fabric& fabric,
                                   std::span<const EndPortIndex> ca_order, ConstTables tables,
                                   const Workers& workers) {
  if (arguments.name.empty()) return std::nullopt;
  return judge(prepare_pattern(arguments, fabric, ca_order, workers), fabric, tables, workers);
}

}  // namespace weft::tool
