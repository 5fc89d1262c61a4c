// An order of destinations for engines that balance paths one destination after the other: in a
// product, consecutive destinations are far apart.
#ifndef WEFT_TOPOLOGY_SPREAD_ORDER_H_
#define WEFT_TOPOLOGY_SPREAD_ORDER_H_

#include <vector>

#include "common/base/types.h"
#include "common/topology/product_labels.h"

namespace weft {

// All switches that have a place, each once, product by product. The order depends only on the
// coordinates, so it is the same for equal fabrics, up to a symmetry. From one switch to the next
// mostly all coordinates change, by about half the size of the dimension. Cost: O(S x dimensions),
// and sorting.
std::vector<SwitchIndex> spread_order(const ProductLabels& labels);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SPREAD_ORDER_H_
