#include "common/graph/pieces.h"

namespace weft {

Pieces find_pieces(const Fabric& fabric) {
  return search_pieces(fabric.switch_count(), [&](SwitchIndex s, auto visit) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch) visit(port.peer);
    }
  });
}

}  // namespace weft
