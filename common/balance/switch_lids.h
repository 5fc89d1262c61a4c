// The LIDs of switches where they are not weighed: they carry next to nothing.
#ifndef WEFT_BALANCE_SWITCH_LIDS_H_
#define WEFT_BALANCE_SWITCH_LIDS_H_

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// Spreads them over the candidates of the switches [first, last). Cost: O(S) entries each.
void spread_switch_lids(const Fabric& fabric, const Targets& targets, const HopTable& table,
                        SwitchIndex first, SwitchIndex last, Tables rows);

}  // namespace weft

#endif  // WEFT_BALANCE_SWITCH_LIDS_H_
