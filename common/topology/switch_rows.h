// Rows: switches that are nearly all joined to each other, as in the groups of most dragonflies,
// and in the rows and columns of a HyperX.
//
// The switches that both ends of a link are joined to are the rest of its row, if most of them are
// joined to each other, too. The largest row comes first, then the largest of what is left. So
// where a switch is in two, as in a HyperX, rows of one dimension are found, those of more
// switches. Switches that have lost links of a small row join the one that they have most
// neighbours in.
#ifndef WEFT_TOPOLOGY_SWITCH_ROWS_H_
#define WEFT_TOPOLOGY_SWITCH_ROWS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/switch_graph.h"

namespace weft {

inline constexpr std::uint32_t kFewestInRow = 3;

struct SwitchRows {
  std::vector<std::uint32_t> of;     // by switch: in the order of their first switches
  std::vector<std::uint32_t> sizes;  // by row; of 1: the switch is in none

  std::uint32_t size_of(SwitchIndex s) const { return sizes[of[s]]; }
};

// How many neighbours two that are joined have in common; by bundle. Cost: O(links x neighbours of
// a switch).
std::vector<std::uint32_t> count_common(const SwitchGraph& graph);

// common: of count_common(). Cost: O(switches x neighbours^2) where rows are mostly apart; at most
// 2^27 steps, beyond which there are no rows.
SwitchRows find_rows(const SwitchGraph& graph, std::span<const std::uint32_t> common);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SWITCH_ROWS_H_
