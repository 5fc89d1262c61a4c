// Orders of the links for trees with end ports on any switch: aggregation nodes on spines, hosts on
// line chips of a director.
//
// Up*/down* has no shortest path between two switches without a common switch above them: their
// path goes down to a switch below both and up again, a valley. Switches that are linked to each
// other over switches of some rank and above are a plane: a plane of spines, for example. Planes
// of the next higher rank lie inside of it; each root is one. A path up enters planes, each inside
// the one before, and a path down leaves them. A valley leaves a plane and enters another beside
// it. Now visit the planes in some order, each with those inside of it, and order the links by when
// they enter or leave a plane. All up*/down* paths go along this order, and so do all paths whose
// valleys lead to a later plane. The paths of all other valleys go along the second order, in which
// planes side by side are visited in reverse.
#ifndef WEFT_PLUGINS_LAYERED_SUBTREE_ORDERS_H_
#define WEFT_PLUGINS_LAYERED_SUBTREE_ORDERS_H_

#include <array>
#include <vector>

#include "common/graph/links.h"
#include "plugins/layered/up_down_order.h"

namespace weft {

// The two orders of all links, each once. Cost: O((S + links) ranks + links log links).
std::array<std::vector<LinkIndex>, 2> subtree_orders(const Links& links, const RankedTree& tree);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_SUBTREE_ORDERS_H_
