// Routing of trees that are too irregular for slots: the load chooses the path of each LID.
#ifndef WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_
#define WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_

#include <cstdint>

#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/fat_tree/tree_destinations.h"

namespace weft {

enum class LoadRule : std::uint8_t {
  // All packets to a LID come down on one path, its way, as far as possible, as with slots. So a
  // flow of a phase meets only flows to the few LIDs whose ways share a link with its way, and
  // consecutive LIDs have different ways. The way is the one whose links are on the fewest ways; on
  // a complete tree this is D-mod-K again, without slots. A path that cannot come down on the
  // whole way follows it as far as possible, and else takes the links with the fewest LIDs.
  kOneWay,
  // Each switch takes the path whose links carry the fewest paths so far, as sssp does (Hoefler,
  // Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand Networks, HOTI 2009): for
  // trees that lack so much that hardly a way is complete.
  kFewestPaths,
};

// Writes tables over the shortest up*/down* paths of the HopTable, whose columns are
// destinations.targets.switches, for shift patterns in the order of the destinations. LIDs of
// compute nodes come first, then those of other end ports, then those of switches. Cost: O(S L
// candidates), by one thread, since each choice depends on the earlier ones.
void route_by_load(const RouteRequest& request, const TreeDestinations& destinations,
                   const HopTable& table, LoadRule rule, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_
