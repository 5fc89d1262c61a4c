// Connected components.
#ifndef WEFT_GRAPH_PIECES_H_
#define WEFT_GRAPH_PIECES_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Parts of a fabric that no link connects, numbered from 0 in the order of their first switches.
struct Pieces {
  std::vector<std::uint32_t> of;  // by switch
  std::uint32_t count = 0;
};

// Cost: O(ports).
Pieces find_pieces(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_GRAPH_PIECES_H_
