// VLs from which a switch never sends under the VL arbitration of OpenSM's QoS options.
#ifndef WEFT_PLUGINS_OPENSM_UNSERVED_VLS_H_
#define WEFT_PLUGINS_OPENSM_UNSERVED_VLS_H_

#include <span>

#include "common/options/vl_arbitration.h"
#include "common/routing/sl2vl.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// The VLs of links between switches on which an end of the link never sends. Needs OpenSM's lock.
// Cost: one or two cache lines for each port between switches.
VlSet unserved_vls(const VlArbitration& arbitration, const Fabric& fabric, OsmSwitches switches,
                   std::span<const VlSet> levels = {});

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_UNSERVED_VLS_H_
