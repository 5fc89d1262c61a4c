// The headers of OpenSM, as C++ can take them. Nothing outside this folder includes any of them.
#ifndef WEFT_PLUGINS_OPENSM_OPENSM_H_
#define WEFT_PLUGINS_OPENSM_OPENSM_H_

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <string_view>

// Without osm_config.h in front the structures have another layout than in the opensm binary.
#include <opensm/osm_config.h>

// osm_event_plugin_t has a member of this name.
#define delete delete_
#include <opensm/osm_event_plugin.h>
#include <opensm/osm_file_ids.h>
#include <opensm/osm_log.h>
#include <opensm/osm_mcast_tbl.h>
#include <opensm/osm_mcm_port.h>
#include <opensm/osm_multicast.h>
#include <opensm/osm_node.h>
#include <opensm/osm_opensm.h>
#include <opensm/osm_port.h>
#include <opensm/osm_sm.h>
#include <opensm/osm_subnet.h>
#include <opensm/osm_switch.h>
#include <opensm/osm_ucast_cache.h>
#include <opensm/osm_version.h>
#undef delete

// Of other versions nobody has looked at what they changed. Whether the running opensm is of these
// headers is found out when it loads a module (layout.h).
static_assert(std::string_view(OSM_VERSION) == "OpenSM 3.3.23" ||
                  std::string_view(OSM_VERSION) == "OpenSM 3.3.24",
              "Weft is made for OpenSM 3.3.23 and 3.3.24, and these headers are of another one");

#endif  // WEFT_PLUGINS_OPENSM_OPENSM_H_
