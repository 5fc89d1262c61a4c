#include "common/verify/path_trace.h"

#include <fmt/format.h>

namespace weft {

std::string describe_wrong_entry(const Fabric& fabric, SwitchIndex at, PortNum entry) {
  const std::string here = fabric.describe_switch(at);
  const auto ports = fabric.ports(at);
  if (entry == kNoPath) return fmt::format("{} has no entry for it", here);
  if (entry == 0) return fmt::format("{} keeps its packets to itself (entry 0)", here);
  if (entry >= ports.size()) {
    return fmt::format("{} sends it to port {}, but has only {} ports", here, entry,
                       ports.size() - 1);
  }
  if (ports[entry].kind == PeerKind::kEndPort) {
    return fmt::format("{} sends it out of port {}, to {}", here, entry,
                       fabric.describe_end_port(ports[entry].peer));
  }
  return fmt::format("{} sends it out of port {}, which is linked to nothing", here, entry);
}

PathTrace trace_path(const RoutingView& view, SwitchIndex from, PortNum in_port, Lid lid, Sl sl) {
  const Fabric& fabric = view.fabric;
  const LidOwner owner = fabric.owner(lid);
  const bool own_packet = in_port == 0;
  PathTrace trace;
  SwitchIndex at = from;
  while (trace.hops.size() <= fabric.switch_count()) {
    const PortNum entry = view.tables.row(at)[lid];
    if (entry == 0 && owner.kind == PeerKind::kSwitch && owner.index == at) {
      trace.hops.push_back({at, in_port, 0, 0});
      return trace;
    }
    const auto ports = fabric.ports(at);
    const Port port = entry != 0 && entry < ports.size() ? ports[entry] : Port{};
    const bool arrives = port.kind == PeerKind::kEndPort && owner.kind == PeerKind::kEndPort &&
                         port.peer == owner.index;
    if (port.kind != PeerKind::kSwitch && !arrives) {
      trace.lost = describe_wrong_entry(fabric, at, entry);
      return trace;
    }
    const Vl vl = view.sl2vl != nullptr ? view.sl2vl->vl(at, in_port, entry, sl) : Vl{sl};
    // The switch itself sends on VL 15; only packets of end ports are subject to SL2VL maps.
    if (view.sl2vl != nullptr && !own_packet && vl == kDropVl) {
      trace.lost = fmt::format("{} drops SL {} from port {} to port {} (its SL2VL map says VL 15)",
                               fabric.describe_switch(at), sl, in_port, entry);
      return trace;
    }
    trace.hops.push_back({at, in_port, entry, fold_vl(vl, port.link.data_vls)});
    if (arrives) return trace;
    at = port.peer;
    in_port = port.peer_port;
  }
  trace.lost = fmt::format("it comes to {} again and again", fabric.describe_switch(at));
  return trace;
}

}  // namespace weft
