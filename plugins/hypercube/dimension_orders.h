// In which order paths take the dimensions of a product, LID by LID.
//
// A permutation of the switches (transpose, bit reversal) that one order squeezes through a few
// links goes through others in another order, so that with k orders, all in use alike, the busiest
// link carries about a k-th. Orders are rotations of one: then each dimension is the first, and the
// last, of as many orders as another, as far as k divides their number. As a lane's paths all have
// one order, and take one link of a dimension at most, they close no credit loop (W. J. Dally, C.
// L. Seitz, Deadlock-Free Message Routing in Multiprocessor Interconnection Networks, IEEE Trans.
// Computers, 1987); that O1TURN is as good with both orders of a mesh, a lane each, is shown in D.
// Seo et al., Near-Optimal Worst-Case Throughput Routing for Two-Dimensional Mesh Networks, ISCA
// 2005.
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

  // The one that packets go along in a step, 0..dimensions - 1, of an order.
  std::uint32_t dimension(unsigned order, std::uint32_t step) const {
    return (order * dimensions / count + step) % dimensions;
  }
};

enum class OrderBy {
  // The i-th LID of a port has the i-th order, so that all base LIDs, which replies go to, have the
  // first.
  kPathBit,
  // The base LIDs of destinations take turns as well, in such a way that those of any two
  // dimensions next to each other, or of a switch, have all orders alike.
  kDestination,
};

// By LID, 0..max_lid; 0 for those that nobody has, and whose switch has no place.
std::vector<std::uint8_t> orders_of_lids(const Fabric& fabric, const ProductPlaces& places,
                                         const DimensionOrders& orders, OrderBy by);

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_DIMENSION_ORDERS_H_
