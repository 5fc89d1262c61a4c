#include "plugins/opensm/hops.h"

#include <vector>

#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

void fill_hop_counts(const Fabric& fabric, std::span<osm_switch_t* const> switches,
                     const Workers& workers) {
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> destinations;
  for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
    if (fabric.switches()[d].lid != 0) destinations.push_back(d);
  }
  const Distances distances = distances_to(graph, destinations, workers);
  for (const SwitchIndex d : destinations) {
    osm_switch_set_hops(switches[d], fabric.switches()[d].lid, 0, 0);
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    workers.check_stop();
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const std::span<const Hops> hops = distances.from(bundle.peer);
      for (std::size_t i = 0; i < destinations.size(); ++i) {
        if (hops[i] >= OSM_NO_PATH - 1) continue;
        const Lid lid = fabric.switches()[destinations[i]].lid;
        for (const PortNum port : graph.ports(bundle)) {
          osm_switch_set_hops(switches[s], lid, port, static_cast<std::uint8_t>(hops[i] + 1));
        }
      }
    }
  }
}

}  // namespace weft
