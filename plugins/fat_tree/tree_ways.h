// The ways of LIDs up to a root, also if links are missing.
#ifndef WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_
#define WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_

#include "common/topology/fat_tree.h"
#include "plugins/fat_tree/tree_destinations.h"
#include "plugins/fat_tree/up_ports.h"

namespace weft {

// The n-th number, from 0, whose link at a switch is in a slot.
std::uint32_t nth_number(const FatTree& tree, SwitchIndex s, std::uint16_t slot, std::uint32_t n);

// Fills in way, number, displaced and load of destinations whose other members are set. A LID
// goes up slot by slot, by its plain numbers. If its slot has lost all links, it takes another
// slot: the one with the fewest LIDs that come down over it, and, among equals, one that no
// displaced neighbour took. Last a hash of LID and slot decides, not an order, so that another
// missing link changes little. Cost: O(ranks x LIDs); for each displaced LID, the slots of a
// switch.
void find_ways(const FatTree& tree, const UpPorts& up, TreeDestinations& destinations);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_TREE_WAYS_H_
