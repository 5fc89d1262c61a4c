// The top of a tree: the roots that the administrator gives, or roots that are found.
#ifndef WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_
#define WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_

#include <functional>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// The roots, and the resulting directions of the links.
struct Ranking {
  std::vector<SwitchIndex> roots;  // in ascending order
  // By switch; 0: a root, unless it was lowered; kFar: not connected to a root.
  std::vector<Hops> ranks;
  Orientation orientation;  // lower ranks are above; among equals lower GUIDs or given ids
};

using RouteBelow = std::function<Routing(const SwitchGraph& graph, Ranking ranking)>;

enum class Ranks {
  kAsStock,  // below given roots, distances from the nearest root
  kLifted,   // dead ends are lifted (see lift_dead_ends)
};

// Calls `route` with the ranking of root_guid_file. If there is no such file, if none of its GUIDs
// is in the fabric (its switches may have lost power), or if some pairs have no path with it, calls
// `route` with likely rankings one after the other, until no pair is without a path; in between the
// rows are filled with kNoPath. If a few upper switches are in all pairs without a path
// (stranded_switches.h), the ranking is tried again with these switches below their neighbours.
// Throws CannotRoute if no ranking suffices; the sentence names the roots of the best attempt and
// the pairs that it left out.
//
// A remark of the routing names the roots and says how they were found.
//
// The likely rankings are those below likely_roots, lifted, and, if the first of these is no tree
// or keeps too few paths, one above the leaf switches. Rankings that make a tree come first, then
// those with the least load on the busiest link, when paths between leaf switches are spread over
// all shortest up*/down* paths. Cost: O(S^2) vector comparisons, and O(S D x candidates) for each
// ranking that is weighed by load, with D leaf switches, 512 at most.
Routing route_below_roots(const RouteRequest& request, Tables rows, Ranks ranks_below_given,
                          const RouteBelow& route);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_TREE_RANKING_H_
