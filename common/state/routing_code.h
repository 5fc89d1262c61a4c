// A routing as bytes, but for its tables and SLs, which go by rows (state_code.h).
#ifndef WEFT_STATE_ROUTING_CODE_H_
#define WEFT_STATE_ROUTING_CODE_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"

namespace weft {

// All that outlives the routing: not its words, nor the options of its steps. Cost: O(pairs of
// ports) with SL2VL maps of its own, else O(switches + ports of steps' parts).
std::string encode_routing(const Fabric& fabric, const Routing& routing);

// The same; lanes are OneLane yet. Throws BadInput if the bytes are those of none for this fabric.
Routing decode_routing(const Fabric& fabric, std::string_view bytes);

// Throws BadInput unless there are such lanes.
std::string encode_lanes(const LaneBudget& budget);
LaneBudget decode_lanes(std::string_view bytes);

}  // namespace weft

#endif  // WEFT_STATE_ROUTING_CODE_H_
