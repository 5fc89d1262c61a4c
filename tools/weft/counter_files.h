// --counters: evaluates the port counters of the fabric and finds why links are busy.
// Tested by tests/e2e/test_counters.py.
#ifndef WEFT_TOOLS_WEFT_COUNTER_FILES_H_
#define WEFT_TOOLS_WEFT_COUNTER_FILES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/counters/hot_links.h"
#include "common/counters/port_counters.h"
#include "common/routing/tables.h"
#include "common/topology/fabric_shape.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

struct CounterArguments {
  std::vector<std::string> files;  // the oldest first
  std::optional<std::uint64_t> interval;
};

// Adds --counters, which is returned, and --interval.
OptionSyntax add_counter_options(CommandSyntax command, CounterArguments& arguments);

struct JudgedCounters {
  std::vector<CounterSnapshot> snapshots;
  CountedTraffic counted;  // over all files
  FabricMeasures measures;
  // With several files, from each to the next.
  std::vector<FabricMeasures> steps;
  std::vector<HotLink> hot;
  std::vector<std::string> remarks;  // about the files, and about their ignored parts
};

// path_loads: Figures::link_load of the tables. Without --interval the times are from the files if
// all have them, else the times of writing. Throws BadInput.
JudgedCounters judge_counters(const CounterArguments& arguments, const Fabric& fabric,
                              ConstTables tables, std::span<const std::uint64_t> path_loads,
                              const LinkKinds& kinds);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COUNTER_FILES_H_
