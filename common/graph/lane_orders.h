// Orders of the links for lanes, to start AcyclicTurns with: the paths on a lane whose links ascend
// cost nothing there, and all of them are safe together.
//
// On products links come in dimension order; the lanes cut the rings of a torus at different nodes,
// see ring_cuts.h. Meshes, hypercubes and HyperX need one lane only. Lanes beyond those that the
// whole product needs have the dimensions in other orders, for the paths around missing links. All
// other links, and those that lead to switches without a place, are up*/down*: those up come before
// the links of products, those down behind them.
#ifndef WEFT_GRAPH_LANE_ORDERS_H_
#define WEFT_GRAPH_LANE_ORDERS_H_

#include <vector>

#include "common/graph/links.h"
#include "common/graph/product_labels.h"
#include "common/graph/up_down.h"

namespace weft {

// For each of 1..15 lanes all links, each once. orientation: of the fabric the links are of.
// Cost: O(lanes x links x log links), and choose_ring_cuts for each product.
std::vector<std::vector<LinkIndex>> lane_orders(const Links& links, const ProductLabels& labels,
                                                const Orientation& orientation, unsigned lanes);

}  // namespace weft

#endif  // WEFT_GRAPH_LANE_ORDERS_H_
