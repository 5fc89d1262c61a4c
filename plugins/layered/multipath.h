// Multipath: with an LMC, several paths to each port that share little with each other, on any
// topology, for traffic that wants more of a few links than these carry, between two racks, say,
// and is spread over the LIDs. As dfsssp, of which it takes the paths and lanes of base LIDs, it is
// free of credit loops by lanes, for which more of these are needed.
//
// The idea is that of routing in layers of almost minimal paths (M. Besta and others, FatPaths:
// Routing in Supercomputers and Data Centers when Shortest Paths Fall Short, SC 2020; N. Blach and
// others, A High-Performance Design, Implementation, Deployment, and Evaluation of The Slim Fly
// Network, NSDI 2024). There a layer is a part of the links, the same for all destinations. Here
// each LID has a tree of its own, which knows what the trees to other LIDs of its switch do
// (detour_trees.h), and its paths are chosen together with their lanes (detour_layers.h): a path
// that no lane takes is not chosen. Where no lane takes any path of a switch, the LID has all paths
// of the port's base LID, which a warning says.
//
// In a tree all LIDs have shortest paths, as dfsssp gives them: these are apart already, and what
// is longer there only loads links that others want.
//
// Replies go to base LIDs on the SLs that requests to base LIDs have, so they are covered as by
// dfsssp, and so are multicast groups, the turns of which the lane of SL 0 holds from the start.
// Where dfsssp gives up weft_reversible, and replies close no credit loop all the same, lanes hold
// their turns too, and one that has no room for these takes no more turns of other paths.
//
// Cost with S switches, E directed links and L LIDs: that of dfsssp without an LMC, O(E L hops),
// and what the search for lanes takes. Both are bounded: end ports of a switch share trees where
// there would be too many, and where even one a switch and path bit would be too many, there are
// none; a warning says so. Memory: 4 1/2 bytes for each lane and turn from link to link, up to some
// 256 MB.
//
// doc/multipath.md has what it is worth. Tests: multipath_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_MULTIPATH_H_
#define WEFT_PLUGINS_LAYERED_MULTIPATH_H_

#include <cstdint>

#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Base LIDs as by route_in_layers() for each LID, the others apart from them: over paths that are
// longer, too, or over shortest ones alone, which take more lanes than base LIDs only where these
// keep too many from being apart. In trees, and without an LMC, it is route_in_layers(); without
// longer paths also where it would take too long, or where more lanes are needed and there is one.
enum class OtherLids : std::uint8_t { kShortest, kLonger };
Routing route_lids_apart(const RouteRequest& request, OtherLids others, Tables rows);

const EngineInfo& multipath_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_MULTIPATH_H_
