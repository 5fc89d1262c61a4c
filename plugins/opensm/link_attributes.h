// Width, speed and data VLs of a link, from a port's PortInfo.
#ifndef WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
#define WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_

#include "common/fabric/fabric.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// The values that the port reports; unknown values stay unknown. Data VLs are those that OpenSM
// will set, as far as this port allows: its VLCap, limited by the option max_op_vls (OpenSM does
// not use qos_max_vls here). Does not set `throttled`.
LinkAttributes link_attributes(const osm_physp_t& port, std::uint8_t max_op_vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
