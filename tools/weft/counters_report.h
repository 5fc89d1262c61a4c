// Reports what counters show, as text and JSON.
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

// The measured traffic between hosts, replayed over one routing.
struct ReplayRow {
  std::string name;        // an engine, or the file of the active tables
  std::string error = {};  // why there is no routing; the fields below are valid if it is empty
  Replay replay = {};
  std::string busiest = {};  // a link; empty: nothing was sent
};

struct CounterFindings {
  const Fabric& fabric;
  ConstTables tables;
  const JudgedCounters& judged;
  std::vector<ReplayRow> replays;  // empty: no traffic to replay
  std::size_t most = 0;            // limit of each list
};

void print_counters(const CounterFindings& findings);

// doc/counters.md describes the keys. The page of weft report uses the object too.
Json counters_json(const CounterFindings& findings);

// The fabric with links coloured by measured use: as a fraction of capacity; by octets if the time
// is unknown.
Drawing draw_measured(const Fabric& fabric, const FabricShape& shape,
                      const FabricMeasures& measures);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COUNTERS_REPORT_H_
