// An order of the links along which all up*/down* paths go. Layers begin with it unless a better
// order is known. A whole fat tree needs no other.
#ifndef WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_
#define WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/routing/routing.h"

namespace weft {

struct RankedTree {
  std::vector<Hops> ranks;  // by switch, 0: a root
  Orientation orientation;  // the lower rank is higher
};

// Of up*/down* below the likeliest roots of a fabric, which has a switch at least. Cost: that of
// distances_to all switches.
RankedTree likely_tree(const RouteRequest& request, const SwitchGraph& graph);

// The same below the first set of likely roots with which 95 % of all paths are minimal, otherwise
// below the set with which most are. sources: by switch, its weight. Cost: that of likely_tree, and
// of up*/down* distances for each set of roots that it tries.
RankedTree best_tree(const RouteRequest& request, const SwitchGraph& graph,
                     std::span<const std::uint32_t> sources);

// All links, each once: those up from the lowest switch on, then those down from the highest.
// Cost: O(links x log links).
std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation);

// Up*/down* below one root in each piece of the fabric, with all other switches ranked by their
// distance from it: so every other switch has one above it, and all pairs have a path. In a tree
// the root should be a leaf: below a leaf all minimal paths between leaves with the same spines
// still go up and then down. roots: all switches; the first of a piece is its root. usable: by
// link; empty: all are. Cost: O(links).
Orientation orientation_below(const Fabric& fabric, const Links& links,
                              const std::vector<bool>& usable, std::span<const SwitchIndex> roots);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_
