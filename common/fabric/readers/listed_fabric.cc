#include "common/fabric/readers/listed_fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/fabric/readers/one_ended.h"

namespace weft {

NodeId ListedFabric::node(const NodeSpec& spec) {
  const auto id = static_cast<NodeId>(nodes_.size());
  const auto [known, is_new] = node_of_guid_.emplace(spec.node_guid, id);
  if (is_new) {
    nodes_.push_back(spec);
    own_lines_.push_back(false);
    return id;
  }
  NodeSpec& before = nodes_[known->second];
  if (before.type != spec.type) {
    fail_at(source_, spec.line,
            fmt::format("node 0x{:016x} has another type in line {}", spec.node_guid, before.line));
  }
  if (before.name.empty()) before.name = spec.name;
  before.port_count = std::max(before.port_count, spec.port_count);
  return known->second;
}

NodeId ListedFabric::find(Guid guid) const {
  const auto found = node_of_guid_.find(guid);
  return found == node_of_guid_.end() ? kNone : found->second;
}

void ListedFabric::see_port(NodeId node, PortNum port) {
  nodes_[node].port_count = std::max(nodes_[node].port_count, port);
}

void ListedFabric::set_address(NodeId node, PortNum port, Guid port_guid, Lid lid, std::uint8_t lmc,
                               unsigned line) {
  Address& address = addresses_[std::uint64_t{node} << 8 | port];
  if ((port_guid != 0 && address.port_guid != 0 && port_guid != address.port_guid) ||
      (lid != 0 && address.lid != 0 && lid != address.lid)) {
    fail_at(source_, line,
            fmt::format("port {} of node 0x{:016x} has another port GUID or LID in line {}", port,
                        nodes_[node].node_guid, address.line));
  }
  if (address.line == 0) address.line = line;
  if (port_guid != 0) address.port_guid = port_guid;
  if (lid != 0) address.lid = lid;
  address.lmc = std::max(address.lmc, lmc);
}

void ListedFabric::add_link_end(NodeId node, PortNum port, NodeId peer, PortNum peer_port,
                                LinkAttributes link, unsigned line) {
  if (port == 0 || peer_port == 0 || port == 255 || peer_port == 255) {
    fail_at(source_, line, fmt::format("the port of a link is 1 to {}", kMaxPorts));
  }
  see_port(node, port);
  see_port(peer, peer_port);
  links_.push_back({node, peer, port, peer_port, link, line});
}

Fabric ListedFabric::build(Ends ends, std::vector<std::string>& warnings) {
  if (links_.empty()) fail_at(source_, 1, "no node has a link: is the file cut off?");
  for (const NodeSpec& node : nodes_) {
    budget_.spend(node.line, node.port_count);
    builder_.add_node(node);
  }
  for (const auto& [where, address] : addresses_) {
    builder_.set_address(static_cast<NodeId>(where >> 8), static_cast<PortNum>(where & 0xFF),
                         address.port_guid, address.lid, address.lmc, address.line);
  }
  for (const Link& link : links_) {
    builder_.add_link_end(link.node, link.port, link.peer, link.peer_port, link.link, link.line);
  }
  for (const auto& [node, port] : cables_) builder_.set_cable(node, port);
  const auto answered = builder_.answer_links();
  if (ends == Ends::kOwn) check_answered(answered, warnings);
  Fabric fabric = builder_.build();
  warnings.insert(warnings.end(), builder_.warnings().begin(), builder_.warnings().end());
  return fabric;
}

void ListedFabric::check_answered(const std::vector<FabricBuilder::GivenEnd>& answered,
                                  std::vector<std::string>& warnings) const {
  bool switches_only = true;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].type != NodeType::kSwitch && own_lines_[n]) switches_only = false;
  }
  std::vector<FabricBuilder::GivenEnd> unusual;
  for (const FabricBuilder::GivenEnd& end : answered) {
    if (switches_only && nodes_[end.peer].type != NodeType::kSwitch) continue;
    if (!own_lines_[end.peer]) {
      fail_at(source_, end.line,
              fmt::format("0x{:016x} is linked to 0x{:016x}, which has no lines of its own: is the "
                          "file cut off?",
                          nodes_[end.node].node_guid, nodes_[end.peer].node_guid));
    }
    unusual.push_back(end);
  }
  const bool ends_with_switch = nodes_[last_own_].type == NodeType::kSwitch;
  tell_one_ended(unusual, ends_with_switch ? last_own_ : kNone, source_, warnings);
}

}  // namespace weft
