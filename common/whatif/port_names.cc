#include "common/whatif/port_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/named_node.h"

namespace weft {
namespace {

// True if find_named() would take it for a LID or a GUID, or could not read it back.
bool is_no_name(std::string_view name) {
  Scanner scanner(name);
  const bool is_number = scanner.number<std::uint64_t>() && scanner.rest().empty();
  return name.empty() || is_number || name.starts_with("0x") || on_one_line(name) != name;
}

SwitchPort port_of_switch(const Fabric& fabric, SwitchIndex s, PortNum port) {
  const unsigned count = fabric.switches()[s].port_count;
  if (port >= 1 && port <= count) return {s, port};
  throw BadInput(fmt::format("switch {} has the ports 1 to {}, and no port {}",
                             fabric.describe_switch(s), count, port));
}

// e: any port of the node.
SwitchPort port_of_host(const Fabric& fabric, EndPortIndex e, PortNum port) {
  const Guid node = fabric.end_ports()[e].node_guid;
  for (const EndPort& end : fabric.end_ports()) {
    if (end.node_guid == node && end.port_num == port) return {end.sw, end.switch_port};
  }
  throw BadInput(
      fmt::format("port {} of {} is linked to no switch", port, fabric.describe_end_port(e)));
}

}  // namespace

PortNames::PortNames(const Fabric& fabric) : fabric_(fabric) {
  std::vector<std::string_view> all;
  all.reserve(std::size_t{fabric.switch_count()} + fabric.end_port_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s)
    all.push_back(trim(fabric.switch_name(s)));
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    all.push_back(trim(fabric.end_port_name(e)));
  }
  std::ranges::sort(all);
  names_.reserve(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::string_view name = trim(fabric.switch_name(s));
    const auto [first, last] = std::equal_range(all.begin(), all.end(), name);
    const bool is_unique = last - first == 1 && !is_no_name(name);
    names_.push_back(is_unique ? std::string(name)
                               : fmt::format("0x{:016x}", fabric.switches()[s].node_guid));
  }
}

std::string PortNames::of(SwitchPort port) const {
  return fmt::format("{}[{}]", names_[port.first], port.second);
}

std::string PortNames::of_link(SwitchPort port, std::string_view between) const {
  const Port& end = fabric_.ports(port.first)[port.second];
  if (end.kind == PeerKind::kSwitch) {
    return fmt::format("{}{}{}", of(port), between, of(SwitchPort{end.peer, end.peer_port}));
  }
  if (end.kind == PeerKind::kNothing) return of(port);
  return fmt::format("{}{}{}[{}]", of(port), between, fabric_.describe_end_port(end.peer),
                     end.peer_port);
}

SwitchPort find_port(const Fabric& fabric, std::string_view text) {
  text = trim(text);
  const std::size_t bracket = text.rfind('[');
  if (bracket == std::string_view::npos || !text.ends_with(']')) {
    throw BadInput(fmt::format("{} names no port: write NAME[PORT]", quote(text)));
  }
  Scanner scanner(text.substr(bracket + 1, text.size() - bracket - 2));
  const auto port = scanner.number<PortNum>();
  if (!port || !scanner.at_end()) {
    throw BadInput(fmt::format("{} names no port: PORT is a number from 1 to 254", quote(text)));
  }
  const LidOwner node = find_named(fabric, text.substr(0, bracket));
  return node.kind == PeerKind::kSwitch ? port_of_switch(fabric, node.index, *port)
                                        : port_of_host(fabric, node.index, *port);
}

}  // namespace weft
