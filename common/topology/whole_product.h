// Completes a product that lacks some switches and links.
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

// The fabric with a switch at each place of its products, and a link between any two neighbouring
// places. Existing parts keep their GUIDs, LIDs, ports and switch indices. Added switches
// have unused GUIDs and no LIDs; added links are at ports behind those in use. Nothing if
// nothing is missing, if more than half of a product is missing, or if a switch would have too many
// ports. Cost: O(ports + places x neighbours).
std::optional<WholeProduct> with_whole_products(const Fabric& fabric, const ProductLabels& labels);

// Is there a switch at each place of all products, and a link between any two neighbouring places?
// Cost: O(links x dimensions).
bool are_whole(const SwitchGraph& graph, const ProductLabels& labels);

// The regular part of a fabric.
struct RegularPart {
  std::optional<Fabric> fabric;  // without the switches that have no place; nothing: all have one
  ProductLabels labels;          // of the regular part
};

// Leaves switches out until all have a place: without some switches, others may lose theirs. Only
// for a fabric that is one product. Cost: that of find_products() for each round.
RegularPart find_regular_part(const Fabric& fabric);

// Repeats with_whole_products() until nothing is missing: links outside of the product can make the
// completed fabric another product, which again lacks parts.
Fabric with_all_of_products(Fabric whole);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_WHOLE_PRODUCT_H_
