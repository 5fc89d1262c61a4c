// Finds the leaf switches of a fabric.
#ifndef WEFT_FABRIC_LEAF_SWITCHES_H_
#define WEFT_FABRIC_LEAF_SWITCHES_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// The leaf switches, ascending. A switch is one if it has at least a quarter of the median number
// of host ports (is_host_port); the median is over host ports of the number at their switch. So a
// few hosts do not make a spine a leaf switch. A switch with fewer hosts is one too if it is two
// links or more from all of these and joins no two of them that switches nearer to them do not
// join: then it is no spine. Without hosts: the switches with end ports. Cost: O(ports).
std::vector<SwitchIndex> leaf_switches(const Fabric& fabric);

// By switch: is it one of these?
std::vector<char> leaf_flags(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_LEAF_SWITCHES_H_
