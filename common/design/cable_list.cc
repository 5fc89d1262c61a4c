#include "common/design/cable_list.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string_view>

#include "common/base/append.h"
#include "common/base/text.h"
#include "common/fabric/readers/link_text.h"

namespace weft {
namespace {

// A field of RFC 4180. Names contain no line feeds. Quotation marks also protect names that look
// like a range or a comment when read back.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"[#") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// Does the name end like « (0x2c5eab0300b87b40)»?
bool ends_like_told_apart(std::string_view name) {
  constexpr std::size_t kLength = 21;
  return name.size() >= kLength && name.ends_with(')') &&
         name.substr(name.size() - kLength).starts_with(" (0x");
}

std::string width_of(const LinkAttributes& link) {
  return link.width == 0 ? "" : fmt::format("{}x", link.width);
}

std::string_view speed_of(const LinkAttributes& link) {
  return link.speed == LinkSpeed::kUnknown ? "" : speed_name(link.speed);
}

void append_label(const ListedEnd& here, const ListedEnd& there, std::size_t number,
                  std::string& text) {
  append(text, "{},{},{},{},{}\n", field(here.name), here.port, field(there.name), there.port,
         number);
}

}  // namespace

NodeNames name_nodes(const Fabric& fabric) {
  NodeNames names;
  std::map<std::string, Guid> node_of;  // by name; 0: several nodes have it
  const auto note = [&](const std::string& name, Guid node) {
    const auto [found, is_new] = node_of.try_emplace(name, node);
    if (!is_new && found->second != node) found->second = 0;
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    names.switches.emplace_back(trim(on_one_line(fabric.switch_name(s))));
    note(names.switches.back(), fabric.switches()[s].node_guid);
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    names.end_ports.emplace_back(trim(on_one_line(fabric.end_port_name(e))));
    note(names.end_ports.back(), fabric.end_ports()[e].node_guid);
  }
  const auto tell_apart = [&](std::string& name, Guid node) {
    // Hosts set their own descriptions: one may equal a name that is made here for another node.
    if (!name.empty() && node_of.at(name) != 0 && !ends_like_told_apart(name)) return;
    name = fmt::format("{} (0x{:016x})", name.empty() ? "unnamed" : name, node);
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    tell_apart(names.switches[s], fabric.switches()[s].node_guid);
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    tell_apart(names.end_ports[e], fabric.end_ports()[e].node_guid);
  }
  return names;
}

std::vector<ListedCable> list_cables(const Fabric& fabric) {
  const NodeNames names = name_nodes(fabric);
  std::vector<ListedCable> cables;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const Port& port = ports[p];
      const ListedEnd here = {names.switches[s], static_cast<PortNum>(p)};
      if (port.kind == PeerKind::kEndPort) {
        cables.push_back({here, {names.end_ports[port.peer], port.peer_port}, port.link});
      } else if (port.kind == PeerKind::kSwitch &&
                 std::pair(s, here.port) < std::pair(port.peer, port.peer_port)) {
        cables.push_back({here, {names.switches[port.peer], port.peer_port}, port.link});
      }
    }
  }
  return cables;
}

std::string cables_csv(std::span<const ListedCable> cables) {
  std::string text = "a,a_port,b,b_port,width,speed\n";
  for (const auto& [a, b, link] : cables) {
    append(text, "{},{},{},{},{},{}\n", field(a.name), a.port, field(b.name), b.port,
           width_of(link), speed_of(link));
  }
  return text;
}

std::string labels_csv(std::span<const ListedCable> cables) {
  std::string text = "name,port,other,other_port,cable\n";
  for (std::size_t i = 0; i < cables.size(); ++i) {
    append_label(cables[i].a, cables[i].b, i + 1, text);
    append_label(cables[i].b, cables[i].a, i + 1, text);
  }
  return text;
}

}  // namespace weft
