// Lane plans: which SL a path uses. Data, not a class hierarchy; an engine fills one in, verify and
// the SA's path queries read it.
#ifndef WEFT_ROUTING_LANE_PLAN_H_
#define WEFT_ROUTING_LANE_PLAN_H_

#include <variant>
#include <vector>

#include "common/base/types.h"

namespace weft {

// Every path may use any SL, the one its client asks for: all paths are safe together on one lane.
struct OneLane {};

// An SL for each source end port and destination LID, as in the psl files of ibdmchk.
struct SlByPath {
  std::vector<std::vector<Sl>> rows;  // [EndPortIndex][Lid]; what is not in them has SL 0
};

using LanePlan = std::variant<OneLane, SlByPath>;

// The SL of the path from an end port to a LID. hint (0..15): what the client prefers.
Sl path_sl(const LanePlan& plan, EndPortIndex source, Lid destination, Sl hint);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_PLAN_H_
