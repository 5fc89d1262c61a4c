#include "common/verify/destinations.h"

#include <algorithm>
#include <utility>

namespace weft {

Destinations::Destinations(const FabricIndex& index) {
  const Fabric& fabric = index.fabric();
  const auto own = [&](SwitchIndex s) {
    return index.sources().subspan(index.first_source(s), index.source_count(s));
  };
  std::vector<std::pair<Lid, SwitchIndex>> lowest;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    Lid low = 0;
    for (const EndPortIndex e : own(s)) {
      const Lid lid = fabric.end_ports()[e].lid;
      if (lid != 0 && (low == 0 || lid < low)) low = lid;
    }
    if (low != 0) lowest.emplace_back(low, s);
  }
  std::sort(lowest.begin(), lowest.end());
  first.push_back(0);
  lids.reserve(fabric.lid_count());
  right.reserve(fabric.lid_count());
  for (const auto& [low, s] : lowest) {
    switches.push_back(s);
    for (const EndPortIndex e : own(s)) {
      const EndPort& end_port = fabric.end_ports()[e];
      if (end_port.lid == 0) continue;
      for (unsigned bit = 0; bit < 1u << end_port.lmc; ++bit) {
        lids.push_back(static_cast<Lid>(end_port.lid + bit));
        right.push_back(end_port.switch_port);
      }
    }
    end_ports_end.push_back(static_cast<std::uint32_t>(lids.size()));
    const Switch& own_lids = fabric.switches()[s];
    if (own_lids.lid != 0) {
      for (unsigned bit = 0; bit < 1u << own_lids.lmc; ++bit) {
        lids.push_back(static_cast<Lid>(own_lids.lid + bit));
        right.push_back(0);
      }
    }
    first.push_back(static_cast<std::uint32_t>(lids.size()));
  }
}

}  // namespace weft
