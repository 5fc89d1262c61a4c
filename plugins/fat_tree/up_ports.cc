#include "plugins/fat_tree/up_ports.h"

#include <algorithm>

namespace weft {

UpPorts::UpPorts(const Fabric& fabric, const FatTree& tree) {
  first_.push_back(0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint16_t slot = tree.slot[fabric.switches()[s].first_port + p];
      if (slot != kNoSlot) ports_.push_back({slot, static_cast<PortNum>(p), ports[p].peer});
    }
    std::stable_sort(ports_.begin() + first_.back(), ports_.end(),
                     [](const UpPort& a, const UpPort& b) { return a.slot < b.slot; });
    first_.push_back(static_cast<std::uint32_t>(ports_.size()));
  }
}

std::span<const UpPort> UpPorts::of(SwitchIndex s, std::uint32_t slot) const {
  const auto ports = of(s);
  const auto [first, last] =
      std::equal_range(ports.begin(), ports.end(), UpPort{static_cast<std::uint16_t>(slot), 0, 0},
                       [](const UpPort& a, const UpPort& b) { return a.slot < b.slot; });
  return {first, last};
}

}  // namespace weft
