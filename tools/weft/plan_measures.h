// The bandwidth of jobs in a planned fabric with an engine of Weft.
// Tested by tests/e2e/test_plan.py.
#ifndef WEFT_TOOLS_WEFT_PLAN_MEASURES_H_
#define WEFT_TOOLS_WEFT_PLAN_MEASURES_H_

#include <string>
#include <string_view>

#include "common/base/json.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft::tool {

// The mean bandwidth of a flow, 0 to 1 of a host's link, with a rank on each host, ordered by leaf
// switch.
struct JobShares {
  double shifts = 0;  // the mean over all shifts
  // The mean over the phases of the adversarial pattern, or the worst shift; as shifts if that
  // pattern has no flow.
  double adversarial = 0;
};

// is_tree: the worst shift is the adversarial pattern. Cost: that of every shift. Throws Stopped
// and std::bad_alloc.
JobShares measure_jobs(const Fabric& fabric, ConstTables tables, bool is_tree,
                       const Workers& workers);

struct RoutedPlan {
  std::string engine;
  std::string error = {};  // why it has no good tables; the fields below are valid if it is empty
  unsigned max_hops = 0;   // links between switches on a path between hosts
  double mean_hops = 0;
  JobShares jobs = {};
};

// Routes and verifies with the engine for the topology (its name in `weft generate`); with auto if
// that engine refuses. Throws Stopped and std::bad_alloc.
RoutedPlan route_plan(const Fabric& fabric, std::string_view topology, const Workers& workers);

bool is_tree(std::string_view topology);

Json jobs_json(const JobShares& jobs);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PLAN_MEASURES_H_
