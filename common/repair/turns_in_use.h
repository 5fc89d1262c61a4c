// The turns that the paths of a routing take while it is being repaired.
#ifndef WEFT_REPAIR_TURNS_IN_USE_H_
#define WEFT_REPAIR_TURNS_IN_USE_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/repair/pair_lanes.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"

namespace weft {

// By Links::turn: the SLs of the packets that take it.
struct TurnsInUse {
  std::vector<SlSet> now;      // PairLanes::sls_now()
  std::vector<SlSet> granted;  // PairLanes::sls()
};

// Of all paths that arrive at their LIDs. Cost: O(S L).
TurnsInUse turns_in_use(const Fabric& fabric, const Links& links, const PairLanes& lanes,
                        ConstTables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_TURNS_IN_USE_H_
