// The subnet that OpenSM discovered, read without the bridge that the Weft engines use: the
// benchmark judges them, so it does not believe their snapshot.
#ifndef WEFT_BENCH_SUBNET_H_
#define WEFT_BENCH_SUBNET_H_

#include <vector>

#include "common/fabric/fabric.h"
#include "plugins/opensm/opensm.h"

namespace weft::bench {

// All switches, in the order of OpenSM's map.
std::vector<osm_switch_t*> switches_of(const osm_opensm_t& osm);

// Nodes, links and LIDs as they are now. Link attributes and system GUIDs, which no figure of the
// benchmark depends on, are left at their defaults. Throws BadInput.
Fabric fabric_of(const osm_opensm_t& osm);

}  // namespace weft::bench

#endif  // WEFT_BENCH_SUBNET_H_
