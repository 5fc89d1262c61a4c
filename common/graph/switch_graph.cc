#include "common/graph/switch_graph.h"

#include <array>

namespace weft {

SwitchGraph::SwitchGraph(const Fabric& fabric) {
  collect(fabric, [](SwitchIndex, SwitchIndex) { return true; });
}

SwitchGraph::SwitchGraph(const Fabric& fabric, std::span<const std::uint16_t> ranks) {
  collect(fabric, [&](SwitchIndex a, SwitchIndex b) {
    return ranks[a] != ranks[b] || ranks[a] == 0 || ranks[a] == 0xFFFF;
  });
}

template <typename IsLink>
void SwitchGraph::collect(const Fabric& fabric, IsLink is_link) {
  first_.reserve(fabric.switch_count() + std::size_t{1});
  first_.push_back(0);
  // Position among a switch's bundles by neighbour; valid only if `marked` names the switch.
  std::vector<std::uint32_t> position(fabric.switch_count());
  std::vector<SwitchIndex> marked(fabric.switch_count(), kNone);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    const auto counts = [&](const Port& p) {
      return p.kind == PeerKind::kSwitch && p.peer != s && is_link(s, p.peer);
    };
    for (const Port& port : ports) {
      if (!counts(port)) continue;
      if (marked[port.peer] != s) {
        marked[port.peer] = s;
        position[port.peer] = bundle_count();
        bundles_.push_back({port.peer, 0, 0});
      }
      ++bundles_[position[port.peer]].port_count;
    }
    auto next = static_cast<std::uint32_t>(ports_.size());
    for (std::uint32_t b = first_.back(); b < bundle_count(); ++b) {
      bundles_[b].first_port = next;
      next += bundles_[b].port_count;
    }
    ports_.resize(next);
    std::array<PortNum, 256> filled{};  // by bundle of this switch
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (!counts(ports[p])) continue;
      const std::uint32_t b = position[ports[p].peer];
      ports_[bundles_[b].first_port + filled[b - first_.back()]++] = static_cast<PortNum>(p);
    }
    first_.push_back(bundle_count());
  }
}

}  // namespace weft
