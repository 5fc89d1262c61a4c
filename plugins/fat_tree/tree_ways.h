// The ways of LIDs up to a root, also where links are missing.
#ifndef WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_
#define WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_

#include "common/topology/fat_tree.h"
#include "plugins/fat_tree/tree_destinations.h"
#include "plugins/fat_tree/up_ports.h"

namespace weft {

// Fills in way, number, displaced and load of destinations whose other members are there. A LID
// goes up slot by slot, as its plain numbers say. Where the slot that it wants has lost all its
// links it takes another: the one with the fewest LIDs that have to come down over it, and, among
// equals, that which no displaced neighbour took. The rest is left to a hash of LID and slot, not
// to the order of things, so that another missing link changes little. Cost: O(ranks x LIDs); of
// each displaced one, the slots of a switch.
void find_ways(const FatTree& tree, const UpPorts& up, TreeDestinations& destinations);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_
