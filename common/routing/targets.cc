#include "common/routing/targets.h"

#include <endian.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

Guid guid_of(const Fabric& fabric, const PortTarget& target) {
  if (target.port == 0) return fabric.switches()[target.sw].node_guid;
  return fabric.end_ports()[fabric.ports(target.sw)[target.port].peer].port_guid;
}

// Moves the listed targets to the front, in the order of the list.
std::vector<PortTarget> listed_first(const Fabric& fabric, std::vector<PortTarget> targets,
                                     const std::vector<NamedNode>& routing_order) {
  std::vector<std::pair<Guid, std::size_t>> positions;
  positions.reserve(targets.size());
  for (std::size_t t = 0; t < targets.size(); ++t) {
    positions.emplace_back(guid_of(fabric, targets[t]), t);
  }
  std::sort(positions.begin(), positions.end());

  std::vector<PortTarget> list;
  list.reserve(targets.size());
  for (const NamedNode& node : routing_order) {
    const auto found =
        std::lower_bound(positions.begin(), positions.end(), std::pair(node.guid, std::size_t{0}));
    if (found == positions.end() || found->first != node.guid) continue;
    PortTarget& target = targets[found->second];
    if (target.listed) continue;
    target.listed = true;
    list.push_back(target);
  }
  for (const PortTarget& target : targets) {
    if (!target.listed) list.push_back(target);
  }
  return list;
}

}  // namespace

std::vector<SwitchIndex> stock_switch_order(const Fabric& fabric) {
  std::vector<SwitchIndex> order(fabric.switch_count());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  std::sort(order.begin(), order.end(), [&](SwitchIndex a, SwitchIndex b) {
    return htobe64(fabric.switches()[a].node_guid) < htobe64(fabric.switches()[b].node_guid);
  });
  return order;
}

Targets targets_in_order(const Fabric& fabric, std::vector<SwitchIndex> switches) {
  Targets targets;
  targets.switches = std::move(switches);
  targets.end_ports.reserve(fabric.end_port_count());
  targets.first.reserve(targets.switches.size() + 1);
  targets.first.push_back(0);
  targets.switch_lids.reserve(targets.switches.size());
  for (const SwitchIndex s : targets.switches) {
    targets.switch_lids.push_back(fabric.switches()[s].lid);
    targets.path_bits = std::max(targets.path_bits, 1u << fabric.switches()[s].lmc);
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kEndPort) continue;
      const EndPort& end_port = fabric.end_ports()[port.peer];
      if (end_port.lid == 0) continue;
      targets.path_bits = std::max(targets.path_bits, 1u << end_port.lmc);
      targets.end_ports.push_back(port.peer);
      targets.base_lids.push_back(end_port.lid);
    }
    targets.first.push_back(static_cast<std::uint32_t>(targets.end_ports.size()));
    const auto lids = targets.lids_at(targets.first.size() - 2);
    targets.in_a_row.push_back(std::adjacent_find(lids.begin(), lids.end(), [](Lid a, Lid b) {
                                 return b != a + 1;
                               }) == lids.end());
  }
  return targets;
}

Targets targets_in_stock_order(const Fabric& fabric) {
  const std::vector<std::uint32_t> counts = end_ports_by_switch(fabric);
  std::vector<SwitchIndex> order = stock_switch_order(fabric);
  std::stable_sort(order.begin(), order.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return counts[a] > counts[b]; });
  return targets_in_order(fabric, std::move(order));
}

std::vector<PortTarget> ports_in_stock_order(
    const Fabric& fabric, const Targets& targets,
    const std::optional<std::vector<NamedNode>>& routing_order) {
  std::vector<std::uint32_t> columns(fabric.switch_count());
  for (std::uint32_t d = 0; d < targets.switches.size(); ++d) columns[targets.switches[d]] = d;
  std::vector<PortTarget> list;
  list.reserve(targets.end_ports.size() + fabric.switch_count());
  for (const EndPortIndex e : targets.end_ports) {
    const EndPort& port = fabric.end_ports()[e];
    list.push_back({port.sw, columns[port.sw], port.lid, port.lmc, port.switch_port, false});
  }
  for (const SwitchIndex s : stock_switch_order(fabric)) {
    const Switch& sw = fabric.switches()[s];
    if (sw.lid != 0) list.push_back({s, columns[s], sw.lid, sw.lmc, 0, false});
  }
  return routing_order ? listed_first(fabric, std::move(list), *routing_order) : list;
}

Targets targets_in_search_order(const Fabric& fabric, const SwitchGraph& graph,
                                const std::optional<std::vector<NamedNode>>& routing_order) {
  const std::vector<std::uint32_t> counts = end_ports_by_switch(fabric);
  // Searches start at switches with end ports, so that the search of a tree begins at a leaf
  // switch.
  std::vector<SwitchIndex> starts(fabric.switch_count());
  std::iota(starts.begin(), starts.end(), SwitchIndex{0});
  std::stable_partition(starts.begin(), starts.end(), [&](SwitchIndex s) { return counts[s] > 0; });

  std::vector<SwitchIndex> order;
  order.reserve(fabric.switch_count());
  std::vector<bool> seen(fabric.switch_count());
  for (const SwitchIndex start : starts) {
    if (seen[start]) continue;
    seen[start] = true;
    order.push_back(start);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      for (const LinkBundle& bundle : graph.bundles(order[next])) {
        if (seen[bundle.peer]) continue;
        seen[bundle.peer] = true;
        order.push_back(bundle.peer);
      }
    }
  }
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::stable_partition(order.begin(), order.end(), [&](SwitchIndex s) { return sources[s] > 0; });
  if (routing_order) {
    std::vector<std::size_t> place(fabric.switch_count(), routing_order->size());
    for (std::size_t i = routing_order->size(); i-- > 0;) {
      const EndPortIndex e = find_end_port(fabric, (*routing_order)[i].guid);
      if (e == kNone) continue;
      const SwitchIndex s = fabric.end_ports()[e].sw;
      if (sources[s] > 0) place[s] = i;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](SwitchIndex a, SwitchIndex b) { return place[a] < place[b]; });
  }
  return targets_in_order(fabric, std::move(order));
}

}  // namespace weft
