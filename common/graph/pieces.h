// The islands of a fabric (connected components).
#ifndef WEFT_GRAPH_PIECES_H_
#define WEFT_GRAPH_PIECES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"

namespace weft {

// Islands, numbered from 0 in the order of their first switches.
struct Pieces {
  std::vector<std::uint32_t> of;  // by switch
  std::uint32_t count = 0;
};

// Cost: O(ports).
Pieces find_pieces(const Fabric& fabric);

// The positions in a list of switches, those of each island apart; no list is empty. Cost:
// O(ports).
std::vector<std::vector<std::size_t>> split_by_piece(const Fabric& fabric,
                                                     std::span<const SwitchIndex> switches);

// The same by the links for which usable(link) is true in both directions. Cost: O(links).
template <typename Usable>
Pieces find_pieces(const Links& links, Usable usable);

// For any graph of switches: each_neighbour(s, visit) calls visit for every neighbour of s.
template <typename EachNeighbour>
Pieces search_pieces(std::uint32_t switches, EachNeighbour each_neighbour) {
  Pieces pieces{std::vector<std::uint32_t>(switches, kNone), 0};
  std::vector<SwitchIndex> open;
  for (SwitchIndex first = 0; first < switches; ++first) {
    if (pieces.of[first] != kNone) continue;
    const std::uint32_t piece = pieces.count++;
    pieces.of[first] = piece;
    open.push_back(first);
    while (!open.empty()) {
      const SwitchIndex s = open.back();
      open.pop_back();
      each_neighbour(s, [&](SwitchIndex next) {
        if (pieces.of[next] != kNone) return;
        pieces.of[next] = piece;
        open.push_back(next);
      });
    }
  }
  return pieces;
}

template <typename Usable>
Pieces find_pieces(const Links& links, Usable usable) {
  return search_pieces(links.switch_count(), [&](SwitchIndex s, auto visit) {
    const LinkIndex end = links.first_of(s) + links.count_of(s);
    for (LinkIndex link = links.first_of(s); link < end; ++link) {
      if (usable(link)) visit(links[link].to);
    }
  });
}

}  // namespace weft

#endif  // WEFT_GRAPH_PIECES_H_
