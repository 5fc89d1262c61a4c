// Up*/down* routing (Schroeder et al., Autonet: a High-speed, Self-configuring Local Area Network
// Using Point-to-point Links, 1991): every link has an upper and a lower end, and no path goes up
// after it went down, so that channels cannot wait for each other in a circle.
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

// Which end of a link is the upper one: the switches in a total order, the highest first.
struct Orientation {
  std::vector<std::uint32_t> place;  // by switch, 0..S-1, all different

  bool goes_up(SwitchIndex from, SwitchIndex to) const { return place[to] < place[from]; }
};

// Does a path that keeps to up*/down* make the turn? All but those from a link down to one up, and
// those straight back, to the switch that a packet came from.
bool is_up_down_turn(const Links& links, const Orientation& orientation, LinkTurn turn);

// Distances from the nearest of some switches, in links; kFar where none of them can be reached.
std::vector<Hops> ranks_below(const SwitchGraph& graph, std::span<const SwitchIndex> roots);
// Ranks by switch, kFar: none is given. A switch without one gets a rank more than its neighbour of
// the least rank, or stays kFar where it is connected to none that has one. Given ranks are less
// than 256.
std::vector<Hops> complete_ranks(const SwitchGraph& graph, std::vector<Hops> given);

// A switch that is none of leaf_switches(), with nothing below it and all its neighbours in the
// rank above, is a leaf switch without hosts; or, if it joins parts with leaf switches that nothing
// below its neighbours joins, one that has lost its links to the rank above, or a root that nobody
// took for one. Gives each of the latter the rank above its neighbours instead, so that paths can
// turn there. Aggregation nodes and a few hosts make no difference. Where no switch has end ports,
// any parts count. ranks: as from ranks_below. Cost: O(links + E + S log S).
void lift_dead_ends(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops>& ranks);

// Lower ranks are higher; among equals lower ids are. ids: by switch.
Orientation order_by_rank(std::span<const Hops> ranks, std::span<const std::uint64_t> ids);

// In the distances of up*/down* paths: these begin with a step up; they may begin with either.
inline constexpr Hops kUpFirst = 0x4000;
inline constexpr Hops kUpOrDown = 0x8000;

// The hops of such a distance, which is not kFar.
inline Hops hops_of(Hops distance) { return static_cast<Hops>(distance & (kUpFirst - 1)); }

// Distances over up*/down* paths that follow the destination alone: whoever comes down to a switch
// must not be sent up again. So where a switch above goes down through it, a switch goes down all
// the way; else it takes the shorter of the ways down and up. Values are hops below kUpFirst, plus
// kUpFirst where the first step goes up, or kFar; longer paths count as none (InfiniBand's directed
// routes end after 64 hops).
// Cost: a bit-parallel search, see distances_to, and O(D x bundles) comparisons in vector
// registers.
Distances up_down_distances_to(const SwitchGraph& graph, const Orientation& orientation,
                               std::span<const SwitchIndex> destinations, const Workers& workers);

}  // namespace weft

#endif  // WEFT_GRAPH_UP_DOWN_H_
