// Compares engines, and tables from files, on the same fabric.
// Tested by tests/e2e/test_report.py, tests/e2e/test_compare.py.
#ifndef WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_
#define WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_

#include <cstdint>
#include <functional>
#include <string>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"
#include "common/patterns/throughput.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/traffic.h"
#include "common/session/session_state.h"
#include "common/verify/verify.h"

namespace weft::tool {

// The traffic of jobs for the comparison.
struct JobTraffic {
  Placement ranks;
  Traffic traffic;
};

// As the options say, with ranks in the order of leaf switches. Prints warnings about port groups
// on standard error. Throws Stopped and std::bad_alloc.
JobTraffic job_traffic(const Fabric& fabric, const Options& options, const Workers& workers);

struct EngineRow {
  std::string engine;      // or the file of the tables
  std::string error = {};  // why there are no tables; the fields below are valid if it is empty
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t disconnected_pairs = 0;  // of these: no link connects them
  std::uint64_t forwarding_loops = 0;
  bool credit_loop = false;
  unsigned lanes = 0;  // Verdict::lanes_used
  unsigned max_hops = 0;
  double mean_hops = 0;
  std::uint64_t busiest_link = 0;  // Figures::max_link_load
  double mean_load = 0;
  std::uint64_t unused_links = 0;
  DeliveredTraffic traffic = {};
  double route_ms = 0;  // 0: tables from a file
  double verify_ms = 0;

  std::uint64_t lost_pairs() const { return unreachable_pairs - disconnected_pairs; }
};

// For verified tables; leaves the times out. Throws Stopped and std::bad_alloc.
EngineRow row_of(std::string name, const RoutingView& view, const Verdict& verdict,
                 const JobTraffic& traffic, const Workers& workers);

// Routes and verifies as opensm would with that engine. look: called with the result. Throws
// Stopped and std::bad_alloc.
EngineRow compare_engine(const EngineInfo& engine, const Fabric& fabric, const Options& options,
                         const LaneSettings& lanes, const JobTraffic& traffic,
                         const Workers& workers,
                         const std::function<void(const RoutingView&)>& look = {});

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_
