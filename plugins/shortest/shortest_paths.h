// Shortest paths, balanced: what min-hop and dimension order routing share.
#ifndef WEFT_PLUGINS_SHORTEST_SHORTEST_PATHS_H_
#define WEFT_PLUGINS_SHORTEST_SHORTEST_PATHS_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Writes tables over the paths with the fewest hops, or the least sum of hop weights where the
// options give some, balanced as the options say. one_neighbour: over those through the neighbour
// that a switch finds first in the search order of its ports.
Routing route_shortest_paths(const RouteRequest& request, bool one_neighbour, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_SHORTEST_SHORTEST_PATHS_H_
