// SimpleGraph: the neighbours of the switches of one island, without counting parallel links. Nodes
// and edges are numbered from 0 on.
#ifndef WEFT_TOPOLOGY_SIMPLE_GRAPH_H_
#define WEFT_TOPOLOGY_SIMPLE_GRAPH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/graph/switch_graph.h"

namespace weft {

class SimpleGraph {
 public:
  struct Arc {
    std::uint32_t to;
    std::uint32_t edge;  // the same in both directions
  };
  struct Edge {
    std::uint32_t a;  // < b
    std::uint32_t b;
  };

  // A graph for each island, in the order of their first switches; nodes are in the order of the
  // switches. Cost: O(S + bundles x log of the most neighbours).
  static std::vector<SimpleGraph> pieces_of(const SwitchGraph& graph);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(switches_.size()); }
  SwitchIndex switch_of(std::uint32_t node) const { return switches_[node]; }
  std::span<const SwitchIndex> switches() const { return switches_; }
  std::span<const Edge> edges() const { return edges_; }

  // In ascending order of neighbours.
  std::span<const Arc> arcs(std::uint32_t node) const {
    return {arcs_.data() + first_[node], first_[node + 1] - first_[node]};
  }
  std::uint32_t degree(std::uint32_t node) const { return first_[node + 1] - first_[node]; }
  // Cost: O(log of the neighbours).
  bool adjacent(std::uint32_t a, std::uint32_t b) const;

 private:
  // node_of: by switch, its position in `switches`.
  SimpleGraph(const SwitchGraph& graph, std::vector<SwitchIndex> switches,
              std::span<const std::uint32_t> node_of);

  std::vector<SwitchIndex> switches_;
  std::vector<std::uint32_t> first_;
  std::vector<Arc> arcs_;
  std::vector<Edge> edges_;
};

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SIMPLE_GRAPH_H_
