#include "common/fabric/guid_index.h"

#include <algorithm>
#include <cstddef>

namespace weft {

SwitchIndex find_switch(const Fabric& fabric, Guid node_guid) {
  const auto switches = fabric.switches();
  const auto found =
      std::lower_bound(switches.begin(), switches.end(), node_guid,
                       [](const Switch& sw, Guid guid) { return sw.node_guid < guid; });
  if (found == switches.end() || found->node_guid != node_guid) return kNone;
  return static_cast<SwitchIndex>(found - switches.begin());
}

EndPortIndex find_end_port(const Fabric& fabric, Guid port_guid) {
  const auto ports = fabric.end_ports();
  const auto found =
      std::lower_bound(ports.begin(), ports.end(), port_guid,
                       [](const EndPort& port, Guid guid) { return port.port_guid < guid; });
  if (found == ports.end() || found->port_guid != port_guid) return kNone;
  return static_cast<EndPortIndex>(found - ports.begin());
}

EndPortsOfNodes::EndPortsOfNodes(const Fabric& fabric) {
  entries_.reserve(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    entries_.emplace_back(fabric.end_ports()[e].node_guid, e);
  }
  std::sort(entries_.begin(), entries_.end());
}

std::span<const EndPortsOfNodes::Entry> EndPortsOfNodes::of(Guid first, Guid last) const {
  const auto begin = std::lower_bound(entries_.begin(), entries_.end(), Entry{first, 0});
  const auto end = std::upper_bound(begin, entries_.end(), Entry{last, kNone});
  return {begin, end};
}

std::vector<std::span<const EndPortsOfNodes::Entry>> EndPortsOfNodes::groups() const {
  std::vector<std::span<const Entry>> groups;
  for (std::size_t first = 0; first < entries_.size();) {
    std::size_t end = first;
    while (end < entries_.size() && entries_[end].first == entries_[first].first) ++end;
    groups.emplace_back(entries_.data() + first, end - first);
    first = end;
  }
  return groups;
}

}  // namespace weft
