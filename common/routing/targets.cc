#include "common/routing/targets.h"

#include <endian.h>

#include <algorithm>
#include <numeric>
#include <utility>

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

// PortTargets of a fabric.
struct PortTargets {
  PortTargets(const Fabric& f, const Targets& targets) : fabric(f), columns(f.switch_count()) {
    for (std::uint32_t d = 0; d < targets.switches.size(); ++d) columns[targets.switches[d]] = d;
  }
  PortTarget of_switch(SwitchIndex s) const {
    const Switch& sw = fabric.switches()[s];
    return {s, columns[s], sw.lid, sw.lmc, 0, false};
  }
  PortTarget of_end_port(EndPortIndex e) const {
    const EndPort& port = fabric.end_ports()[e];
    return {port.sw, columns[port.sw], port.lid, port.lmc, port.switch_port, false};
  }

  const Fabric& fabric;
  std::vector<std::uint32_t> columns;  // by switch
};

std::vector<PortTarget> in_routing_order(const Fabric& fabric, const PortTargets& targets,
                                         const std::vector<Guid>& routing_order) {
  std::vector<std::pair<std::uint64_t, PortTarget>> keyed;
  keyed.reserve(fabric.end_port_count() + fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    keyed.emplace_back(htobe64(fabric.end_ports()[e].port_guid), targets.of_end_port(e));
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    keyed.emplace_back(htobe64(fabric.switches()[s].node_guid), targets.of_switch(s));
  }
  const auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(keyed.begin(), keyed.end(), by_key);

  std::vector<PortTarget> list;
  list.reserve(keyed.size());
  for (const Guid guid : routing_order) {
    const std::pair<std::uint64_t, PortTarget> key(htobe64(guid), {});
    const auto found = std::lower_bound(keyed.begin(), keyed.end(), key, by_key);
    if (found == keyed.end() || found->first != key.first || found->second.listed) continue;
    found->second.listed = true;
    list.push_back(found->second);
  }
  for (const auto& [key, target] : keyed) {
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

Targets targets_in_stock_order(const Fabric& fabric) {
  const std::vector<unsigned> counts = count_end_ports(fabric);
  std::vector<SwitchIndex> order = stock_switch_order(fabric);
  std::stable_sort(order.begin(), order.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return counts[a] > counts[b]; });
  return collect(fabric, std::move(order));
}

std::vector<PortTarget> ports_in_stock_order(
    const Fabric& fabric, const Targets& targets,
    const std::optional<std::vector<Guid>>& routing_order) {
  const PortTargets port_targets(fabric, targets);
  std::vector<PortTarget> list;
  if (routing_order) {
    list = in_routing_order(fabric, port_targets, *routing_order);
  } else {
    list.reserve(targets.end_ports.size() + fabric.switch_count());
    for (const EndPortIndex e : targets.end_ports) list.push_back(port_targets.of_end_port(e));
    for (const SwitchIndex s : stock_switch_order(fabric)) {
      list.push_back(port_targets.of_switch(s));
    }
  }
  std::erase_if(list, [](const PortTarget& target) { return target.lid == 0; });
  return list;
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
