// Width, speed and lanes of a link, from a port's PortInfo.
#ifndef WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
#define WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_

#include "common/fabric/fabric.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// As the port itself reports; values that are not known are left unknown. Data VLs are those that
// OpenSM will have set up, whatever was there before, as far as this end allows: its VLCap, up to
// the option max_op_vls (of options qos_max_vls OpenSM makes no use here). Whether the link is
// throttled is another question.
LinkAttributes link_attributes(const osm_physp_t& port, std::uint8_t max_op_vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
