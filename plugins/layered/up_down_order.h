// The order of the links along which all up*/down* paths go: what layers begin with where nothing
// better is known of a fabric. On a whole fat tree it is all that is needed.
#ifndef WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_
#define WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_

#include <vector>

#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"

namespace weft {

// Of up*/down* below the likeliest roots of a fabric, which has a switch at least. Cost: that of
// distances_to all switches.
Orientation likely_orientation(const RouteRequest& request, const SwitchGraph& graph);

// All links, each once: those up from the lowest switch on, then those down from the highest.
// Cost: O(links x log links).
std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_
