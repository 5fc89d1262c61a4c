// The coordinates of one dimension of a product: see product_labels.h.
// Tested by tests/common/topology/product_labels_test.cc.
// Tested by tests/common/topology/product_labels_property_test.cc.
#ifndef WEFT_TOPOLOGY_PRODUCT_SHEETS_H_
#define WEFT_TOPOLOGY_PRODUCT_SHEETS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/topology/edge_dimensions.h"
#include "common/topology/product_labels.h"
#include "common/topology/simple_graph.h"

namespace weft {

struct Axis {
  Dimension dimension;
  std::vector<std::uint32_t> coordinate;  // by node; kNone: not known
};

// Nothing if the sheets form neither ring, path nor clique. Cost: O(links) a round, at most
// 64 times that for sheets that fell apart; at most eight rounds.
std::optional<Axis> find_axis(const SimpleGraph& graph, const EdgeDimensions& dimensions,
                              std::uint32_t dimension);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_PRODUCT_SHEETS_H_
