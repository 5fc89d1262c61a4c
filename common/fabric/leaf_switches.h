// Which switches are at the bottom of a fabric?
#ifndef WEFT_FABRIC_LEAF_SWITCHES_H_
#define WEFT_FABRIC_LEAF_SWITCHES_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// The switches that hosts are linked to, in ascending order: those with a quarter at least of the
// host ports (is_host_port) that a switch has to which most of them are linked, the median. So a
// few hosts on a spine make no leaf switch of it. Where there are none, the switches with end
// ports.
std::vector<SwitchIndex> leaf_switches(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_LEAF_SWITCHES_H_
