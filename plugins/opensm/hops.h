// Hop counts for OpenSM's dumps. Routing and multicast do without them.
#ifndef WEFT_PLUGINS_OPENSM_HOPS_H_
#define WEFT_PLUGINS_OPENSM_HOPS_H_

#include <span>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// For each switch, port and LID of a switch: how many hops there are to it through that port, by
// the paths that the engine allows and with the weights that the options give, as OpenSM's own
// engines have it in their matrices. switches: by SwitchIndex; their new_lft holds the tables.
// Throws Stopped and std::bad_alloc.
void fill_hop_counts(const Fabric& fabric, const Routing& routing, const Options& options,
                     std::span<osm_switch_t* const> switches, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_HOPS_H_
