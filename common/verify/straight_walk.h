// Exact walk for packets that keep their VL: all switches map SLs to VLs in the same way,
// and each link has the VLs that are used on it. Then no dependency leads from one lane to
// another, and the walk carries a set of lanes, for requests and replies at once.
// Tested by tests/common/verify/lane_check_test.cc, tests/common/verify/verify_property_test.cc.
#ifndef WEFT_VERIFY_STRAIGHT_WALK_H_
#define WEFT_VERIFY_STRAIGHT_WALK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/verify/column_walk.h"
#include "common/verify/dependencies.h"
#include "common/verify/senders.h"

namespace weft {

using VlSets = BothWays;

struct StraightWalk {
  const FabricIndex& index;
  Rows rows;
  const LanePlan& plan;
  const Sl2Vl::Map& map;                   // of all switches
  std::span<const LanePlan> granted = {};  // requests travel on the SLs of these as well
};

struct StraightResult {
  // False: some packet has a VL that a link on its path does not have, or VL 15, on which it may be
  // dropped. Then the other members cannot be used.
  bool straight = true;
  VlSets used = 0;            // on links between switches
  std::vector<VlSets> turns;  // by Links::turn
};

// Columns and results as in walk_lanes(); replies are sent to the base LIDs among the columns.
// Cost: O(S) a column, and one read of the plan; with SlByPath O(E) a column. Memory: 4 bytes a
// turn.
StraightResult walk_straight(const StraightWalk& walk, std::span<const Column> columns,
                             std::span<ColumnResult> results, const Workers& workers);

// The dependencies on one lane, of the turns whose set has any of these bits.
Dependencies turns_on(const Links& links, std::span<const VlSets> turns, VlSets bits);

}  // namespace weft

#endif  // WEFT_VERIFY_STRAIGHT_WALK_H_
