// The dimensions of a graph that is nearly a product of rings, paths and cliques: a torus, mesh,
// hypercube or HyperX, which may lack some links and switches.
//
// In such a product, two edges of different dimensions that meet span exactly one square without
// chords. Opposite sides of a square have one dimension, and so have the sides of a triangle
// (Djokovic, Winkler; Imrich, Klavzar, Hammack: Handbook of Product Graphs, 2011). A lost link
// removes squares, and never adds a square with sides of different dimensions. So edges are put
// into classes by squares and triangles. Classes that meet at several switches, and there hardly
// ever span a square, are the same dimension, straight on.
//
// Extra links may hide a product, above all if they close triangles.
//
// Cost: O(S x degree^2), twice, and at most 2^27 steps, beyond which a fabric counts as no product.
// It stops early if most pairs of edges at the first switches span several squares, as in trees, or
// none, as in dragonflies. 8x8x8 torus: 2 ms; a tree of 2,304 switches: below 2 ms.
// Tested by tests/common/topology/product_labels_test.cc.
// Tested by tests/common/topology/product_labels_property_test.cc.
#ifndef WEFT_TOPOLOGY_EDGE_DIMENSIONS_H_
#define WEFT_TOPOLOGY_EDGE_DIMENSIONS_H_

#include <cstdint>
#include <vector>

#include "common/topology/simple_graph.h"

namespace weft {

inline constexpr std::uint32_t kMaxDimensions = 16;

struct EdgeDimensions {
  std::uint32_t count = 0;        // at most kMaxDimensions; 0: no product, or not recognized
  std::vector<std::uint32_t> of;  // by edge; kNone: unknown; empty if count is 0
};

// A ring of four, a square, counts as two dimensions.
EdgeDimensions find_edge_dimensions(const SimpleGraph& graph);

// Are there enough edges for a clique with some missing?
constexpr bool is_nearly_clique(std::uint64_t nodes, std::uint64_t edges) {
  return nodes >= 3 && edges * 8 >= nodes * (nodes - 1) * 3;
}

}  // namespace weft

#endif  // WEFT_TOPOLOGY_EDGE_DIMENSIONS_H_
