// The turns of a lane of Nue: from a link to one of a higher rank, so that they close no
// cycle.
#ifndef WEFT_PLUGINS_NUE_TURN_ORDER_H_
#define WEFT_PLUGINS_NUE_TURN_ORDER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"

namespace weft {

struct TurnOrder {
  std::vector<std::uint32_t> rank;  // by link

  bool allows(LinkIndex first, LinkIndex then) const { return rank[first] < rank[then]; }
};

// The turns of up*/down*. Cost: O(links).
TurnOrder up_down_turns(const Links& links, const Orientation& direction);

// For a fabric that is one complete product of rings, rows and cliques: dimension by dimension.
// Each ring is cut: paths, in both directions, use the link between its last switch and the first
// only as the last link of the dimension. This excludes few of the shortest paths: the busiest link
// of a ring of k carries 1.0 (k = 4), 1.33 (6), 1.5 (8) or 1.75 (16) times the paths of the uncut
// ring, with the whole torus on one lane. Nothing: the fabric is no such product, or parts are
// missing. Cost: that of find_products().
std::optional<TurnOrder> dimension_order_turns(const Fabric& fabric, const Links& links);

// All turns of the order, for a multicast master beside them (kMostMasterWork).
AcyclicTurns all_turns(const Links& links, const TurnOrder& order);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_TURN_ORDER_H_
