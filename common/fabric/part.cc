#include "common/fabric/part.h"

#include <algorithm>
#include <span>

namespace weft {

class PartMaker {
 public:
  PartMaker(const Fabric& whole, const PortSelection& switch_ports, const PortSelection& end_ports,
            std::optional<std::uint8_t> path_bit)
      : whole_(whole), switch_ports_(switch_ports), end_ports_(end_ports), path_bit_(path_bit) {}

  FabricPart make() && {
    part_.fabric.names_ = whole_.names_;
    take_switches();
    take_end_ports();
    for (SwitchIndex s = 0; s < part_.switches.size(); ++s) take_links(s);
    return std::move(part_);
  }

 private:
  bool has_port(SwitchIndex s, PortNum port) const {
    return switch_ports_.has_switch_port(whole_, s, port);
  }

  void take_switches() {
    places_.assign(whole_.switch_count(), kNone);
    Fabric& fabric = part_.fabric;
    for (SwitchIndex s = 0; s < whole_.switch_count(); ++s) {
      Switch sw = whole_.switches()[s];
      bool any = false;
      for (unsigned p = 0; p <= sw.port_count && !any; ++p)
        any = has_port(s, static_cast<PortNum>(p));
      if (!any) continue;
      places_[s] = static_cast<SwitchIndex>(part_.switches.size());
      part_.switches.push_back(s);
      sw.first_port = static_cast<std::uint32_t>(fabric.ports_.size());
      keep_lids(sw, {PeerKind::kSwitch, places_[s]});
      fabric.ports_.resize(fabric.ports_.size() + sw.port_count + 1);
      fabric.switches_.push_back(sw);
      fabric.switch_names_.push_back(whole_.switch_names_[s]);
    }
  }

  void take_end_ports() {
    Fabric& fabric = part_.fabric;
    for (EndPortIndex e = 0; e < whole_.end_port_count(); ++e) {
      EndPort end = whole_.end_ports()[e];
      if (!end_ports_.has_end_port(e) || !has_port(end.sw, end.switch_port)) continue;
      const auto place = static_cast<EndPortIndex>(part_.end_ports.size());
      part_.end_ports.push_back(e);
      const Port& link = whole_.ports(end.sw)[end.switch_port];
      end.sw = places_[end.sw];
      keep_lids(end, {PeerKind::kEndPort, place});
      fabric.ports_[fabric.switches_[end.sw].first_port + end.switch_port] = {
          place, PeerKind::kEndPort, link.peer_port, link.link};
      fabric.end_ports_.push_back(end);
      fabric.end_port_names_.push_back(whole_.end_port_names_[e]);
    }
  }

  // Takes the links to switches.
  void take_links(SwitchIndex place) {
    const SwitchIndex s = part_.switches[place];
    const std::span<const Port> ports = whole_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      Port port = ports[p];
      if (port.kind != PeerKind::kSwitch || !has_port(s, static_cast<PortNum>(p)) ||
          !has_port(port.peer, port.peer_port)) {
        continue;
      }
      port.peer = places_[port.peer];
      part_.fabric.ports_[part_.fabric.switches_[place].first_port + p] = port;
    }
  }

  // Owner: a switch or an end port.
  template <typename Owner>
  void keep_lids(Owner& node, LidOwner owner) {
    if (node.lid != 0 && path_bit_) {
      const bool has_it = *path_bit_ < 1u << node.lmc;
      node.lid = static_cast<Lid>(has_it ? node.lid + *path_bit_ : 0);
      node.lmc = 0;
    }
    if (node.lid == 0) return;
    std::vector<LidOwner>& owners = part_.fabric.owners_;
    const std::size_t count = std::size_t{1} << node.lmc;
    owners.resize(std::max(owners.size(), node.lid + count));
    std::fill_n(owners.begin() + node.lid, count, owner);
    part_.fabric.lid_count_ += static_cast<std::uint32_t>(count);
  }

  const Fabric& whole_;
  const PortSelection& switch_ports_;
  const PortSelection& end_ports_;
  std::optional<std::uint8_t> path_bit_;
  std::vector<SwitchIndex> places_;  // index in the part, by index in the whole; kNone: not in the
                                     // part
  FabricPart part_;
};

SwitchIndex FabricPart::place_of(SwitchIndex s) const {
  const auto found = std::lower_bound(switches.begin(), switches.end(), s);
  if (found == switches.end() || *found != s) return kNone;
  return static_cast<SwitchIndex>(found - switches.begin());
}

FabricPart take_part(const Fabric& whole, const PortSelection& switch_ports,
                     const PortSelection& end_ports, std::optional<std::uint8_t> path_bit) {
  return PartMaker(whole, switch_ports, end_ports, path_bit).make();
}

}  // namespace weft
