#include "common/fabric/guid_index.h"

#include <algorithm>
#include <cstddef>

namespace weft {

SwitchIndex find_switch(const Fabric& fabric, Guid node_guid) {
  const auto found = std::ranges::lower_bound(fabric.switches(), node_guid, {}, &Switch::node_guid);
  if (found == fabric.switches().end() || found->node_guid != node_guid) return kNone;
  return static_cast<SwitchIndex>(found - fabric.switches().begin());
}

EndPortIndex find_end_port(const Fabric& fabric, Guid port_guid) {
  const auto found =
      std::ranges::lower_bound(fabric.end_ports(), port_guid, {}, &EndPort::port_guid);
  if (found == fabric.end_ports().end() || found->port_guid != port_guid) return kNone;
  return static_cast<EndPortIndex>(found - fabric.end_ports().begin());
}

EndPortsOfNodes::EndPortsOfNodes(const Fabric& fabric) {
  entries_.reserve(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    entries_.emplace_back(fabric.end_ports()[e].node_guid, e);
  }
  std::sort(entries_.begin(), entries_.end());
}

std::span<const EndPortsOfNodes::Entry> EndPortsOfNodes::of(Guid node_guid) const {
  const auto range = std::ranges::equal_range(entries_, node_guid, {}, &Entry::first);
  return {range.begin(), range.end()};
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
