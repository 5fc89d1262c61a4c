// --pattern: what the routes are worth to a communication pattern.
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

// What the command line says; filled when it is parsed.
struct PatternArguments {
  std::string name;  // empty: judge no pattern
  RankArguments ranks;
  std::string pairs_file;
  std::string storage_file;
  std::uint32_t phases = 0;  // 0: all of them
  std::uint64_t seed = 1;
  bool spread = false;
};

struct PatternReport {
  std::string name;
  std::string order;  // of Ranks
  std::size_t ranks = 0;
  std::size_t dummies = 0;  // positions without a rank
  PatternFigures figures;
  Throughput throughput;
  std::vector<Bottleneck> bottlenecks;  // the worst first
  Estimate bandwidth;                   // effective bisection bandwidth, over this many bisections
  std::uint32_t bisections = 0;
  double judge_ms = 0;
};

// A pattern and its ranks, before any tables are judged by it.
struct JudgedPattern {
  PatternReport report;  // as far as it is known
  Placement placement;
  Pattern pattern;
};

Json throughput_json(const Throughput& throughput);

// Adds --pattern, --pairs, --storage, --phases, --seed and those of add_rank_options. The arguments
// must live until the line is parsed; where they have a pattern already, the others do not need
// --pattern.
void add_pattern_options(CommandSyntax command, PatternArguments& arguments);

// Reads what the arguments name, once. Warnings go to standard error. Throws BadInput.
JudgedPattern prepare_pattern(const PatternArguments& arguments, const Fabric& fabric,
                              std::span<const EndPortIndex> ca_order, const Workers& workers);
// fabric: that which the pattern was prepared for, or one with the same nodes.
PatternReport judge(const JudgedPattern& judged, const Fabric& fabric, ConstTables tables,
                    const Workers& workers);

// Both. ca_order: RouteNotes::ca_order, empty if the tables come from elsewhere; what counts
// without
// --ranks. Nothing if no pattern was asked for. Warnings go to standard error. Throws BadInput.
std::optional<PatternReport> judge(const PatternArguments& arguments, const Fabric& fabric,
                                   std::span<const EndPortIndex> ca_order, ConstTables tables,
                                   const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PATTERN_H_
