// --compare: what other engines make of the same fabric.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_
#define WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_

#include <cstdint>
#include <string>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/session/session_state.h"

namespace weft::tool {

struct EngineRow {
  std::string engine;
  std::string error = {};  // why it cannot route the fabric; else empty, and:
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t forwarding_loops = 0;
  bool credit_loop = false;
  unsigned lanes = 0;  // Verdict::lanes_used
  unsigned max_hops = 0;
  double mean_hops = 0;
  std::uint64_t busiest_link = 0;  // Figures::max_link_load
  double mean_load = 0;
  std::uint64_t unused_links = 0;
  double route_ms = 0;
  double verify_ms = 0;
};

// Routes and verifies as opensm would with that engine. Throws Stopped and std::bad_alloc.
EngineRow compare_engine(const EngineInfo& engine, const Fabric& fabric, const Options& options,
                         const LaneSettings& lanes, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINE_COMPARISON_H_
