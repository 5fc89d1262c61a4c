// What counters say of a fabric, for people and for machines.
// Tested by tests/e2e/test_counters.py.
#ifndef WEFT_TOOLS_WEFT_COUNTERS_REPORT_H_
#define WEFT_TOOLS_WEFT_COUNTERS_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/counters/replay.h"
#include "common/drawing/drawing.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/topology/fabric_shape.h"
#include "tools/weft/counter_files.h"

namespace weft::tool {

// What was measured between hosts, over one routing.
struct ReplayRow {
  std::string name;        // of an engine, or the file of the active tables
  std::string error = {};  // why there is no routing; else empty, and:
  Replay replay = {};
  std::string busiest = {};  // the link; empty: nothing is sent
};

struct CounterFindings {
  const Fabric& fabric;
  ConstTables tables;
  const JudgedCounters& judged;
  std::vector<ReplayRow> replays;  // empty: there is nothing to replay
  std::size_t most = 0;            // of each list
};

void print_counters(const CounterFindings& findings);

// Its keys are described in doc/counters.md. The page of weft report has them, too.
Json counters_json(const CounterFindings& findings);

// The fabric with its links coloured by what was measured: by how much of their capacity, or if the
// time is unknown by octets.
Drawing draw_measured(const Fabric& fabric, const FabricShape& shape,
                      const FabricMeasures& measures);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COUNTERS_REPORT_H_
