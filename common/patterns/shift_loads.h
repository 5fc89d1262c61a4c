// All shifts of a rank order at once: what each phase of them loads the links with.
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

// What became of the flows of a phase. Loads are in time, as of LinkTimes: the number of flows
// where all links have one rate.
struct PhaseLoad {
  std::uint64_t flows = 0;  // lost ones included
  std::uint64_t lost = 0;
  double busiest_link = 0;      // of those between switches; lost flows load none
  double busiest_end_port = 0;  // of the links that end ports inject and eject on

  friend bool operator==(const PhaseLoad&, const PhaseLoad&) = default;
};

// By k - 1, for k = 1..n-1 of n positions. `index` is of the fabric that the tables are of.
//
// Consecutive positions on one switch are a run. Shifts are taken 32 at a time: the ranks of a run
// send to an interval of positions, so the path from the run's switch to each of them is looked up
// once and counted for every shift that uses it, in one row of counters a link. Cost: a run
// of r ranks looks up r + 31 paths for each 32 shifts; that is 7 % of the paths of all n^2 flows
// where runs have 24 ranks, and all of them where every neighbour is elsewhere. Then they are
// walked once from each switch and kept, up to 512 MiB (20,736 ranks on 864 switches: 360 MB); what
// does not fit is walked again. Memory besides: 64 bytes for each link between switches and worker.
// Where end ports have several rates, each flow is looked at once more for its ends. Throws Stopped
// and std::bad_alloc.
std::vector<PhaseLoad> all_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                       ConstTables tables, RankOrder order, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PATTERNS_SHIFT_LOADS_H_
