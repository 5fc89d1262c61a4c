// Exact walk for packets on several lanes: which of them arrive, and the channel dependencies.
//
// The lane of a packet on a link out of a switch follows from its SL and the ports that it
// comes in and goes out by, whatever its lane was before. So the walk carries sets of SLs, one for
// each lane of the link. Each turn gathers the sets that pass it; when all columns are walked,
// these become dependencies.
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

// Puts end ports of a switch into one group if their ports of the switch have the same maps.
SenderGroups group_senders(const FabricIndex& index, const LaneMap& lanes);

struct LaneWalk {
  const FabricIndex& index;
  Rows rows;
  const LanePlan& plan;
  const LaneMap& lanes;                    // of all SLs in use
  std::span<const LanePlan> granted = {};  // requests travel on the SLs of these as well
};

struct LaneTurns {
  unsigned used;             // a bit for each lane of requests on links between switches
  Dependencies requests;     // on all lanes, at least one
  Dependencies both;         // of requests and of replies
  Dependencies on_one_lane;  // of requests, as if all were on one lane
};

// Each column's entry must be a LID of an end port, and the column's place in a row; replies are
// sent to the base LIDs among them (senders.h). Results are by column: a sender loses its packets
// if they are dropped on any of the SLs that the plan allows them. Columns of one switch with
// the same entries are walked together. Cost of a column: O(S) if the ports of a switch to its end
// ports have the same maps, else O(E); O(E + 16 S) if maps drop packets;
// with SlByPath O(E). Memory: 24 bytes a turn with up to 4 lanes, 48 with 8, 96 with 16, and
// lanes^2 / 4 of Dependencies.
LaneTurns walk_lanes(const LaneWalk& walk, std::span<const Column> columns,
                     std::span<ColumnResult> results, const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_WALK_H_
