// Balanced minimal paths, and the lanes that make them free of credit loops: what sssp, dfsssp and
// lash share.
#ifndef WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_
#define WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_

#include <cstdint>

#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Writes tables over minimal paths that are balanced over the whole fabric, on one lane, where they
// may have credit loops. With avoid_throttled_links, minimal among the other links.
Routing balance_paths(const RouteRequest& request, Tables rows);

enum class PathsOf : std::uint8_t {
  kLids,      // each LID has paths of its own
  kSwitches,  // one path for each pair of switches; all LIDs of a switch share it
};

// The same with lanes that make the paths free of credit loops. Paths between switches have the
// same SL both ways, so that replies are covered too; for paths of LIDs that is given up, with a
// warning, where the lanes do not suffice, and where Options::reversible is not set. As few lanes
// are used as the search finds. Throws CannotRoute if there are too few.
//
// On tori, meshes, hypercubes and HyperX, also with some links and switches missing, the lanes have
// dimension order, with other cuts in each (see lane_orders.h). Whole dragonflies take three lanes
// with orders of the groups (see switch_groups.h). On other fabrics all begin with
// up*/down* order, which is all that a whole fat tree needs, and are opened as paths ask for them.
Routing route_in_layers(const RouteRequest& request, PathsOf paths_of, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LAYERED_ROUTING_H_
