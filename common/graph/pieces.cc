#include "common/graph/pieces.h"

#include "common/base/types.h"

namespace weft {

Pieces find_pieces(const Fabric& fabric) {
  Pieces pieces{std::vector<std::uint32_t>(fabric.switch_count(), kNone), 0};
  std::vector<SwitchIndex> open;
  for (SwitchIndex first = 0; first < fabric.switch_count(); ++first) {
    if (pieces.of[first] != kNone) continue;
    const std::uint32_t piece = pieces.count++;
    pieces.of[first] = piece;
    open.push_back(first);
    while (!open.empty()) {
      const SwitchIndex s = open.back();
      open.pop_back();
      for (const Port& port : fabric.ports(s)) {
        if (port.kind != PeerKind::kSwitch || pieces.of[port.peer] != kNone) continue;
        pieces.of[port.peer] = piece;
        open.push_back(port.peer);
      }
    }
  }
  return pieces;
}

}  // namespace weft
