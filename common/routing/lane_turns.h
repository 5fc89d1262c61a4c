// The turns that paths make, lane by lane.
#ifndef WEFT_ROUTING_LANE_TURNS_H_
#define WEFT_ROUTING_LANE_TURNS_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"

namespace weft {

// By the number of each turn, as Links has it: the SLs of the paths that make it, bit by bit, from
// switches with end ports to the LIDs of end ports. lanes: null: all have SL 0. Entries may be
// anything; a path ends where one leads to no switch. links: those of the fabric. Cost: O(S L) for
// each SL in use, by all threads. Memory: 2 bytes a turn. Throws Stopped.
std::vector<std::uint16_t> turns_by_sl(const Fabric& fabric, const Links& links, ConstTables tables,
                                       const SlBySwitch* lanes, const Workers& workers);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_TURNS_H_
