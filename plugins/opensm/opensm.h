// The headers of OpenSM for C++. Only files of this folder include them.
#ifndef WEFT_PLUGINS_OPENSM_OPENSM_H_
#define WEFT_PLUGINS_OPENSM_OPENSM_H_

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <string_view>

// Structures have the layout of the opensm binary only if osm_config.h comes first.
#include <opensm/osm_config.h>

// osm_event_plugin_t has a member named `delete`.
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

// Weft is checked only with these versions. layout.h checks the running opensm when it loads a
// module.
static_assert(std::string_view(OSM_VERSION) == "OpenSM 3.3.23" ||
                  std::string_view(OSM_VERSION) == "OpenSM 3.3.24",
              "Weft is made for OpenSM 3.3.23 and 3.3.24, and these headers are of another one");

#endif  // WEFT_PLUGINS_OPENSM_OPENSM_H_
