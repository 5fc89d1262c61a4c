// Lonely links: links in hardly any triangle or square. In trees, tori, meshes and HyperX each link
// is in many. A link that was plugged in at the wrong place is in few, and hides the shape of the
// fabric.
#ifndef WEFT_CABLING_LONELY_LINKS_H_
#define WEFT_CABLING_LONELY_LINKS_H_

#include <span>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"

namespace weft {

// Sets of pairs of switches with probably lonely links, the most probable set first: the pairs in
// at most half as many triangles as the median pair; those in at most a quarter; the two pairs in
// the fewest triangles, and the four. If the median pair is in fewer than two triangles, squares
// are counted instead. A set has at most one of twenty pairs. There are no sets if the median pair
// is in fewer than three squares. Cost: O(pairs x neighbours).
std::vector<std::vector<std::pair<SwitchIndex, SwitchIndex>>> find_lonely_links(
    const SwitchGraph& graph);

// The fabric without the links of these pairs; links without which the fabric falls into parts
// stay.
Fabric without_links(const Fabric& fabric, const SwitchGraph& graph,
                     std::span<const std::pair<SwitchIndex, SwitchIndex>> pairs);

}  // namespace weft

#endif  // WEFT_CABLING_LONELY_LINKS_H_
