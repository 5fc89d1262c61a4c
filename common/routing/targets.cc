#include "common/routing/targets.h"

#include <endian.h>

#include <algorithm>
#include <numeric>

namespace weft {
namespace {

// By switch.
std::vector<unsigned> count_end_ports(const Fabric& fabric) {
  std::vector<unsigned> counts(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) ++counts[port.sw];
  return counts;
}

Targets collect(const Fabric& fabric, std::vector<SwitchIndex> switches) {
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

}  // namespace

std::vector<SwitchIndex> stock_switch_order(const Fabric& fabric) {
  std::vector<SwitchIndex> order(fabric.switch_count());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  std::sort(order.begin(), order.end(), [&](SwitchIndex a, SwitchIndex b) {
    return htobe64(fabric.switches()[a].node_guid) < htobe64(fabric.switches()[b].node_guid);
  });
  return order;
}

Targets targets_in_stock_order(const Fabric& fabric) {
  const std::vector<unsigned> counts = count_end_ports(fabric);
  std::vector<SwitchIndex> order = stock_switch_order(fabric);
  std::stable_sort(order.begin(), order.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return counts[a] > counts[b]; });
  return collect(fabric, std::move(order));
}

Targets targets_in_search_order(const Fabric& fabric, const SwitchGraph& graph) {
  const std::vector<unsigned> counts = count_end_ports(fabric);
  // Searches start at switches with end ports, so that a tree is entered at a leaf.
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
  std::vector<bool> routed_to(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) routed_to[port.sw] = true;
  }
  std::stable_partition(order.begin(), order.end(), [&](SwitchIndex s) { return routed_to[s]; });
  return collect(fabric, std::move(order));
}

}  // namespace weft
