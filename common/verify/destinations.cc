#include "common/verify/destinations.h"

#include <algorithm>
#include <utility>

#include "common/fabric/counts.h"

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
      if (low == 0 || lid < low) low = lid;
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
      for (const Lid lid : lids_of(end_port)) {
        lids.push_back(lid);
        right.push_back(end_port.switch_port);
      }
    }
    end_ports_end.push_back(static_cast<std::uint32_t>(lids.size()));
    for (const Lid lid : lids_of(fabric.switches()[s])) {
      lids.push_back(lid);
      right.push_back(0);
    }
    first.push_back(static_cast<std::uint32_t>(lids.size()));
  }
}

}  // namespace weft
