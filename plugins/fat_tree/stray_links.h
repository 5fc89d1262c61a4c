// Stray links of a tree: cables that join two switches past the levels between them. They shorten
// paths, and so they would carry all packets between what is at their ends.
//
//      top          past a level: a leaf switch is linked to the top as well as to the switches of
//     / | \         its pod. Its distance from the roots is then theirs, and links to them seem to
//   mid | mid       stay in a rank. It is a leaf switch if another one is linked to all of them.
//     \ | /
//     leaf          into another pod: a leaf switch has one link to a switch of another pod, whose
//                   leaf switches share no other switch above with it.
//
// A link is stray only if it is one of at least four that lead up from its lower switch and, into
// another pod, one of at least four that lead down from its upper one: an irregular tree is no
// fault.
#ifndef WEFT_PLUGINS_FAT_TREE_STRAY_LINKS_H_
#define WEFT_PLUGINS_FAT_TREE_STRAY_LINKS_H_

#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {

struct StrayLinks {
  std::vector<std::pair<SwitchIndex, SwitchIndex>> pairs;  // the lower switch, the upper one
  std::vector<Hops> ranks;                                 // by switch, without these links
};

// ranks: by switch, distances from the roots; kFar: not connected to a root. Cost: mostly O(links);
// in a tree without pods to tell apart, O(links x neighbours^2).
StrayLinks find_stray_links(const SwitchGraph& graph, std::vector<Hops> ranks);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_STRAY_LINKS_H_
