// Single links and switches whose loss would cut end ports off from others.
//
// Bridges and articulation points by one depth-first search: R. Tarjan, Depth-First Search and
// Linear Graph Algorithms, SIAM Journal on Computing 1(2), 1972.
// Tested by tests/common/graph/cuts_test.cc.
#ifndef WEFT_GRAPH_CUTS_H_
#define WEFT_GRAPH_CUTS_H_

#include <cstdint>
#include <span>

#include "common/graph/switch_graph.h"

namespace weft {

struct Cuts {
  std::uint32_t links = 0;     // between switches, each cable once
  std::uint32_t switches = 0;  // that cut off other end ports than their own

  friend bool operator==(const Cuts&, const Cuts&) = default;
};

// end_ports: by switch. A cut must have end ports on both sides. Cost: O(S + bundles).
Cuts count_cuts(const SwitchGraph& graph, std::span<const std::uint32_t> end_ports);

}  // namespace weft

#endif  // WEFT_GRAPH_CUTS_H_
