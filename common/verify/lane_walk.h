// Exact, where packets are not all on one lane: which of them arrive, and which channels depend on
// which.
//
// The lane that a packet has on a link out of a switch follows from its SL and the ports that it
// comes in and goes out by, whatever its lane was before. So sets of SLs go along with the packets,
// one for each lane of the link that they are on; what comes by a turn is gathered there, and made
// into dependencies when all columns are walked.
// Tested by tests/common/verify/lane_check_test.cc, tests/common/verify/verify_property_test.cc.
#ifndef WEFT_VERIFY_LANE_WALK_H_
#define WEFT_VERIFY_LANE_WALK_H_

#include <span>

#include "common/base/workers.h"
#include "common/routing/lane_plan.h"
#include "common/verify/column_walk.h"
#include "common/verify/dependencies.h"
#include "common/verify/lane_map.h"
#include "common/verify/senders.h"

namespace weft {

// The set of SLs that a plan uses.
SlSet sls_in_use(const LanePlan& plan);

// End ports of a switch are together if the maps of the ports that they come in by are the same.
SenderGroups group_senders(const FabricIndex& index, const LaneMap& lanes);

struct LaneWalk {
  const FabricIndex& index;
  Rows rows;
  const LanePlan& plan;
  const LaneMap& lanes;                    // of all SLs in use
  std::span<const LanePlan> granted = {};  // requests travel on the SLs of these as well
};

struct LaneTurns {
  unsigned used;             // the lanes of requests on links between switches, bit by bit
  Dependencies requests;     // on as many lanes as there are, or one
  Dependencies both;         // those of requests, and those of replies
  Dependencies on_one_lane;  // those of requests, were they all on one
};

// Each column's entry must be a LID of an end port, and the column's place in a row; replies are
// sent to the base LIDs among them (senders.h). Results are by column: a sender loses its packets
// if they are dropped on any of the SLs that the plan lets them have. Columns of one switch with
// the same entries are walked together. Cost: O(S) a column, where the end ports of a switch come
// in by ports with the same maps; where they do not, O(E); O(E + 16 S) where maps drop packets;
// with SlByPath O(E). Memory: 24 bytes a turn with up to 4 lanes, 48 with 8, 96 with 16, and
// lanes^2 / 4 of Dependencies.
LaneTurns walk_lanes(const LaneWalk& walk, std::span<const Column> columns,
                     std::span<ColumnResult> results, const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_WALK_H_
