#include "common/routing/given_ranks.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/fabric/guid_index.h"

namespace weft {

GivenRanks given_ranks(const Fabric& fabric, std::span<const NamedNode> named,
                       std::vector<std::string>& warnings) {
  const EndPortsOfNodes nodes(fabric);
  GivenRanks given;
  std::vector<Hops>& ranks = given.ranks;
  ranks.assign(fabric.switch_count(), kFar);
  for (const NamedNode& node : named) {
    const auto give = [&](SwitchIndex s) { ranks[s] = std::min<Hops>(ranks[s], node.rank); };
    const SwitchIndex s = find_switch(fabric, node.guid);
    if (s != kNone) {
      give(s);
      continue;
    }
    const EndPortIndex port = find_end_port(fabric, node.guid);
    const auto ports = nodes.of(node.guid);
    if (port != kNone) give(fabric.end_ports()[port].sw);
    for (const auto& [guid, e] : ports) give(fabric.end_ports()[e].sw);
    if (port == kNone && ports.empty()) {
      warnings.push_back(fmt::format("root GUID 0x{:016x} is not in the fabric", node.guid));
    }
  }
  Hops lowest = kFar;
  for (const Hops rank : ranks) lowest = std::min(lowest, rank);
  for (SwitchIndex s = 0; s < ranks.size(); ++s) {
    if (ranks[s] == kFar) continue;
    ranks[s] = static_cast<Hops>(ranks[s] - lowest);
    if (ranks[s] == 0) given.roots.push_back(s);
    if (ranks[s] != 0) ++given.below;
  }
  return given;
}

}  // namespace weft
