#include "plugins/fat_tree/up_ports.h"

#include <algorithm>
#include <utility>

namespace weft {

UpPorts::UpPorts(const Fabric& fabric, const FatTree& tree) {
  first_.push_back(0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint16_t slot = tree.slot[fabric.switches()[s].first_port + p];
      if (slot != kNoSlot) ports_.push_back({slot, static_cast<PortNum>(p), ports[p].peer});
    }
    sort(std::span(ports_).subspan(first_.back()));
    first_.push_back(static_cast<std::uint32_t>(ports_.size()));
  }
}

void UpPorts::sort(std::span<UpPort> ports) {
  std::ranges::stable_sort(ports, {}, [](const UpPort& p) { return std::pair(p.slot, p.peer); });
  std::vector<std::pair<std::size_t, UpPort>> in_turns;  // by the number among parallel links
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const bool is_parallel =
        i > 0 && ports[i - 1].slot == ports[i].slot && ports[i - 1].peer == ports[i].peer;
    in_turns.emplace_back(is_parallel ? in_turns.back().first + 1 : 0, ports[i]);
  }
  std::ranges::stable_sort(in_turns, {},
                           [](const auto& p) { return std::pair(p.second.slot, p.first); });
  for (std::size_t i = 0; i < ports.size(); ++i) ports[i] = in_turns[i].second;
}

std::span<const UpPort> UpPorts::of(SwitchIndex s, std::uint32_t slot) const {
  const auto ports = of(s);
  const auto [first, last] =
      std::equal_range(ports.begin(), ports.end(), UpPort{static_cast<std::uint16_t>(slot), 0, 0},
                       [](const UpPort& a, const UpPort& b) { return a.slot < b.slot; });
  return {first, last};
}

std::uint32_t UpPorts::switches(std::span<const UpPort> slot) {
  const auto repeated = std::ranges::adjacent_find(
      slot, [](const UpPort& a, const UpPort& b) { return b.peer <= a.peer; });
  return static_cast<std::uint32_t>(repeated - slot.begin()) + (repeated == slot.end() ? 0 : 1);
}

}  // namespace weft
