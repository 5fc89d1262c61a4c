#include "common/design/topo_file.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <unordered_map>

#include "common/base/append.h"
#include "common/design/cable_list.h"

namespace weft {
namespace {

// Characters of names, beside letters and digits, that the format and its tools accept.
constexpr std::string_view kPlain = "_.-+()";

class SystemNames {
 public:
  explicit SystemNames(const Fabric& fabric) : fabric_(fabric), names_(name_nodes(fabric)) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      give(fabric.switches()[s].node_guid, names_.switches[s]);
    }
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      give(fabric.end_ports()[e].node_guid, names_.end_ports[e]);
    }
  }

  const std::string& of_switch(SwitchIndex s) const {
    return of_node_.at(fabric_.switches()[s].node_guid);
  }
  const std::string& of_end_port(EndPortIndex e) const {
    return of_node_.at(fabric_.end_ports()[e].node_guid);
  }

 private:
  static std::string plain(std::string_view name) {
    std::string plain;
    for (const char c : name) {
      const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                            (c >= 'A' && c <= 'Z') || kPlain.find(c) != std::string_view::npos;
      plain += is_plain ? c : '_';
    }
    return plain;
  }

  void give(Guid node, std::string_view name) {
    if (of_node_.contains(node)) return;  // another port of the node
    const std::string first = plain(name);
    std::string given = first;
    for (unsigned next = 2; !taken_.insert(given).second; ++next) {
      given = fmt::format("{}_{}", first, next);
    }
    of_node_.emplace(node, given);
  }

  const Fabric& fabric_;
  NodeNames names_;
  std::unordered_map<Guid, std::string> of_node_;
  std::set<std::string> taken_;
};

// The arrow of a link: «-4x-50G->»
std::string arrow(const LinkAttributes& link) {
  constexpr std::array<std::string_view, 10> kLaneRates = {"",   "2.5", "5",  "10",  "10",
                                                           "14", "25",  "50", "100", "200"};
  if (link.width == 0 || link.speed == LinkSpeed::kUnknown) return "->";
  return fmt::format("-{}x-{}G->", link.width, kLaneRates[static_cast<std::size_t>(link.speed)]);
}

std::string type_of(const EndPort& port) {
  return fmt::format("{}{}", port.type == NodeType::kCa ? "HCA" : "RT", port.node_ports);
}

std::string type_of(const Switch& sw) { return fmt::format("SW{}", sw.port_count); }

// kind: SW or CA; the tools treat routers as CAs.
std::string definition(std::string_view type, std::string_view kind, unsigned ports) {
  std::string text = fmt::format("TOPSYSTEM {}\n\nNODE {} {} {} U1\n", type, kind, ports, type);
  for (unsigned p = 1; p <= ports; ++p) append(text, "  {} -> P{}\n", p, p);
  return text;
}

}  // namespace

TopoFiles topo_files(const Fabric& fabric, bool with_rates) {
  const SystemNames names(fabric);
  TopoFiles files;
  const auto define = [&](const std::string& type, std::string_view kind, unsigned ports) {
    std::string& text = files.types[type + ".ibnl"];
    if (text.empty()) text = definition(type, kind, ports);
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    define(type_of(sw), "SW", sw.port_count);
    append(files.topo, "{} {}\n", type_of(sw), names.of_switch(s));
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const Port& port = ports[p];
      if (port.kind == PeerKind::kNothing) continue;
      const bool is_switch = port.kind == PeerKind::kSwitch;
      append(files.topo, "  P{} {} {} {} P{}\n", p, with_rates ? arrow(port.link) : "->",
             is_switch ? type_of(fabric.switches()[port.peer])
                       : type_of(fabric.end_ports()[port.peer]),
             is_switch ? names.of_switch(port.peer) : names.of_end_port(port.peer), port.peer_port);
    }
    files.topo += '\n';
  }
  for (const EndPort& port : fabric.end_ports()) define(type_of(port), "CA", port.node_ports);
  return files;
}

}  // namespace weft
