// A product with some switches and links missing, made whole.
// Tested by tests/common/topology/whole_product_test.cc.
#ifndef WEFT_TOPOLOGY_WHOLE_PRODUCT_H_
#define WEFT_TOPOLOGY_WHOLE_PRODUCT_H_

#include <cstdint>
#include <optional>

#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
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

// Is there a switch at each place of all products, and a link between any two that are neighbours
// there? Cost: O(links x dimensions).
bool are_whole(const SwitchGraph& graph, const ProductLabels& labels);

// What of a fabric is regular.
struct RegularPart {
  std::optional<Fabric> fabric;  // without the switches that have no place; nothing: all have one
  ProductLabels labels;          // of it
};

// Without some switches others may have no place either. Not looked for where the fabric is not
// one product. Cost: that of find_products(), again for each time that switches are left out.
RegularPart find_regular_part(const Fabric& fabric);

// A fabric that with_whole_products() has made, as it is when that finds nothing more: links that
// it had beside its product can make it another one, of which something is missing again.
Fabric with_all_of_products(Fabric whole);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_WHOLE_PRODUCT_H_
