// Orders of the links for lanes, to start AcyclicTurns with: the paths on a lane whose links ascend
// cost nothing there, and all of them are safe together.
//
// On products links come in dimension order; the lanes cut the rings of a torus at different nodes,
// see ring_cuts.h. Meshes, hypercubes and HyperX need one lane only. Lanes beyond those that the
// whole product needs have the dimensions in other orders, for the paths around missing links. All
// other links, and those that lead to switches without a place, are up*/down*: those up come before
// the links of products, those down behind them.
#ifndef WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_
#define WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_

#include <cstdint>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/topology/product_labels.h"
#include "plugins/layered/ring_cuts.h"

namespace weft {

struct LaneOrders {
  std::vector<std::vector<LinkIndex>> orders;  // by lane: all links, each once
  // By link: of the two ways between opposite nodes of a ring it is not the planned one.
  std::vector<std::uint8_t> not_to_opposite;
};

// How many of 1..15 lanes to use: as many as choose_ring_cuts does for one of the products, so that
// no pair of switches of a whole one is without a lane, if there are lanes enough. Cost: that of
// choose_ring_cuts for each product.
unsigned lanes_needed(const ProductLabels& labels, unsigned lanes, Ways ways);

// For 1..15 lanes. orientation: of the fabric the links are of. On whole products with lanes enough
// (see choose_ring_cuts) each planned path ascends on a lane; for both ways, also the planned path
// back on the same. Planned paths to a switch are a tree. Others that ascend can be as good for
// their pair, and leave no lane to those that join them.
// Cost: O(lanes x links x log links), and choose_ring_cuts for each product.
LaneOrders lane_orders(const Links& links, const ProductLabels& labels,
                       const Orientation& orientation, unsigned lanes, Ways ways);

// Whether the planned path from the link's sender to another switch begins with that link, or one
// parallel to it: it corrects the first coordinate that differs, the shorter way; between opposite
// nodes as the cuts allow. Cost: O(dimensions).
bool begins_planned_path(const LaneOrders& orders, const ProductLabels& labels, const Links& links,
                         LinkIndex link, SwitchIndex to);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_
