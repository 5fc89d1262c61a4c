#include "tests/support/fabric_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "common/fabric/generators/irregular.h"

namespace weft {

std::vector<std::uint32_t> hops_from(const Fabric& fabric, SwitchIndex from) {
  std::vector<std::uint32_t> hops(fabric.switch_count(), kNone);
  std::vector<SwitchIndex> queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Port& port : fabric.ports(queue[i])) {
      if (port.kind != PeerKind::kSwitch || hops[port.peer] != kNone) continue;
      hops[port.peer] = hops[queue[i]] + 1;
      queue.push_back(port.peer);
    }
  }
  return hops;
}

FabricFacts facts_of(const Fabric& fabric) {
  FabricFacts facts;
  facts.switches = fabric.switch_count();
  facts.end_ports = fabric.end_port_count();
  facts.min_degree = fabric.switch_count() == 0 ? 0 : kNone;
  std::vector<bool> has_end_ports(fabric.switch_count(), false);
  for (const EndPort& port : fabric.end_ports()) has_end_ports[port.sw] = true;
  unsigned link_ends = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    unsigned degree = 0;
    for (const Port& port : fabric.ports(s)) degree += port.kind == PeerKind::kSwitch ? 1 : 0;
    link_ends += degree;
    facts.min_degree = std::min(facts.min_degree, degree);
    facts.max_degree = std::max(facts.max_degree, degree);
    const auto hops = hops_from(fabric, s);
    bool first_of_piece = true;
    for (SwitchIndex t = 0; t < fabric.switch_count(); ++t) {
      if (hops[t] == kNone) continue;
      if (t < s) first_of_piece = false;
      facts.diameter = std::max(facts.diameter, hops[t]);
      if (has_end_ports[s] && has_end_ports[t]) {
        facts.ca_diameter = std::max(facts.ca_diameter, hops[t]);
      }
    }
    facts.pieces += first_of_piece ? 1 : 0;
  }
  facts.links = link_ends / 2;
  return facts;
}

std::string text_of(const Fabric& fabric) {
  std::string text;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    text += fmt::format("switch {:#x} {:#x} lid {}/{} ports {} flags {}{} «{}»\n", sw.node_guid,
                        sw.system_guid, sw.lid, sw.lmc, sw.port_count, sw.enhanced_port0,
                        sw.multicast, fabric.switch_name(s));
    for (const Port& port : fabric.ports(s)) {
      text += fmt::format("  {} {}[{}] {}x{} {}\n", static_cast<int>(port.kind), port.peer,
                          port.peer_port, port.link.width, static_cast<int>(port.link.speed),
                          port.link.data_vls);
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    text += fmt::format("end port {:#x} {:#x} {:#x} at {}[{}] lid {}/{} type {} port {}/{} «{}»\n",
                        port.port_guid, port.node_guid, port.system_guid, port.sw, port.switch_port,
                        port.lid, port.lmc, static_cast<int>(port.type), port.port_num,
                        port.node_ports, fabric.end_port_name(e));
  }
  return text;
}

SwitchIndex switch_named(const Fabric& fabric, std::string_view name) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s) == name) return s;
  }
  return kNone;
}

std::vector<std::string> contradictions(const Fabric& fabric) {
  std::vector<std::string> found;
  std::set<std::string_view> names;
  std::set<Guid> guids;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::string who = fabric.describe_switch(s);
    if (!guids.insert(fabric.switches()[s].node_guid).second) found.push_back(who + ": GUID twice");
    if (!names.insert(fabric.switch_name(s)).second) found.push_back(who + ": name twice");
    for (unsigned p = 0; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind == PeerKind::kSwitch) {
        const Port& back = fabric.ports(port.peer)[port.peer_port];
        if (back.kind != PeerKind::kSwitch || back.peer != s || back.peer_port != p ||
            back.link != port.link) {
          found.push_back(fmt::format("{} port {}: the other end differs", who, p));
        }
      } else if (port.kind == PeerKind::kEndPort) {
        const EndPort& back = fabric.end_ports()[port.peer];
        if (back.sw != s || back.switch_port != p || back.port_num != port.peer_port) {
          found.push_back(fmt::format("{} port {}: the end port differs", who, p));
        }
      }
    }
  }
  std::set<Guid> cas;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    const std::string who = fabric.describe_end_port(e);
    if (!guids.insert(port.port_guid).second) found.push_back(who + ": port GUID twice");
    if (cas.insert(port.node_guid).second) {
      if (!guids.insert(port.node_guid).second) found.push_back(who + ": GUID twice");
      const std::string_view name = fabric.end_port_name(e);
      if (name != kAggregationNode && !names.insert(name).second) {
        found.push_back(who + ": name twice");
      }
    }
    const Port& there = fabric.ports(port.sw)[port.switch_port];
    if (there.kind != PeerKind::kEndPort || there.peer != e) {
      found.push_back(who + ": the switch does not know it");
    }
  }
  return found;
}

}  // namespace weft
