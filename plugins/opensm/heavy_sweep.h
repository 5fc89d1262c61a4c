// Tested by tests/plugins/opensm/lane_setup_test.cc.
#ifndef WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_
#define WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_

#include "plugins/opensm/opensm.h"

namespace weft {

// OpenSM checks the flag at the end of a sweep, and the signal after the console's `reroute`.
inline void ask_for_heavy_sweep(osm_opensm_t& opensm) {
  opensm.subn.force_heavy_sweep = TRUE;
  osm_sm_signal(&opensm.sm, OSM_SIGNAL_SWEEP);
}

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_
