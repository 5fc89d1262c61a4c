// The LIDs of switches where they are not weighed: they carry next to nothing.
#ifndef WEFT_BALANCE_SWITCH_LIDS_H_
#define WEFT_BALANCE_SWITCH_LIDS_H_

#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Spreads them over the candidates. Cost: O(S^2)
// entries.
void spread_switch_lids(const RouteRequest& request, const Targets& targets, const HopTable& table,
                        Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_SWITCH_LIDS_H_
