// Product labels: coordinates of the switches of tori, meshes, hypercubes, HyperX and other
// products of rings, paths and cliques, found from the links alone. Whatever GUIDs, ports and LIDs
// are, equal fabrics get labels that differ by a symmetry of the product only. Some missing links
// and switches, and switches that hang off, do no harm.
//
// edge_dimensions.h finds which links are of one dimension. Switches that links of the other
// dimensions connect share a coordinate: a sheet. Which sheets are neighbours tells whether the
// dimension is a ring, a path or a clique. What failures cut off a sheet is put back by its
// neighbours.
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

// Two switches are a path, three that are all joined a clique, four in a ring two dimensions.
struct Dimension {
  DimensionKind kind;
  std::uint32_t size;  // >= 2

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// A way from one place to another that a link of a product takes.
struct ProductStep {
  std::uint32_t dimension;  // kNone: more than one step, or none
  bool up;  // by one; in a ring, from the last to the first too; of a clique, higher
};

// One piece of a fabric that is a product. Equal ones have their dimensions in the same order.
struct Product {
  std::vector<Dimension> dimensions;
  std::vector<SwitchIndex> switches;       // that have a place, ascending; no two the same
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

  // What a link between two switches is; regular if they are placed, and one step apart.
  ProductStep step(SwitchIndex from, SwitchIndex to) const;
};

ProductLabels find_products(const SwitchGraph& graph);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_PRODUCT_LABELS_H_
