// Orders of the links of products, one for each lane: paths that go along their lane's order close
// no cycle together.
//
// The links are in dimension order; the lanes cut the rings of a torus at different nodes, see
// ring_cuts.h. Meshes, hypercubes and HyperX need one lane only. Lanes beyond those that the whole
// product needs have the dimensions in other orders, for the paths around missing links. Links
// outside of products come in up*/down* order: those up before the links of products, those down
// behind them.
#ifndef WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_
#define WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_

#include <cstdint>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/topology/product_labels.h"
#include "plugins/layered/ring_cuts.h"

namespace weft {

// What planned paths ask of a link.
struct PlannedStep {
  ProductStep step;
  std::uint32_t to;      // the coordinate in that dimension that it leads to
  bool not_to_opposite;  // planned paths between opposite nodes of a ring go the other way
};

struct LaneOrders {
  std::vector<std::vector<LinkIndex>> orders;  // by lane: all links, each once
  std::vector<PlannedStep> steps;              // by link
};

// How many of 1..15 lanes the whole products need: the most that choose_ring_cuts uses for one of
// them. Cost: that of choose_ring_cuts for each product.
unsigned lanes_needed(const ProductLabels& labels, unsigned lanes, Ways ways);

// For 1..15 lanes. orientation: of the fabric of these links. On whole products with enough lanes
// (see choose_ring_cuts) each planned path goes along the order of a lane; with Ways::kBoth, the
// planned path back goes along the same one. The planned paths to a switch are a tree, so that they
// are safe to prefer: another path may fit a lane as well, but paths that join it may fit none.
// Cost: O(lanes x links x log links), and choose_ring_cuts for each product.
LaneOrders lane_orders(const Links& links, const ProductLabels& labels,
                       const Orientation& orientation, unsigned lanes, Ways ways);

// Does a planned path from one coordinate of a dimension to another begin with a link in it?
bool leads_on(const PlannedStep& planned, const Dimension& dimension, std::uint32_t from,
              std::uint32_t to);

// Does the planned path from the link's sender to another switch begin with this link or one
// parallel to it? Planned paths correct the first coordinate that differs, the shorter way;
// between opposite nodes the way that the cuts allow. Cost: O(dimensions).
bool begins_planned_path(const LaneOrders& orders, const ProductLabels& labels, const Links& links,
                         LinkIndex link, SwitchIndex to);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LANE_ORDERS_H_
