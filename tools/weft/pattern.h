// --pattern: judges routes by a communication pattern.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_PATTERN_H_
#define WEFT_TOOLS_WEFT_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "common/routing/tables.h"
#include "tools/weft/command_syntax.h"
#include "tools/weft/ranks.h"

namespace weft::tool {

// From the command line.
struct PatternArguments {
  std::string name;  // empty: no pattern
  RankArguments ranks;
  std::string pairs_file;
  std::string storage_file;
  std::uint32_t phases = 0;  // 0: all
  std::uint64_t seed = 1;
  bool spread = false;
};

struct PatternReport {
  std::string name;
  std::string order;  // as in Ranks
  std::size_t ranks = 0;
  std::size_t dummies = 0;  // positions without a rank
  PatternFigures figures;
  Throughput throughput;
  std::vector<Bottleneck> bottlenecks;  // the worst first
  Estimate bandwidth;                   // effective bisection bandwidth, over this number of
                                        // bisections
  std::uint32_t bisections = 0;
  double judge_ms = 0;
};

// A pattern and its ranks, independent of tables.
struct JudgedPattern {
  PatternReport report;  // as far as known
  Placement ranks;
  Placement placement;  // the ranks, and hosts that only the pairs have
  Pattern pattern;
};

Json throughput_json(const Throughput& throughput);

// Adds --pattern, --pairs, --storage, --phases, --seed and the options of add_rank_options(). The
// arguments must live until the line is parsed; if they already have a pattern, the others do not
// need --pattern.
void add_pattern_options(CommandSyntax command, PatternArguments& arguments);

// Reads the files that the arguments name. Prints warnings on standard error. Throws BadInput.
JudgedPattern prepare_pattern(const PatternArguments& arguments, const Fabric& fabric,
                              std::span<const EndPortIndex> ca_order, const Workers& workers);
// fabric: the one of prepare_pattern(), or one with the same nodes.
PatternReport judge(const JudgedPattern& judged, const Fabric& fabric, ConstTables tables,
                    const Workers& workers);

// Prepares and judges. ca_order: RouteNotes::ca_order, empty for tables from elsewhere; the default
// order without --ranks. Nothing if no pattern was requested. Prints warnings on standard error.
// Throws BadInput.
std::optional<PatternReport> judge(const PatternArguments& arguments, const Fabric& fabric,
                                   std::span<const EndPortIndex> ca_order, ConstTables tables,
                                   const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PATTERN_H_
