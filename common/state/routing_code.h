// Encodes a routing as bytes, without its tables and SLs, which are encoded by rows (state_code.h).
#ifndef WEFT_STATE_ROUTING_CODE_H_
#define WEFT_STATE_ROUTING_CODE_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"

namespace weft {

// Encodes the persistent parts of a routing: not its messages, and not the options of its steps.
// Cost: O(pairs of ports) with own SL2VL maps, else O(switches + ports of steps' parts).
std::string encode_routing(const Fabric& fabric, const Routing& routing);

// Returns the same routing; its lanes are OneLane until they are read. Throws BadInput if the bytes
// do not encode a routing of this fabric.
Routing decode_routing(const Fabric& fabric, std::string_view bytes);

// decode_lanes() throws BadInput if the bytes do not encode valid lanes.
std::string encode_lanes(const LaneBudget& budget);
LaneBudget decode_lanes(std::string_view bytes);

}  // namespace weft

#endif  // WEFT_STATE_ROUTING_CODE_H_
