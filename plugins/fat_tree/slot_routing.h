// From slots to tables: the entry of each switch of a fat tree for each LID.
// Tested by tests/plugins/fat_tree/ftree_trees_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_SLOT_ROUTING_H_
#define WEFT_PLUGINS_FAT_TREE_SLOT_ROUTING_H_

#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/topology/fat_tree.h"
#include "plugins/fat_tree/tree_destinations.h"
#include "plugins/fat_tree/up_ports.h"

namespace weft {

// Writes the tables of a fat tree. Of the shortest up*/down* paths of the HopTable (whose columns
// are destinations.targets.switches), a switch takes the one to the way of the LID. If that is not
// among them, since a link is missing, it takes the slot with the least load near it: of
// neighbouring positions that were displaced to it, and of LIDs whose way comes down
// over it. Cost: O(S L) writes; for each displaced LID, the slots of the switch.
void route_over_slots(const RouteRequest& request, const FatTree& tree, const UpPorts& up,
                      const TreeDestinations& destinations, const HopTable& table, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_SLOT_ROUTING_H_
