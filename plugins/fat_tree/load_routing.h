// Routing of trees that are too irregular for slots: the way of each LID chosen by load.
#ifndef WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_
#define WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_

#include <cstdint>

#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/fat_tree/tree_destinations.h"

namespace weft {

enum class LoadRule : std::uint8_t {
  // All packets to a LID come down one way as far as they can, as with slots, so that its flow of a
  // phase meets only those to the few LIDs whose ways have a link in common; and LIDs that follow
  // each other have different ways. Here the way is the one whose links the fewest ways lead down
  // over, which on a whole tree is D-mod-K again, and needs no names of links. Who cannot reach a
  // way by a shortest path leaves it out as late as possible, over the links that the fewest LIDs
  // are sent over.
  kOneWay,
  // Each switch takes the path whose links carry the fewest paths so far, as sssp does (Hoefler,
  // Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand Networks, HOTI 2009): where
  // so much is missing that hardly a way is whole.
  kFewestPaths,
};

// Writes tables over the shortest up*/down* paths of the table, whose columns are
// destinations.targets.switches, for shift patterns in the order of the destinations. LIDs of
// compute nodes come first, then those of other end ports, then those of switches. Cost: O(S L
// candidates), by one thread: the choices follow each other.
void route_by_load(const RouteRequest& request, const TreeDestinations& destinations,
                   const HopTable& table, LoadRule rule, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_LOAD_ROUTING_H_
