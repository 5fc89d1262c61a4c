// Hop counts for OpenSM's dumps. Routing and multicast do not use them.
#ifndef WEFT_PLUGINS_OPENSM_HOPS_H_
#define WEFT_PLUGINS_OPENSM_HOPS_H_

#include "common/base/workers.h"
#include "common/dumps/lid_matrix.h"
#include "common/fabric/fabric.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// Writes the hops of a matrix into OpenSM's switches. Throws Stopped and std::bad_alloc.
void fill_hop_counts(const Fabric& fabric, LidMatrix& matrix, OsmSwitches switches,
                     const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_HOPS_H_
