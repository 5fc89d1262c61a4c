// Product labels: coordinates of the switches of tori, meshes, hypercubes, HyperX and other
// products of rings, paths and cliques, found from the links alone. For any GUIDs, ports and LIDs,
// equal fabrics get labels that differ only by a symmetry of the product. Some links and switches
// may be missing, and some switches may be attached outside of the product.
//
// edge_dimensions.h finds the dimension of each link. Switches that are connected by links of the
// other dimensions share a coordinate: they are a sheet. The neighbours among the sheets show
// whether the dimension is a ring, a path or a clique. Parts that failures cut off from a sheet are
// added to it again by their neighbours.
//
// Cost: that of edge_dimensions.h, and O(dimensions x links x rounds); at most eight rounds.
#ifndef WEFT_TOPOLOGY_PRODUCT_LABELS_H_
#define WEFT_TOPOLOGY_PRODUCT_LABELS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/switch_graph.h"

namespace weft {

enum class DimensionKind : std::uint8_t { kPath, kRing, kClique };

// Two switches are a path, three that are all linked a clique, four in a ring two dimensions.
struct Dimension {
  DimensionKind kind;
  std::uint32_t size;  // >= 2

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// The step of a link in a product.
struct ProductStep {
  std::uint32_t dimension;  // kNone: it is not one step
  bool
      up;  // to the next coordinate, in a ring also from the last to the first; in a clique: higher
};

// One island of a fabric that is a product. Equal islands have their dimensions in the same order.
struct Product {
  std::vector<Dimension> dimensions;
  std::vector<SwitchIndex> switches;       // with a place, ascending; all places differ
  std::vector<std::uint32_t> coordinates;  // of each switch, one a dimension

  std::span<const std::uint32_t> place(std::size_t i) const {
    return {coordinates.data() + i * dimensions.size(), dimensions.size()};
  }
  ProductStep step(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) const;
};

struct ProductLabels {
  std::vector<Product> products;          // in the order of their first switches
  std::vector<std::uint32_t> product_of;  // by switch; kNone: it has no place
  std::vector<std::uint32_t> row_of;      // by switch: in that product's `switches`

  // The step of a link between two switches; regular if both have places, one step apart.
  ProductStep step(SwitchIndex from, SwitchIndex to) const;
};

ProductLabels find_products(const SwitchGraph& graph);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_PRODUCT_LABELS_H_
