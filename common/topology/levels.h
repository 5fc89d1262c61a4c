// The level of each switch.
// Tested by tests/common/topology/levels_test.cc.
#ifndef WEFT_TOPOLOGY_LEVELS_H_
#define WEFT_TOPOLOGY_LEVELS_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/distances.h"

namespace weft {

// By switch: its distance, in links, from the nearest of leaf_switches(): 0 for these; kFar: none
// is connected. In a tree this is the level, from the leaf switches on. Cost: O(links).
std::vector<Hops> levels_of(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_LEVELS_H_
