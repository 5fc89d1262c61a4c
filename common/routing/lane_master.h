// A master tree beside the paths of one virtual lane. Packets of multicast groups share the lane of
// their SL with unicast, and may turn at each switch of the tree from any branch to any other.
#ifndef WEFT_ROUTING_LANE_MASTER_H_
#define WEFT_ROUTING_LANE_MASTER_H_

#include <span>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/up_down.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// The most turns to look at for a lane's master, as AcyclicTurns counts them: about half a second.
// Beyond that, no more turns are taken, so that the master may not fit.
inline constexpr std::uint64_t kMostMasterWork = 50'000'000;

struct LaneMaster {
  MulticastPlan plan;  // one master, which spans all linked switches that can do multicast; none if
                       // there is no such switch
  bool fits = false;   // its turns have joined those of the lane
};

// turns: those of paths on the lane; the turns of the master are added if they close no cycle, else
// none of them.
//
// From its root the tree grows by the first link, in the lane's order, that may follow the previous
// link there. So on a mesh, or a torus with cut rings, it is the tree of dimension order, and
// fits always: packets turn back to an earlier dimension only at the root's coordinates in all
// later dimensions, and no path comes back there after it left in a later dimension. Elsewhere it
// is a search: a branch that would close a cycle is left out, and if a switch with end ports is
// left out, another root is tried. Switches without end ports that are left out become leaves. If
// no tree reaches all, the one that reaches most is completed by branches that do not fit.
//
// Cost for each root that is tried, up to 32 in an island: O(links x log links), and that of
// AcyclicTurns for two turns for each pair of branches at a switch.
LaneMaster plan_master_in_lane(const Fabric& fabric, AcyclicTurns& turns);

// The masters of plan_multicast() with an orientation. If switches with end ports need turns up
// after down, these close no cycle with `turns`, or with all turns of up*/down* if `turns` is null;
// if necessary there is one master instead. Cost: that of plan_multicast(), and with such turns
// that of plan_master_in_lane().
MulticastPlan plan_masters_up_down(const Fabric& fabric, const Orientation& orientation,
                                   std::span<const SwitchIndex> valleys = {},
                                   AcyclicTurns* turns = nullptr);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_MASTER_H_
