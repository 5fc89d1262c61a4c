// Width, speed and lanes of a link, from a port's PortInfo.
#ifndef WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
#define WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_

#include "common/fabric/fabric.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// As the port itself reports; values that are not known are left unknown.
LinkAttributes link_attributes(const osm_physp_t& port);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LINK_ATTRIBUTES_H_
