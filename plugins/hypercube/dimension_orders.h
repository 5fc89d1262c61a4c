// The order in which paths take the dimensions of a product, LID by LID.
//
// A permutation of the switches (transpose, bit reversal) may load a few links heavily in one order
// and other links in another order. So with k orders that are used alike, the busiest link carries
// about a k-th. The orders are rotations of one, so that each dimension is equally often the first,
// and the last, if k divides their number. All paths of a lane have one order, and use at most one
// link of each dimension, so they close no credit loop (W. J. Dally, C. L. Seitz, Deadlock-Free
// Message Routing in Multiprocessor Interconnection Networks, IEEE Trans. Computers, 1987). D. Seo
// et al. show that O1TURN, with both orders of a mesh on a lane each, is nearly optimal
// (Near-Optimal Worst-Case Throughput Routing for Two-Dimensional Mesh Networks, ISCA 2005).
// Tested by tests/plugins/hypercube/dimension_orders_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_DIMENSION_ORDERS_H_
#define WEFT_PLUGINS_HYPERCUBE_DIMENSION_ORDERS_H_

#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "plugins/hypercube/product_places.h"

namespace weft {

inline constexpr unsigned kMostOrders = 4;  // as many as the vendor's engines have

struct DimensionOrders {
  std::uint32_t dimensions;  // 1..
  unsigned count;            // 1..dimensions

  // The dimension of a step, 0..dimensions - 1, in an order.
  std::uint32_t dimension(unsigned order, std::uint32_t step) const {
    return (order * dimensions / count + step) % dimensions;
  }
};

enum class OrderBy {
  // The i-th LID of a port has the i-th order, so that all base LIDs, to which replies go, have the
  // first.
  kPathBit,
  // The base LIDs of destinations have different orders, too, such that over any two consecutive
  // dimensions, or over the LIDs of a switch, all orders are equally frequent.
  kDestination,
};

// By LID, 0..max_lid; 0 for LIDs of no port, and of switches without a place.
std::vector<std::uint8_t> orders_of_lids(const Fabric& fabric, const ProductPlaces& places,
                                         const DimensionOrders& orders, OrderBy by);

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_DIMENSION_ORDERS_H_
