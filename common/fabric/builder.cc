#include "common/fabric/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/base/text.h"

namespace weft {
namespace {

LinkAttributes weaker(const LinkAttributes& a, const LinkAttributes& b) {
  return {std::min(a.width, b.width), std::min(a.speed, b.speed), std::min(a.data_vls, b.data_vls),
          a.throttled || b.throttled};
}

}  // namespace

void FabricBuilder::fail(unsigned line, const std::string& reason) const {
  throw BadInput(line == 0 ? fmt::format("{}: {}", source_, reason)
                           : fmt::format("{}:{}: {}", source_, line, reason));
}

std::string FabricBuilder::describe(NodeId id) const {
  const Node& node = nodes_[id];
  const char* type = node.type == NodeType::kSwitch ? "switch"
                     : node.type == NodeType::kCa   ? "CA"
                                                    : "router";
  const std::string_view name = std::string_view(names_).substr(node.name_offset, node.name_length);
  return fmt::format("{} 0x{:016x}{}{}{}", type, node.node_guid, name.empty() ? "" : " \"",
                     on_one_line(name), name.empty() ? "" : "\"");
}

std::string FabricBuilder::describe(NodeId node, PortNum port) const {
  return fmt::format("port {} of {}", port, describe(node));
}

NodeId FabricBuilder::add_node(const NodeSpec& spec) {
  if (spec.node_guid == 0) fail(spec.line, "the GUID of this node is 0, which no node may have");
  if (spec.port_count == 0 || spec.port_count > kMaxPorts) {
    fail(spec.line, fmt::format("node 0x{:016x} has {} ports; a node has 1 to {}", spec.node_guid,
                                spec.port_count, kMaxPorts));
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({spec.type, spec.node_guid, spec.system_guid, spec.port_count,
                    spec.enhanced_port0, spec.multicast, static_cast<std::uint32_t>(names_.size()),
                    static_cast<std::uint32_t>(spec.name.size()),
                    static_cast<std::uint32_t>(ends_.size()), spec.line});
  names_ += spec.name;
  ends_.resize(ends_.size() + spec.port_count + std::size_t{1});
  return id;
}

void FabricBuilder::set_address(NodeId node, PortNum port, Guid port_guid, Lid lid,
                                std::uint8_t lmc, unsigned line) {
  const Node& owner = nodes_[node];
  const bool is_switch = owner.type == NodeType::kSwitch;
  if (is_switch ? port != 0 : (port == 0 || port > owner.port_count)) {
    fail(line, fmt::format("{} cannot have a LID: the node has {} ports", describe(node, port),
                           owner.port_count));
  }
  if (lid > kMaxUnicastLid) {
    fail(line, fmt::format("{} has LID {}; unicast LIDs are 1 to {}", describe(node, port), lid,
                           kMaxUnicastLid));
  }
  if (lmc > kMaxLmc) {
    fail(line, fmt::format("{} has LMC {}; an LMC is 0 to {}", describe(node, port), lmc, kMaxLmc));
  }
  End& e = end(node, port);
  if (!is_switch) e.port_guid = port_guid;
  e.lid = lid;
  e.lmc = lmc;
  e.address_line = line;
}

void FabricBuilder::add_link_end(NodeId node, PortNum port, NodeId peer, PortNum peer_port,
                                 LinkAttributes link, unsigned line) {
  for (const auto& [id, number] : {std::pair{node, port}, std::pair{peer, peer_port}}) {
    if (number == 0 || number > nodes_[id].port_count) {
      fail(line, fmt::format("there is no {}: the node has {} ports", describe(id, number),
                             nodes_[id].port_count));
    }
  }
  End& e = end(node, port);
  if (e.peer != kNone) {
    fail(line, fmt::format("{} has two links, to {} and to {}", describe(node, port),
                           describe(e.peer, e.peer_port), describe(peer, peer_port)));
  }
  e.peer = peer;
  e.peer_port = peer_port;
  e.link = link;
  e.line = line;
}

std::vector<FabricBuilder::GivenEnd> FabricBuilder::answer_links() {
  std::vector<GivenEnd> answered;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    for (unsigned p = 1; p <= nodes_[n].port_count; ++p) {
      const auto port = static_cast<PortNum>(p);
      const End& here = end(n, port);
      if (here.peer == kNone) continue;
      End& there = end(here.peer, here.peer_port);
      if (there.peer != kNone) continue;
      there.peer = n;
      there.peer_port = port;
      there.link = here.link;
      there.line = here.line;
      answered.push_back({n, port, here.peer, here.line});
    }
  }
  return answered;
}

void FabricBuilder::check_guids() const {
  std::vector<NodeId> order(nodes_.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::sort(order.begin(), order.end(), [this](NodeId a, NodeId b) {
    return std::pair(nodes_[a].node_guid, a) < std::pair(nodes_[b].node_guid, b);
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (nodes_[order[i]].node_guid == nodes_[order[i - 1]].node_guid) {
      fail(nodes_[order[i]].line,
           fmt::format("{} has the same GUID as {}", describe(order[i]), describe(order[i - 1])));
    }
  }
}

void FabricBuilder::check_links() const {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    for (unsigned p = 1; p <= nodes_[n].port_count; ++p) {
      const auto port = static_cast<PortNum>(p);
      const End& here = end(n, port);
      if (here.peer == kNone) continue;
      const End& there = end(here.peer, here.peer_port);
      if (there.peer == kNone) {
        fail(here.line,
             fmt::format("{} is linked to {}, which has no line of its own: is the file cut off?",
                         describe(n, port), describe(here.peer, here.peer_port)));
      }
      if (there.peer != n || there.peer_port != port) {
        fail(here.line, fmt::format("{} is linked to {}, but that port is linked to {}",
                                    describe(n, port), describe(here.peer, here.peer_port),
                                    describe(there.peer, there.peer_port)));
      }
    }
  }
}

// Fills switches and their names.
void FabricBuilder::place_switches(Fabric& fabric, Places& places) const {
  std::vector<NodeId>& order = places.switches;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].type == NodeType::kSwitch) order.push_back(n);
  }
  std::sort(order.begin(), order.end(),
            [this](NodeId a, NodeId b) { return nodes_[a].node_guid < nodes_[b].node_guid; });
  places.switch_index.assign(nodes_.size(), kNone);
  std::uint32_t first_port = 0;
  fabric.switches_.reserve(order.size());
  fabric.switch_names_.reserve(order.size());
  for (const NodeId n : order) {
    const Node& node = nodes_[n];
    const End& port0 = end(n, 0);
    places.switch_index[n] = fabric.switch_count();
    Switch s;
    s.node_guid = node.node_guid;
    s.system_guid = node.system_guid;
    s.first_port = first_port;
    s.lid = port0.lid;
    s.lmc = port0.lmc;
    s.port_count = node.port_count;
    s.enhanced_port0 = node.enhanced_port0;
    s.multicast = node.multicast;
    first_port += node.port_count + 1u;
    fabric.switches_.push_back(s);
    fabric.switch_names_.push_back({node.name_offset, node.name_length});
  }
  fabric.ports_.resize(first_port);
}

// Fills end ports and their names.
void FabricBuilder::place_end_ports(Fabric& fabric, Places& places) {
  const auto guid = [this](NodeId n, PortNum p) {
    const Guid own = end(n, p).port_guid;
    return own != 0 ? own : nodes_[n].node_guid + p;
  };
  std::vector<std::pair<NodeId, PortNum>>& order = places.end_ports;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].type == NodeType::kSwitch) continue;
    for (unsigned p = 1; p <= nodes_[n].port_count; ++p) {
      const auto port = static_cast<PortNum>(p);
      const End& e = end(n, port);
      if (e.peer != kNone && nodes_[e.peer].type == NodeType::kSwitch) {
        order.emplace_back(n, port);
      } else if (e.peer != kNone || e.lid != 0) {
        warnings_.push_back(fmt::format("{}: {} is not linked to a switch and was left out",
                                        source_, describe(n, port)));
      }
    }
  }
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return std::pair(guid(a.first, a.second), a) < std::pair(guid(b.first, b.second), b);
  });

  fabric.end_ports_.reserve(order.size());
  fabric.end_port_names_.reserve(order.size());
  for (const auto& [n, p] : order) {
    const Node& node = nodes_[n];
    const End& e = end(n, p);
    EndPort port;
    port.port_guid = guid(n, p);
    port.node_guid = node.node_guid;
    port.system_guid = node.system_guid;
    port.sw = places.switch_index[e.peer];
    port.lid = e.lid;
    port.lmc = e.lmc;
    port.type = node.type;
    port.switch_port = e.peer_port;
    port.port_num = p;
    port.node_ports = node.port_count;
    if (!fabric.end_ports_.empty() && fabric.end_ports_.back().port_guid == port.port_guid) {
      const auto& [other, other_port] = order[fabric.end_ports_.size() - 1];
      fail(e.line, fmt::format("{} has the same port GUID 0x{:016x} as {}", describe(n, p),
                               port.port_guid, describe(other, other_port)));
    }
    fabric.end_ports_.push_back(port);
    fabric.end_port_names_.push_back({node.name_offset, node.name_length});
  }
}

// Fills the ports of the switches.
void FabricBuilder::place_links(Fabric& fabric, const Places& places) const {
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& near = fabric.end_ports_[e];
    const auto& [n, p] = places.end_ports[e];
    Port& port = fabric.ports_[fabric.switches_[near.sw].first_port + near.switch_port];
    port.peer = e;
    port.kind = PeerKind::kEndPort;
    port.peer_port = p;
    port.link = weaker(end(n, p).link, end(places.switches[near.sw], near.switch_port).link);
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const NodeId n = places.switches[s];
    for (unsigned p = 1; p <= nodes_[n].port_count; ++p) {
      const End& e = end(n, static_cast<PortNum>(p));
      Port& port = fabric.ports_[fabric.switches_[s].first_port + p];
      port.has_cable = e.has_cable && e.peer == kNone;
      if (e.peer == kNone || places.switch_index[e.peer] == kNone) continue;
      port.peer = places.switch_index[e.peer];
      port.kind = PeerKind::kSwitch;
      port.peer_port = e.peer_port;
      port.link = weaker(e.link, end(e.peer, e.peer_port).link);
    }
  }
}

void FabricBuilder::claim_lids(Fabric& fabric, const Places& places) const {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    claim(fabric, places.switches[s], 0, {PeerKind::kSwitch, s});
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const auto& [n, p] = places.end_ports[e];
    claim(fabric, n, p, {PeerKind::kEndPort, e});
  }
}

void FabricBuilder::claim(Fabric& fabric, NodeId node, PortNum port, LidOwner owner) const {
  const End& e = end(node, port);
  if (e.lid == 0) return;
  const std::uint32_t count = 1u << e.lmc;
  if (e.lid % count != 0 || e.lid + count - 1 > kMaxUnicastLid) {
    fail(e.address_line, fmt::format("{} has base LID {} with LMC {}: a base LID is a multiple of "
                                     "{}, and the last LID is at most {}",
                                     describe(node, port), e.lid, e.lmc, count, kMaxUnicastLid));
  }
  if (fabric.owners_.size() < e.lid + count) fabric.owners_.resize(e.lid + count);
  for (std::uint32_t lid = e.lid; lid < e.lid + count; ++lid) {
    if (fabric.owners_[lid].kind != PeerKind::kNothing) {
      fail(e.address_line,
           fmt::format("{} claims {}; if these are two subnets in one file, give each its own",
                       describe(node, port), fabric.describe_lid(static_cast<Lid>(lid))));
    }
    fabric.owners_[lid] = owner;
  }
  fabric.lid_count_ += count;
}

Fabric FabricBuilder::build() {
  check_guids();
  check_links();
  Fabric fabric;
  Places places;
  place_switches(fabric, places);
  place_end_ports(fabric, places);
  place_links(fabric, places);
  fabric.names_ = std::make_shared<const std::string>(names_);
  claim_lids(fabric, places);
  nodes_.clear();
  ends_.clear();
  names_.clear();
  return fabric;
}

}  // namespace weft
