// Rows: sets of switches that are nearly all linked to each other, as the groups of most
// dragonflies, and the rows and columns of a HyperX.
//
// The row of a link has its two ends and their common neighbours, if most of these are linked to
// each other too. The largest row is taken first, then the largest among the other switches. So
// in a HyperX, where a switch is in several, rows of one dimension are found: the largest. Switches
// that have lost links of a small row join the row with most of their neighbours.
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

// The number of common neighbours of two linked switches, by bundle. Cost: O(links x neighbours of
// a switch).
std::vector<std::uint32_t> count_common(const SwitchGraph& graph);

// common: from count_common(). Cost: O(switches x neighbours^2) if few rows overlap; at most
// 2^27 steps, beyond which there are no rows.
SwitchRows find_rows(const SwitchGraph& graph, std::span<const std::uint32_t> common);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SWITCH_ROWS_H_
