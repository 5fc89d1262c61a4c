// The turns of paths, by lane.
#ifndef WEFT_ROUTING_LANE_TURNS_H_
#define WEFT_ROUTING_LANE_TURNS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"

namespace weft {

// By number of the turn (Links::turn): a bit for each SL of the paths on it, from
// switches with end ports to the LIDs of end ports. lanes: null: all paths have SL 0. Entries may
// have any value; a path ends at an entry that leads to no switch. links: of the fabric. Cost:
// O(S L) for each SL in use, over all threads. Memory: 2 bytes a turn. Throws Stopped.
std::vector<std::uint16_t> turns_by_sl(const Fabric& fabric, const Links& links, ConstTables tables,
                                       const SlBySwitch* lanes, const Workers& workers);

// The same of the paths to some LIDs of any nodes, with another number in 0..15 in place of the SL.
// Several threads ask for it, and only where the switch has a path.
std::vector<std::uint16_t> turns_by_number(
    const Fabric& fabric, const Links& links, ConstTables tables, std::span<const Lid> lids,
    const std::function<unsigned(SwitchIndex from, Lid lid)>& number, const Workers& workers);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_TURNS_H_
