// Where a tree has its top: the roots that the administrator gives, or those that are found.
#ifndef WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_
#define WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_

#include <functional>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// The roots, and the direction of the links that follows from them.
struct Ranking {
  std::vector<SwitchIndex> roots;  // in ascending order
  // By switch; 0: a root, unless it was lowered; kFar: no root is connected to it.
  std::vector<Hops> ranks;
  Orientation orientation;  // the lower rank is higher; among equals the lower GUID or given id
};

using RouteBelow = std::function<Routing(const SwitchGraph& graph, Ranking ranking)>;

enum class Ranks {
  kAsStock,  // below given roots, distances from the nearest alone
  kLifted,   // dead ends are lifted (see lift_dead_ends)
};

// Calls `route` with the ranking that root_guid_file gives. Without one, if none of its GUIDs is in
// the fabric (its switches may have lost power), or if that leaves pairs without a path that are to
// have one, with likely rankings one after the other, until a routing leaves no pair without a
// path; in between the rows are filled with kNoPath. Where a few upper switches have part in all
// pairs that a ranking leaves out (stranded_switches.h), it is tried again with these below their
// neighbours. Throws CannotRoute if no ranking does; the sentence names the roots of the best
// attempt and what it lacked.
//
// A remark of the routing names the roots and says how they were found.
//
// The likely rankings are below likely_roots, lifted, and, where the first of these is no tree or
// keeps too few paths, above the leaf switches. Those that make a tree come first, then those with
// the least load on the busiest link, if paths between leaf switches are spread over all that
// up*/down* keeps. Cost: O(S^2) vector comparisons, and O(S D x candidates) for each that is
// weighed by load, with D leaf switches, 512 at most.
Routing route_below_roots(const RouteRequest& request, Tables rows, Ranks ranks_below_given,
                          const RouteBelow& route);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_
