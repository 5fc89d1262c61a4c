#include "common/plan/planned_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/export/switch_names.h"
#include "common/fabric/builder.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

// The first half of a GUID is a company's number; no company has this one.
constexpr Guid kMadeUp = 0xFFFFFFFF00000000;
constexpr Guid kGuidsOfNode = 256;  // GUIDs of ports follow that of their node
constexpr std::size_t kFewCables = 2;

std::string without_digits(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) {
      pattern += c;
    } else if (pattern.empty() || pattern.back() != '#') {
      pattern += '#';
    }
  }
  return pattern;
}

std::string_view first_word(std::string_view text) { return Scanner(trim(text)).word(); }

class TypeFinder {
 public:
  TypeFinder(const CableList& list, const Fabric& there) : list_(list), there_(there) {
    for (EndPortIndex e = 0; e < there.end_port_count(); ++e) {
      cas_.insert(first_word(there.end_port_name(e)));
      guids_.insert(there.end_ports()[e].node_guid);
    }
    for (SwitchIndex s = 0; s < there.switch_count(); ++s) {
      switches_.insert(std::string(trim(there.switch_name(s))));
      switches_.insert(plain_switch_name(there.switch_name(s)));
    }
  }

  std::vector<PlannedType> find() {
    std::vector<PlannedType> types;
    types.reserve(list_.nodes.size());
    for (const PlannedNode& node : list_.nodes) types.push_back(type_of(node));
    std::map<std::string, PlannedType> by_pattern;
    for (std::size_t n = 0; n < types.size(); ++n) {
      if (types[n] != PlannedType::kUnknown) by_pattern.emplace(pattern_of(n), types[n]);
    }
    std::vector<std::size_t> cables(types.size());
    std::vector<std::size_t> least_of_peers(types.size(), list_.cables.size() + 1);
    for (const PlannedCable& cable : list_.cables) ++cables[cable.a], ++cables[cable.b];
    for (const PlannedCable& cable : list_.cables) {
      least_of_peers[cable.a] = std::min(least_of_peers[cable.a], cables[cable.b]);
      least_of_peers[cable.b] = std::min(least_of_peers[cable.b], cables[cable.a]);
    }
    for (std::size_t n = 0; n < types.size(); ++n) {
      if (types[n] != PlannedType::kUnknown) continue;
      const auto like = by_pattern.find(pattern_of(n));
      const bool is_leaf = cables[n] <= kFewCables && least_of_peers[n] > cables[n];
      types[n] = !list_.nodes[n].name.empty() && like != by_pattern.end() ? like->second
                 : is_leaf                                                ? PlannedType::kCa
                                                                          : PlannedType::kSwitch;
    }
    return types;
  }

 private:
  std::string pattern_of(std::size_t n) const { return without_digits(list_.nodes[n].name); }

  PlannedType type_of(const PlannedNode& node) const {
    if (node.type != PlannedType::kUnknown) return node.type;
    if (node.guid != 0) {
      if (find_switch(there_, node.guid) != kNone) return PlannedType::kSwitch;
      const bool is_ca = guids_.contains(node.guid) || find_end_port(there_, node.guid) != kNone;
      return is_ca ? PlannedType::kCa : PlannedType::kUnknown;
    }
    if (switches_.contains(node.name)) return PlannedType::kSwitch;
    if (cas_.contains(first_word(node.name))) return PlannedType::kCa;
    return PlannedType::kUnknown;
  }

  const CableList& list_;
  const Fabric& there_;
  std::set<std::string_view> cas_;
  std::set<Guid> guids_;  // of nodes of CAs
  std::set<std::string, std::less<>> switches_;
};

// Assigns ports of a node: the planned ports, then free ports for other cables.
class PortTaker {
 public:
  void reserve(PortNum port) { taken_.insert(port); }
  unsigned take() {
    unsigned port = next_;
    while (taken_.contains(port)) ++port;
    taken_.insert(port);
    next_ = port + 1;
    return port;
  }
  unsigned count() const { return taken_.empty() ? 1 : *taken_.rbegin(); }

 private:
  std::set<unsigned> taken_;
  unsigned next_ = 1;
};

std::string full_name(const PlannedNode& node) {
  return node.device.empty() || node.name.empty() ? node.name : node.name + " " + node.device;
}

}  // namespace

bool is_made_up(Guid guid) { return guid >= kMadeUp; }

PlannedFabric as_plan(Fabric fabric, bool has_guids) {
  const std::size_t ports = fabric.all_ports().size();
  return {std::move(fabric), std::vector(ports, true), has_guids};
}

PlannedFabric make_planned_fabric(const CableList& list, const Fabric& there,
                                  const std::string& source, std::vector<std::string>& warnings) {
  const std::vector<PlannedType> types = TypeFinder(list, there).find();
  std::vector<PortTaker> takers(list.nodes.size());
  for (const PlannedCable& cable : list.cables) {
    if (cable.a_port != 0) takers[cable.a].reserve(cable.a_port);
    if (cable.b_port != 0) takers[cable.b].reserve(cable.b_port);
  }
  struct Ends {
    unsigned a, b;
  };
  std::vector<Ends> ends;
  ends.reserve(list.cables.size());
  for (const PlannedCable& cable : list.cables) {
    const unsigned a = cable.a_port != 0 ? cable.a_port : takers[cable.a].take();
    const unsigned b = cable.b_port != 0 ? cable.b_port : takers[cable.b].take();
    ends.push_back({a, b});
  }
  FabricBuilder builder(source);
  std::vector<Guid> guids;
  std::map<std::string_view, Guid> systems;  // of systems with several nodes
  for (std::size_t n = 0; n < list.nodes.size(); ++n) {
    const PlannedNode& node = list.nodes[n];
    guids.push_back(node.guid != 0 ? node.guid : kMadeUp + (n + 1) * kGuidsOfNode);
    const std::string name = full_name(node);
    if (takers[n].count() > kMaxPorts) {
      fail_at(source, node.line,
              fmt::format("{} would have {} ports, and {} is the most",
                          name.empty() ? fmt::format("0x{:016x}", node.guid) : quote(name),
                          takers[n].count(), kMaxPorts));
    }
    const Guid system =
        node.device.empty() ? Guid{0} : systems.emplace(node.name, guids.back()).first->second;
    builder.add_node({.type = types[n] == PlannedType::kCa ? NodeType::kCa : NodeType::kSwitch,
                      .node_guid = guids.back(),
                      .system_guid = system,
                      .port_count = static_cast<PortNum>(takers[n].count()),
                      .name = name,
                      .line = node.line});
  }
  for (std::size_t c = 0; c < list.cables.size(); ++c) {
    const PlannedCable& cable = list.cables[c];
    LinkAttributes link;
    link.width = cable.width;
    link.speed = cable.speed;
    for (const bool is_a : {true, false}) {
      const auto near = static_cast<PortNum>(is_a ? ends[c].a : ends[c].b);
      const auto far = static_cast<PortNum>(is_a ? ends[c].b : ends[c].a);
      builder.add_link_end(is_a ? cable.a : cable.b, near, is_a ? cable.b : cable.a, far, link,
                           cable.line);
    }
  }
  PlannedFabric plan = {builder.build(), {}, true};
  warnings.insert(warnings.end(), builder.warnings().begin(), builder.warnings().end());
  plan.is_port_known.assign(plan.fabric.all_ports().size(), true);
  for (std::size_t c = 0; c < list.cables.size(); ++c) {
    const PlannedCable& cable = list.cables[c];
    const auto forget = [&](std::uint32_t node, unsigned port) {
      const SwitchIndex s = find_switch(plan.fabric, guids[node]);
      if (s != kNone) plan.is_port_known[plan.fabric.switches()[s].first_port + port] = false;
    };
    if (cable.a_port == 0) forget(cable.a, ends[c].a);
    if (cable.b_port == 0) forget(cable.b, ends[c].b);
  }
  return plan;
}

CableList cables_of(const Fabric& fabric) {
  CableList list;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    list.nodes.push_back({.name = std::string(fabric.switch_name(s)),
                          .device = {},
                          .guid = fabric.switches()[s].node_guid,
                          .type = PlannedType::kSwitch});
  }
  std::map<Guid, std::uint32_t> cas;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const Guid guid = fabric.end_ports()[e].node_guid;
    const auto node = static_cast<std::uint32_t>(list.nodes.size());
    if (!cas.emplace(guid, node).second) continue;
    list.nodes.push_back({.name = std::string(fabric.end_port_name(e)),
                          .device = {},
                          .guid = guid,
                          .type = PlannedType::kCa});
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      const auto near = static_cast<PortNum>(p);
      const bool is_first = port.kind == PeerKind::kEndPort ||
                            (port.kind == PeerKind::kSwitch &&
                             std::pair(s, near) < std::pair(port.peer, port.peer_port));
      if (!is_first) continue;
      const std::uint32_t peer = port.kind == PeerKind::kSwitch
                                     ? port.peer
                                     : cas.at(fabric.end_ports()[port.peer].node_guid);
      list.cables.push_back({s, peer, near, port.peer_port, port.link.width, port.link.speed, 0});
    }
  }
  return list;
}

}  // namespace weft
