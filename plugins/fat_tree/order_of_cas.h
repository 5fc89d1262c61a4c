// The order of compute nodes for which the routing of a fat tree is made: if ranks are given to
// processes in this order, shift patterns have no contention.
// Tested by tests/plugins/fat_tree/ftree_options_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_
#define WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"
#include "plugins/fat_tree/tree_destinations.h"

namespace weft {

// Compute nodes by position; kNone: a free position. Compute nodes without a position, which are
// not on leaf switches, follow in the order of their GUIDs.
std::vector<EndPortIndex> order_of_cas(const Fabric& fabric, const Options& options,
                                       const TreeDestinations& destinations);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_
