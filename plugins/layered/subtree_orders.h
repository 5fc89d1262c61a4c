// Orders of the links for trees with end ports on any switch: aggregation nodes on spines, hosts on
// line chips of a director.
//
// Up*/down* has no shortest path between two switches that nothing is above in common: theirs goes
// down to a switch below both and up again, a valley. To take up*/down* apart: what hangs together
// from some rank upwards is a subtree turned upside down, a plane of spines, say; those of the next
// higher rank lie inside of it, and each top is one. A path that goes up enters such planes one
// inside the other, and one that goes down leaves them. A valley leaves a plane and enters another.
// So with the planes in an order, inside each other and side by side, all up*/down* paths go along
// the links in this order, and with them all paths whose valleys lead to later planes; and the
// paths of the other valleys go along the order that has the planes the other way round.
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
