#include "plugins/opensm/hops.h"

namespace weft {

void fill_hop_counts(const Fabric& fabric, LidMatrix& matrix, OsmSwitches switches,
                     const Workers& workers) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    workers.check_stop();
    matrix.go_to(s);
    for (std::size_t i = 0; i < matrix.destinations().size(); ++i) {
      const Lid lid = fabric.switches()[matrix.destinations()[i]].lid;
      const std::span<const std::uint8_t> hops = matrix.hops(i);
      // OpenSM finds the fewest hops to a LID itself; they are stored before those of the ports.
      if (hops[0] == 0) osm_switch_set_hops(switches[s], lid, 0, 0);
      for (std::size_t p = 1; p < hops.size(); ++p) {
        if (hops[p] == OSM_NO_PATH) continue;
        osm_switch_set_hops(switches[s], lid, static_cast<std::uint8_t>(p), hops[p]);
      }
    }
  }
}

}  // namespace weft
