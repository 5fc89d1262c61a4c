// Tables of a product whose dimensions are cliques or have two switches: packets go straight to
// their coordinate, dimension by dimension, in the order that their LID has.
// Tested by tests/plugins/hypercube/dimension_tables_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_DIMENSION_TABLES_H_
#define WEFT_PLUGINS_HYPERCUBE_DIMENSION_TABLES_H_

#include <cstdint>
#include <span>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "plugins/hypercube/dimension_orders.h"
#include "plugins/hypercube/product_places.h"

namespace weft {

struct DimensionTask {
  const Fabric& fabric;
  const ProductPlaces& places;
  const DimensionOrders& orders;
  std::span<const std::uint8_t> order_of_lid;
  const Workers& workers;
};

// Writes the entries between switches that have places, with those for their own LIDs. Parallel
// links carry equal shares of the paths between all switches. An entry without a link is
// kNoPath. rows: filled with kNoPath. Cost: O(switches x (LIDs + places x orders)). Throws Stopped
// and std::bad_alloc.
void write_dimension_tables(const DimensionTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_DIMENSION_TABLES_H_
