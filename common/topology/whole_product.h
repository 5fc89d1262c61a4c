// A product with some switches and links missing, made whole.
// Tested by tests/common/topology/whole_product_test.cc.
#ifndef WEFT_TOPOLOGY_WHOLE_PRODUCT_H_
#define WEFT_TOPOLOGY_WHOLE_PRODUCT_H_

#include <cstdint>
#include <optional>

#include "common/fabric/fabric.h"
#include "common/topology/product_labels.h"

namespace weft {

struct WholeProduct {
  Fabric fabric;
  std::uint32_t added_switches = 0;
  std::uint32_t added_links = 0;
};

// The fabric with a switch at each place of its products, and a link between any two that are
// neighbours there. What is there keeps its GUIDs, LIDs, ports and switch numbers; added switches
// have no LIDs and GUIDs that nobody else has, added links ports behind those in use. Nothing if
// nothing is missing, if more than half of a product is, or if a switch would have more ports than
// there can be. Cost: O(ports + places x neighbours).
std::optional<WholeProduct> with_whole_products(const Fabric& fabric, const ProductLabels& labels);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_WHOLE_PRODUCT_H_
