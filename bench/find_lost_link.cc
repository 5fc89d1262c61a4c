#include "bench/find_lost_link.h"

namespace weft::bench {

std::optional<LinkEnds> find_lost_link(const Fabric& fabric, const Fabric& degraded) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || degraded.ports(s)[p].kind == PeerKind::kSwitch)
        continue;
      return LinkEnds{s, static_cast<PortNum>(p), port.peer, port.peer_port};
    }
  }
  return std::nullopt;
}

}  // namespace weft::bench
