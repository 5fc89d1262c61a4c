#include "common/graph/pieces.h"

namespace weft {

Pieces find_pieces(const Fabric& fabric) {
  return search_pieces(fabric.switch_count(), [&](SwitchIndex s, auto visit) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch) visit(port.peer);
    }
  });
}

std::vector<std::vector<std::size_t>> split_by_piece(const Fabric& fabric,
                                                     std::span<const SwitchIndex> switches) {
  const Pieces pieces = find_pieces(fabric);
  std::vector<std::vector<std::size_t>> lists(pieces.count);
  for (std::size_t i = 0; i < switches.size(); ++i) lists[pieces.of[switches[i]]].push_back(i);
  std::erase_if(lists, [](const std::vector<std::size_t>& list) { return list.empty(); });
  return lists;
}

}  // namespace weft
