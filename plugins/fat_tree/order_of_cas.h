// The order of compute nodes that a routing of a fat tree is made for: who gives ranks to processes
// in this order has shift patterns without contention.
// Tested by tests/plugins/fat_tree/ftree_options_test.cc.
#ifndef WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_
#define WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"
#include "plugins/fat_tree/tree_destinations.h"

namespace weft {

// Compute nodes by position, kNone where nobody has one; those that are not on leaf switches, and
// have no position, follow in the order of their GUIDs.
std::vector<EndPortIndex> order_of_cas(const Fabric& fabric, const Options& options,
                                       const TreeDestinations& destinations);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_ORDER_OF_CAS_H_
