// Multipath: with an LMC, several paths to each port that share few links, on any topology. It is
// for traffic that is spread over the LIDs and would overload a few links, for example between two
// racks. Base LIDs have the paths and lanes of dfsssp; the others need more lanes to be free of
// credit loops.
//
// The idea is that of routing in layers of almost minimal paths (M. Besta and others, FatPaths:
// Routing in Supercomputers and Data Centers when Shortest Paths Fall Short, SC 2020; N. Blach and
// others, A High-Performance Design, Implementation, Deployment, and Evaluation of The Slim Fly
// Network, NSDI 2024). There a layer is a part of the links, the same for all destinations. Here
// each LID has its own tree, which avoids the trees to other LIDs of its switch (detour_trees.h),
// and paths are chosen together with their lanes (detour_layers.h). Where no lane takes any path of
// a switch, the LID has all the paths of the port's base LID, which a warning says.
//
// In a tree all LIDs have the shortest paths of dfsssp: these differ already, and longer ones only
// load links that others need.
//
// Replies go to base LIDs on the SLs of requests to base LIDs, so they are covered as by dfsssp. So
// are multicast groups: the lane of SL 0 holds their turns from the start. Where dfsssp gives up
// weft_reversible, but replies close no credit loop, the lanes hold the turns of replies too; a
// lane without room for these takes no more turns of other paths.
//
// Cost with S switches, E directed links and L LIDs: that of dfsssp without an LMC, O(E L hops),
// and the search for lanes. Both are bounded: where there would be too many trees, end ports of a
// switch share them; where even one tree for each switch and path bit would be too many, there are
// none, which a warning says. Memory: 4 1/2 bytes for each lane and turn, up to about 256 MB.
//
// doc/multipath.md has what it is worth. Tests: multipath_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_MULTIPATH_H_
#define WEFT_PLUGINS_LAYERED_MULTIPATH_H_

#include <cstdint>

#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Base LIDs as route_in_layers() routes them, and other paths for the others. kLonger: these may be
// longer. kShortest: they use the lanes of base LIDs, and more only if too many LIDs would not get
// other paths. In trees, and without an LMC, all LIDs are as by route_in_layers(); with kShortest
// also where other paths would take too long, or would need more than the one lane there is.
enum class OtherLids : std::uint8_t { kShortest, kLonger };
Routing route_lids_apart(const RouteRequest& request, OtherLids others, Tables rows);

const EngineInfo& multipath_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_MULTIPATH_H_
