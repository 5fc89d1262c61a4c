#include "common/counters/replay.h"

#include "common/verify/fabric_index.h"
#include "common/verify/path_walk.h"

namespace weft {

std::vector<SentFlow> flows_of(const Placement& placement, std::span<const RankPair> pairs,
                               double unit) {
  std::vector<SentFlow> all;
  std::vector<Flow> flows;
  for (const RankPair& pair : pairs) {
    flows.clear();
    add_flows(placement, pair, flows);
    for (const Flow& flow : flows) {
      all.push_back(
          {flow.source, flow.destination, flow.weight * unit / static_cast<double>(flows.size())});
    }
  }
  return all;
}

Replay replay(const Fabric& fabric, ConstTables tables, std::span<const SentFlow> flows) {
  const FabricIndex index(fabric);
  PathWalk path(index, tables);
  const std::size_t ports = fabric.all_ports().size();
  std::vector<double> octets(ports + fabric.end_port_count(), 0);
  Replay result;
  for (const SentFlow& flow : flows) {
    const EndPort& source = fabric.end_ports()[flow.source];
    const EndPort& destination = fabric.end_ports()[flow.destination];
    result.all_octets += flow.octets;
    if (!path.walk(source.sw, flow.destination)) {
      result.lost_octets += flow.octets;
      continue;
    }
    octets[ports + flow.source] += flow.octets;
    octets[fabric.switches()[destination.sw].first_port + destination.switch_port] += flow.octets;
    for (const std::uint32_t l : path.links()) {
      const Link& link = index.links()[l];
      octets[fabric.switches()[link.from].first_port + link.port] += flow.octets;
    }
  }
  for (DirectionIndex i = 0; i < octets.size(); ++i) {
    if (octets[i] <= 0) continue;
    const EndPort* const sender = i >= ports ? &fabric.end_ports()[i - ports] : nullptr;
    const Port& port =
        sender == nullptr ? fabric.all_ports()[i] : fabric.ports(sender->sw)[sender->switch_port];
    const double seconds = octets[i] / octets_per_second(port.link);
    if (port.kind == PeerKind::kEndPort && seconds > result.end_port_seconds) {
      result.end_port_seconds = seconds;
    }
    if (seconds <= result.seconds) continue;
    result.seconds = seconds;
    result.busiest = i;
    result.octets = octets[i];
  }
  return result;
}

}  // namespace weft
