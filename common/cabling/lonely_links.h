// Links that are in hardly any triangle or square. In trees, tori, meshes and HyperX each link is
// in many; one that was plugged in at the wrong place is in few, and keeps the rest from being
// recognised for what it is.
#ifndef WEFT_CABLING_LONELY_LINKS_H_
#define WEFT_CABLING_LONELY_LINKS_H_

#include <span>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"

namespace weft {

// Sets of pairs of switches whose links may be such, the likeliest set first: those in at most half
// as many triangles as the median pair, or, where that is in fewer than two, in half as many
// squares; those in a quarter; the two, and the four, that are in the fewest. No set has more than
// one pair in twenty; there are none where the median pair is in fewer than three squares. Cost:
// O(pairs x neighbours).
std::vector<std::vector<std::pair<SwitchIndex, SwitchIndex>>> find_lonely_links(
    const SwitchGraph& graph);

// The fabric without the links of these pairs, but for those that alone join parts of it.
Fabric without_links(const Fabric& fabric, const SwitchGraph& graph,
                     std::span<const std::pair<SwitchIndex, SwitchIndex>> pairs);

}  // namespace weft

#endif  // WEFT_CABLING_LONELY_LINKS_H_
