#include "tools/weft/pattern.h"

#include <map>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/stopwatch.h"
#include "common/patterns/pairs_file.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

constexpr std::uint32_t kMostPhases = 1'000'000;

const std::map<std::string, PatternKind> kPatterns = {{"shift", PatternKind::kShift},
                                                      {"ring", PatternKind::kRing},
                                                      {"alltoall", PatternKind::kAllToAll},
                                                      {"bisection", PatternKind::kBisection},
                                                      {"random", PatternKind::kRandom},
                                                      {"stencil", PatternKind::kStencil},
                                                      {"hierarchical", PatternKind::kHierarchical},
                                                      {"pairs", PatternKind::kPairs}};

Pattern parse_pattern(const PatternArguments& arguments, const Fabric& fabric,
                      Placement& placement) {
  Pattern pattern = {kPatterns.at(arguments.name), arguments.phases, arguments.seed};
  if ((pattern.kind == PatternKind::kPairs) == arguments.pairs_file.empty()) {
    throw BadInput("--pattern pairs and --pairs FILE go together");
  }
  if (pattern.kind == PatternKind::kPairs) {
    pattern.pairs = parse_pairs(read_file(input_path(arguments.pairs_file)),
                                input_name(arguments.pairs_file), fabric, placement);
  }
  return pattern;
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
                      "\n  random: random permutations"
                      "\n  stencil: to the nearest neighbours in a torus of three dimensions"
                      "\n  hierarchical: round the ranks of a host or switch, and from each to the "
                      "next one's"
                      "\n  pairs: those of a file, at once")
          ->check(CLI::IsMember(kPatterns))
          ->type_name("NAME");
  add_rank_options(command, arguments.ranks, pattern);
  command
      .add_option(
          "--pairs", arguments.pairs_file,
          "Of pattern pairs: lines of a source, a destination and a weight (or none), which "
          "are numbers of ranks, or hosts; - is standard input")
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
  Ranks ranks = place_ranks(arguments.ranks, fabric, ca_order, workers);
  PatternReport report;
  report.name = arguments.name;
  report.order = std::move(ranks.order);
  report.dummies = ranks.placement.dummies();
  report.ranks = ranks.placement.size() - report.dummies;
  const Pattern pattern = parse_pattern(arguments, fabric, ranks.placement);
  report.bisections = pattern.kind == PatternKind::kBisection && pattern.phases != 0
                          ? pattern.phases
                          : kRandomPhases;
  const Stopwatch judging;
  report.figures = judge_pattern(fabric, tables, ranks.placement, pattern, workers);
  report.bandwidth = effective_bisection_bandwidth(fabric, tables, ranks.placement,
                                                   report.bisections, arguments.seed, workers);
  report.judge_ms = judging.ms();
  return report;
}

}  // namespace weft::tool
