// The order of the links along which all up*/down* paths go: what layers begin with where nothing
// better is known of a fabric. On a whole fat tree it is all that is needed.
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

// Which way is up, and how far the top is.
struct RankedTree {
  std::vector<Hops> ranks;  // by switch, 0: a root
  Orientation orientation;  // the lower rank is higher
};

// Of up*/down* below the likeliest roots of a fabric, which has a switch at least. Cost: that of
// distances_to all switches.
RankedTree likely_tree(const RouteRequest& request, const SwitchGraph& graph);

// The same of a tree, below those likely roots that keep the most minimal paths between switches:
// the likeliest ones if they keep most of them, as they do unless much is missing. sources: by
// switch, what it weighs. Cost: that again, of up*/down*, for each set of roots that is looked at.
RankedTree best_tree(const RouteRequest& request, const SwitchGraph& graph,
                     std::span<const std::uint32_t> sources);

// All links, each once: those up from the lowest switch on, then those down from the highest.
// Cost: O(links x log links).
std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation);

// Of up*/down* below one switch of each piece of the fabric, from which on the others are ordered
// by their distance: so each but that one has a switch above it, and all pairs have a path. In a
// tree that should be a leaf, since below a leaf all minimal paths between leaves that have the
// same spines go up and then down as well. roots: all switches, the first of a piece is its root.
// usable: by link; the others do not count; empty: all do. Cost: O(links).
Orientation orientation_below(const Fabric& fabric, const Links& links,
                              const std::vector<bool>& usable, std::span<const SwitchIndex> roots);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_UP_DOWN_ORDER_H_
