// --counters: what the ports of the fabric have counted, and why links are hot.
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
  CountedTraffic counted;  // over all of them
  FabricMeasures measures;
  // With several snapshots, from each to the next.
  std::vector<FabricMeasures> steps;
  std::vector<HotLink> hot;
  std::vector<std::string> remarks;  // about the files, and what of them does not count
};

// path_loads: Figures::link_load of the tables. Without --interval the times are those that all
// files say, or those at which they were written. Throws BadInput.
JudgedCounters judge_counters(const CounterArguments& arguments, const Fabric& fabric,
                              ConstTables tables, std::span<const std::uint64_t> path_loads,
                              const LinkKinds& kinds);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COUNTER_FILES_H_
