#include "common/balance/path_bits.h"

#include <algorithm>

namespace weft {

NeighbourIndex::NeighbourIndex(const Fabric& fabric, bool ports_apart)
    : switch_of(fabric.all_ports().size()), system_of(fabric.all_ports().size()) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    std::uint8_t* const same_switch = switch_of.data() + fabric.switches()[s].first_port;
    std::uint8_t* const same_system = system_of.data() + fabric.switches()[s].first_port;
    width = std::max<std::size_t>(width, fabric.switches()[s].port_count);
    const auto system = [&](std::size_t p) { return fabric.switches()[ports[p].peer].system_guid; };
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      // The index of a neighbour is that of the first port to it.
      same_switch[p] = same_system[p] = static_cast<std::uint8_t>(p - 1);
      for (std::size_t q = p - 1; q > 0 && !ports_apart; --q) {
        if (ports[q].kind != PeerKind::kSwitch) continue;
        if (ports[q].peer == ports[p].peer) same_switch[p] = same_switch[q];
        if (system(q) == system(p)) same_system[p] = same_system[q];
      }
    }
  }
}

void PathBits::start(const Fabric& fabric, SwitchIndex s) {
  first_port_ = fabric.switches()[s].first_port;
  std::fill(by_switch_.begin(), by_switch_.end(), std::uint8_t{0});
  std::fill(by_system_.begin(), by_system_.end(), std::uint8_t{0});
}

}  // namespace weft
