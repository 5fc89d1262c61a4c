#include "common/whatif/failure.h"

#include <array>
#include <cstddef>
#include <span>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/part.h"
#include "common/fabric/port_selection.h"

namespace weft {
namespace {

// Both ends of the lost links, and all ports of a lost switch.
PortSelection lost_ports(const Fabric& fabric, const Failure& failure) {
  PortSelection lost(fabric);
  for (const auto& [s, p] : failure.links) {
    const Port& port = fabric.ports(s)[p];
    lost.add_switch_port(fabric, s, p);
    if (port.kind == PeerKind::kSwitch) lost.add_switch_port(fabric, port.peer, port.peer_port);
  }
  if (failure.sw == kNone) return lost;
  for (std::size_t p = 0; p < fabric.ports(failure.sw).size(); ++p) {
    lost.add_switch_port(fabric, failure.sw, static_cast<PortNum>(p));
  }
  return lost;
}

Fabric without(const Fabric& fabric, const PortSelection& lost) {
  PortSelection switch_ports(fabric);
  PortSelection end_ports(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      if (!lost.has_switch_port(fabric, s, port)) switch_ports.add_switch_port(fabric, s, port);
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) end_ports.add_end_port(e);
  return take_part(fabric, switch_ports, end_ports, {}).fabric;
}

LinkAttributes attributes_of_links(const Fabric& fabric, SwitchIndex a, SwitchIndex b) {
  for (const SwitchIndex s : {a, b}) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch) return port.link;
    }
  }
  return {};
}

Fabric with_added(const Fabric& fabric, const Failure& failure) {
  Blueprint blueprint(fabric);
  for (const auto& [a, b] : failure.added) {
    blueprint.links.push_back(
        {a.first, a.second, b.first, b.second, attributes_of_links(fabric, a.first, b.first)});
  }
  return blueprint.build();
}

}  // namespace

std::string_view name_of(FailureKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"link", "switch", "cables", "random", "add"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Fabric fabric_after(const Fabric& fabric, const Failure& failure) {
  Fabric rest = without(fabric, lost_ports(fabric, failure));
  return failure.added.empty() ? rest : with_added(rest, failure);
}

}  // namespace weft
