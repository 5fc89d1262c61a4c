#include "common/fabric/generators/blueprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace weft {

Blueprint::Blueprint(const Fabric& fabric) : switches(fabric.switch_count()) {
  for (SwitchIndex s = 0; s < switches; ++s) {
    const Switch& sw = fabric.switches()[s];
    nodes.push_back({.type = NodeType::kSwitch,
                     .node_guid = sw.node_guid,
                     .system_guid = sw.system_guid,
                     .port_count = sw.port_count,
                     .enhanced_port0 = sw.enhanced_port0,
                     .multicast = sw.multicast,
                     .name = std::string(fabric.switch_name(s))});
    addresses.push_back({.node = s, .lid = sw.lid, .lmc = sw.lmc});
  }

  std::unordered_map<Guid, NodeId> node_of_guid;
  std::vector<NodeId> node_of_end_port(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    const auto [found, is_new] =
        node_of_guid.try_emplace(port.node_guid, static_cast<NodeId>(nodes.size()));
    if (is_new) {
      nodes.push_back({.type = port.type,
                       .node_guid = port.node_guid,
                       .system_guid = port.system_guid,
                       .port_count = port.node_ports,
                       .name = std::string(fabric.end_port_name(e))});
    }
    node_of_end_port[e] = found->second;
    addresses.push_back({found->second, port.port_num, port.port_guid, port.lid, port.lmc});
  }

  for (SwitchIndex s = 0; s < switches; ++s) {
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      const auto number = static_cast<PortNum>(p);
      if (port.kind == PeerKind::kEndPort) {
        links.push_back({s, number, node_of_end_port[port.peer], port.peer_port, port.link});
      } else if (port.kind == PeerKind::kSwitch &&
                 std::pair(s, number) <= std::pair(port.peer, port.peer_port)) {
        links.push_back({s, number, port.peer, port.peer_port, port.link});
      }
    }
  }
}

Fabric Blueprint::build() const {
  const auto stays = [this](const Link& link) {
    return !link.removed && !nodes[link.a].removed && !nodes[link.b].removed;
  };
  std::vector<bool> linked(nodes.size(), false);
  for (const Link& link : links) {
    if (stays(link)) linked[link.a] = linked[link.b] = true;
  }

  FabricBuilder builder("fabric");
  std::vector<NodeId> id(nodes.size(), kNone);
  for (NodeId n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    if (node.removed || (node.type != NodeType::kSwitch && !linked[n])) continue;
    id[n] = builder.add_node({.type = node.type,
                              .node_guid = node.node_guid,
                              .system_guid = node.system_guid,
                              .port_count = node.port_count,
                              .enhanced_port0 = node.enhanced_port0,
                              .multicast = node.multicast,
                              .name = node.name});
  }
  for (const Address& address : addresses) {
    if (id[address.node] == kNone) continue;
    builder.set_address(id[address.node], address.port, address.port_guid, address.lid,
                        address.lmc);
  }
  for (const Link& link : links) {
    if (!stays(link)) continue;
    builder.add_link_end(id[link.a], link.port_a, id[link.b], link.port_b, link.attributes);
    // A loopback plug has only one end.
    if (link.a == link.b && link.port_a == link.port_b) continue;
    builder.add_link_end(id[link.b], link.port_b, id[link.a], link.port_a, link.attributes);
  }
  return builder.build();
}

SparePorts::SparePorts(const Fabric& fabric) : fabric_(fabric), last_(fabric.switch_count(), 0) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind != PeerKind::kNothing) last_[s] = p;
    }
  }
}

PortNum SparePorts::take(Blueprint& blueprint, SwitchIndex s) {
  const unsigned port = ++last_[s];
  if (port > kMaxPorts) {
    throw BadInput(fmt::format("{} has no port for another link: it has {} already",
                               fabric_.describe_switch(s), kMaxPorts));
  }
  Blueprint::Node& sw = blueprint.nodes[s];
  sw.port_count = std::max(sw.port_count, static_cast<PortNum>(port));
  return static_cast<PortNum>(port);
}

}  // namespace weft
