// The entries for LIDs of switches that do not count as load, since they carry very little.
#ifndef WEFT_BALANCE_SWITCH_LIDS_H_
#define WEFT_BALANCE_SWITCH_LIDS_H_

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Spreads these LIDs over the candidates of the switches [first, last). Cost: O(S) entries each.
void spread_switch_lids(const Fabric& fabric, const Targets& targets, const HopTable& table,
                        SwitchIndex first, SwitchIndex last, Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_SWITCH_LIDS_H_
