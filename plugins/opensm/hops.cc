#include "plugins/opensm/hops.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/routing/port_settings.h"
#include "common/routing/resolve_hops.h"

namespace weft {
namespace {

// The highest that OpenSM understands as a number of hops.
constexpr unsigned kMostHops = OSM_NO_PATH - 1;

HopTable hop_table(const Fabric& fabric, const Routing& routing, const Options& options,
                   std::span<const SwitchIndex> destinations, const Workers& workers) {
  const SwitchGraph graph(fabric);
  if (!routing.orientation.place.empty()) {
    return up_down_hop_table(graph, routing.orientation, destinations, workers);
  }
  return shortest_hop_table(fabric, graph, PortSettings(fabric, options).hop_weight, destinations,
                            workers);
}

// Hops of a path that was added to those of the table; 0: there is none.
unsigned follow(const Fabric& fabric, std::span<osm_switch_t* const> switches, SwitchIndex s,
                SwitchIndex destination, Lid lid) {
  for (unsigned hops = 0; hops <= kMostHops; ++hops) {
    if (s == destination) return hops;
    const PortNum port = switches[s]->new_lft[lid];
    const auto ports = fabric.ports(s);
    if (port >= ports.size() || ports[port].kind != PeerKind::kSwitch) return 0;
    s = ports[port].peer;
  }
  return 0;
}

// As the engine has taken them: candidates alone, of the fewest hops.
void fill_stored_hops(const Fabric& fabric, const StoredHops& stored,
                      std::span<const SwitchIndex> destinations,
                      std::span<osm_switch_t* const> switches, const Workers& workers) {
  std::vector<std::string> said_when_routing;
  const HopTable table = resolve_hops(stored, fabric, destinations, workers, said_when_routing);
  NextHops finder(fabric, table, destinations.size());
  std::vector<std::uint64_t> sets(destinations.size() * finder.words());
  std::array<PortNum, 256> ports{};
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    workers.check_stop();
    finder.fill(s, 0, destinations.size(), sets.data());
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      const Lid lid = fabric.switches()[destinations[i]].lid;
      const auto hops = static_cast<std::uint8_t>(table.hops(s, i));
      if (destinations[i] == s) osm_switch_set_hops(switches[s], lid, 0, 0);
      const PortSet set(sets.data() + i * finder.words(), finder.words());
      for (unsigned n = list_ports(set, ports.data()); n > 0; --n) {
        osm_switch_set_hops(switches[s], lid, ports[n - 1], hops);
      }
    }
  }
}

}  // namespace

void fill_hop_counts(const Fabric& fabric, const Routing& routing, const Options& options,
                     std::span<osm_switch_t* const> switches, const Workers& workers) {
  std::vector<SwitchIndex> destinations;
  for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
    if (fabric.switches()[d].lid != 0) destinations.push_back(d);
  }
  if (routing.by_stored_hops && options.stored_hops != nullptr) {
    fill_stored_hops(fabric, *options.stored_hops, destinations, switches, workers);
    return;
  }
  const HopTable table = hop_table(fabric, routing, options, destinations, workers);
  const bool oriented = !table.orientation.place.empty();
  const auto set = [&](SwitchIndex s, std::size_t i, PortNum port, unsigned hops) {
    const Lid lid = fabric.switches()[destinations[i]].lid;
    osm_switch_set_hops(switches[s], lid, port, static_cast<std::uint8_t>(hops));
  };
  for (std::size_t i = 0; i < destinations.size(); ++i) set(destinations[i], i, 0, 0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    workers.check_stop();
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      const bool down = oriented && !table.orientation.goes_up(s, ports[p].peer);
      const unsigned step =
          table.weights.empty() ? 1 : table.weights[fabric.switches()[s].first_port + p];
      const std::span<const Hops> behind = table.distances.from(ports[p].peer);
      for (std::size_t i = 0; i < destinations.size(); ++i) {
        // A path that goes up must not be entered from above.
        if (behind[i] == kFar || (down && behind[i] >= kUpFirst)) continue;
        const unsigned hops = table.hops(ports[p].peer, i) + step;
        if (hops <= kMostHops) set(s, i, static_cast<PortNum>(p), hops);
      }
    }
  }
  if (!oriented) return;
  for (const EndPort& port : fabric.end_ports()) {
    const std::size_t i = static_cast<std::size_t>(
        std::lower_bound(destinations.begin(), destinations.end(), port.sw) - destinations.begin());
    if (port.lid == 0 || i == destinations.size() || destinations[i] != port.sw) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (table.distances.from(s)[i] != kFar) continue;
      const unsigned hops = follow(fabric, switches, s, port.sw, port.lid);
      if (hops > 0) set(s, i, switches[s]->new_lft[port.lid], hops);
    }
  }
}

}  // namespace weft
