// Exact, where packets are not all on one lane: which of them arrive, and which channels depend on
// which.
// Tested by tests/common/verify/lane_check_test.cc, tests/common/verify/verify_property_test.cc.
#ifndef WEFT_VERIFY_LANE_WALK_H_
#define WEFT_VERIFY_LANE_WALK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/lane_plan.h"
#include "common/verify/column_walk.h"
#include "common/verify/dependencies.h"
#include "common/verify/lane_map.h"

namespace weft {

// The set of SLs that a plan uses, bit by bit, whatever clients choose of them. Cost: one read of
// it.
unsigned sls_in_use(const LanePlan& plan);

// What clients may choose where a plan leaves them bits of the SL; else 0 alone, which comes first.
std::vector<Sl> hints_of(const LanePlan& plan);

// Whose SL a packet from B to a LID of A travels on.
enum class PacketKind {
  kRequests,  // that of the path from B to the LID
  kReplies,   // that of the path from A to the base LID of B; end ports without a LID send none
};

struct LaneWalk {
  const FabricIndex& index;
  Rows rows;
  const LanePlan& plan;
  unsigned sls;  // sls_in_use(plan)
  const LaneMap& lanes;
  Sl hint = 0;  // of all clients
};

// Each column's entry must be a LID of an end port, and the column's place in a row. Adds all
// dependencies and returns the set of lanes in use on links between switches, bit by bit. Results
// are by column. Cost: O(E + S x SLs) a column.
unsigned walk_lanes(const LaneWalk& walk, PacketKind kind, std::span<const Column> columns,
                    std::span<ColumnResult> results, Dependencies& dependencies,
                    const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_WALK_H_
