// Distances between switches, in links.
#ifndef WEFT_GRAPH_DISTANCES_H_
#define WEFT_GRAPH_DISTANCES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"

namespace weft {

using Hops = std::uint16_t;
inline constexpr Hops kFar = 0xFFFF;  // no path

// A row for each switch: its distances to a list of destination switches. S x D entries of 2
// bytes.
class Distances {
 public:
  Distances(std::uint32_t switches, std::size_t destinations)
      : destinations_(destinations),
        columns_((destinations + 63) / 64 * 64),
        hops_(switches * columns_, kFar) {}

  std::size_t destinations() const { return destinations_; }
  // Entries of a row: destinations(), padded with kFar to a multiple of 64.
  std::size_t columns() const { return columns_; }
  // Distances of a switch, by position in the list of destinations.
  std::span<const Hops> from(SwitchIndex s) const {
    return {hops_.data() + s * columns_, columns_};
  }
  std::span<Hops> from(SwitchIndex s) { return {hops_.data() + s * columns_, columns_}; }

 private:
  std::size_t destinations_;
  std::size_t columns_;
  std::vector<Hops> hops_;
};

// Bit-parallel breadth-first search, 256 destinations at once (Then et al., The More the Merrier:
// Efficient Multi-Source Graph Traversal, VLDB 2014). The destinations must be distinct.
// Cost: O(D/256 x diameter x bundles) and one write for each of the S x D distances.
Distances distances_to(const SwitchGraph& graph, std::span<const SwitchIndex> destinations,
                       const Workers& workers);

// The same, with a cost of weights[position in all_ports()], 1..255, for a step out of a port;
// paths that cost 0xFF00 or more count as none. Cost: O(D x ports), and the cost of the most
// expensive path.
Distances weighted_distances_to(const Fabric& fabric, std::span<const std::uint8_t> weights,
                                std::span<const SwitchIndex> destinations, const Workers& workers);

}  // namespace weft

#endif  // WEFT_GRAPH_DISTANCES_H_
