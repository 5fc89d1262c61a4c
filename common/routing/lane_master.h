// A master tree beside the paths of one virtual lane: packets of multicast groups share the lane of
// their SL with unicast, and turn at each switch of the tree from any of its branches to any other.
#ifndef WEFT_ROUTING_LANE_MASTER_H_
#define WEFT_ROUTING_LANE_MASTER_H_

#include <span>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/up_down.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// Turns to look at for a lane's master, as AcyclicTurns counts them: about half a second's worth. A
// lane whose turns are allowed no more of them finds none, or one that leaves some out, in the end.
inline constexpr std::uint64_t kMostMasterWork = 50'000'000;

struct LaneMaster {
  MulticastPlan plan;  // one master, which spans whatever links between switches connect that can
                       // do multicast; none where there is no such switch
  bool fits = false;   // its turns have joined those of the lane
};

// turns: those that paths make, or may make, on the lane; those of the master join them, or none of
// them if some would close a cycle.
//
// From its root the tree grows by the first link in the lane's order that may follow the link
// before it there, so that on a mesh or a torus with cut rings it is that of dimension order. There
// it always fits: packets turn back to an earlier dimension only at the root's place in all later
// ones, where no path comes back to that left it in the later dimension. Elsewhere it is a search:
// a branch that would close a cycle is left out, and if that leaves someone with end ports out
// another root is tried. Switches without end ports that are left out become leaves. If nobody's
// tree gets to all, that which gets to most is completed by branches that do not fit.
//
// Cost for each root that is tried, up to 32 in a piece: O(links x log links), and what
// AcyclicTurns takes for two turns for each pair of branches at a switch.
LaneMaster plan_master_in_lane(const Fabric& fabric, AcyclicTurns& turns);

// The masters of plan_multicast() with an orientation, of which packets make turns up after they
// came down, if switches with end ports need that, only where they close no cycle with `turns`, or
// with all turns of up*/down* where these are null: if need be, one master instead. Cost: that of
// plan_multicast(), and where there are such turns that of plan_master_in_lane().
MulticastPlan plan_masters_up_down(const Fabric& fabric, const Orientation& orientation,
                                   std::span<const SwitchIndex> valleys = {},
                                   AcyclicTurns* turns = nullptr);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_MASTER_H_
