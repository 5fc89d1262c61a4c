// Up*/down* routing (Schroeder et al., Autonet: a High-speed, Self-configuring Local Area Network
// Using Point-to-point Links, 1991): every link has an upper and a lower end, and no path goes up
// after it went down, so that there is no credit loop.
#ifndef WEFT_GRAPH_UP_DOWN_H_
#define WEFT_GRAPH_UP_DOWN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"

namespace weft {

// A total order of the switches, the highest first. The higher switch is the upper end of a link.
struct Orientation {
  std::vector<std::uint32_t> place;  // by switch, 0..S-1, all different

  bool goes_up(SwitchIndex from, SwitchIndex to) const { return place[to] < place[from]; }
};

// Is it a turn of up*/down*? All turns are, except those from a link down to a link up, and those
// straight back to the switch that a packet came from.
bool is_up_down_turn(const Links& links, const Orientation& orientation, LinkTurn turn);

// Distances from the nearest root, in links; kFar: not connected to a root.
std::vector<Hops> ranks_below(const SwitchGraph& graph, std::span<const SwitchIndex> roots);
// given: ranks by switch, less than 256, or kFar. A switch without a rank gets one more than the
// least rank of its neighbours; it stays kFar if it is connected to no switch with a rank.
std::vector<Hops> complete_ranks(const SwitchGraph& graph, std::vector<Hops> given);

// Lifts dead ends. A dead end is a switch, none of leaf_switches(), with no switch below it and all
// its neighbours in the rank above. It may be a leaf switch without hosts. But if it connects parts
// with leaf switches that are not connected below its neighbours, it has lost its links to the rank
// above, or it is a missed root. Then it gets the rank above its neighbours, so that paths can
// turn there. Aggregation nodes and a few hosts make no difference. If no switch has end ports,
// any parts count. ranks: from ranks_below(). Cost: O(links + E + S log S).
void lift_dead_ends(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops>& ranks);

// Lower ranks come first (are higher), among equals lower ids. ids: by switch.
Orientation order_by_rank(std::span<const Hops> ranks, std::span<const std::uint64_t> ids);

// Flags in the distances of up*/down* paths: the path begins with a step up; it may begin with
// either.
inline constexpr Hops kUpFirst = 0x4000;
inline constexpr Hops kUpOrDown = 0x8000;

// The hops of such a distance, which is not kFar.
inline Hops hops_of(Hops distance) { return static_cast<Hops>(distance & (kUpFirst - 1)); }

// Distances of up*/down* paths by forwarding tables: an entry depends only on the destination, and
// a packet that came down to a switch must not be sent up again. So if a switch above sends down
// through a switch, the path of that switch goes only down; else it takes the shorter of its paths
// down and up. Values are hops below kUpFirst, plus kUpFirst if the first step goes up, or kFar;
// longer paths count as none (InfiniBand's directed routes end after 64 hops).
// Cost: a bit-parallel search, see distances_to, and O(D x bundles) comparisons in vector
// registers.
Distances up_down_distances_to(const SwitchGraph& graph, const Orientation& orientation,
                               std::span<const SwitchIndex> destinations, const Workers& workers);

}  // namespace weft

#endif  // WEFT_GRAPH_UP_DOWN_H_
