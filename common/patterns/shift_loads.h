// The link loads of all shifts of a rank order, computed together.
// Tested by tests/common/patterns/patterns_test.cc.
// Tested by tests/common/patterns/patterns_property_test.cc.
#ifndef WEFT_PATTERNS_SHIFT_LOADS_H_
#define WEFT_PATTERNS_SHIFT_LOADS_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/patterns/link_times.h"
#include "common/patterns/phases.h"
#include "common/routing/tables.h"
#include "common/verify/fabric_index.h"

namespace weft {

// The result of a phase. Loads are times (LinkTimes): the number of flows if all links have one
// rate.
struct PhaseLoad {
  std::uint64_t flows = 0;  // including lost flows
  std::uint64_t lost = 0;
  double busiest_link = 0;      // between switches; lost flows load no link
  double busiest_end_port = 0;  // of the injection and ejection links of end ports

  friend bool operator==(const PhaseLoad&, const PhaseLoad&) = default;
};

// Returns the load of each shift k = 1..n-1 of n positions, at k - 1. `index` and `tables` are of
// one fabric.
//
// Consecutive positions on one switch are a run. 32 shifts are counted together. The ranks of a run
// send to an interval of positions, so the path from the run's switch to each position is looked up
// once and counted for every shift that uses it. A link has one row of counters. Cost: a run of r
// ranks looks up r + 31 paths for each 32 shifts; that is 7 % of the paths of all n^2 flows with
// runs of 24 ranks, and all of them if neighbouring ranks are on different switches. Then the paths
// of each switch are walked once and stored, up to 512 MiB (20,736 ranks on 864 switches: 360 MB);
// other paths are walked again. Further memory: 64 bytes for each link between switches and worker.
// If end ports have several rates, the end ports of each flow are counted in a second pass. Throws
// Stopped and std::bad_alloc.
std::vector<PhaseLoad> all_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                       ConstTables tables, RankOrder order, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PATTERNS_SHIFT_LOADS_H_
