// Compares a fabric with the shape of a tree, and counts what is missing.
#ifndef WEFT_TOPOLOGY_TREE_FIT_H_
#define WEFT_TOPOLOGY_TREE_FIT_H_

#include <cstdint>
#include <string>

#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_shape.h"

namespace weft {

// The parts of a shape that a fabric lacks.
struct TreeFit {
  // The first part of the fabric that does not fit into the shape, as a sentence; empty: the fabric
  // is this tree, or a part of it. Only then the other members are set.
  std::string misfit;
  std::uint64_t lost_switches = 0;
  // Between present switches. If one level lacks both children and parents, links between two lost
  // switches may count too.
  std::uint64_t lost_links = 0;
  std::uint64_t lost_hosts = 0;       // ports of CAs, on present leaf switches
  std::uint64_t other_end_ports = 0;  // aggregation nodes, routers, and hosts on switches above

  bool whole() const { return misfit.empty() && lost_switches + lost_links + lost_hosts == 0; }
};

// Hosts are the host ports (is_host_port) on leaf switches; a host has P1 ports on its leaf switch,
// so that a leaf switch has M1 * P1 of them. Cost: O(links log links).
TreeFit fit_tree(const Fabric& fabric, const FatTree& tree, const TreeShape& shape);

// «fat tree PGFT(3; 18,18,32; 1,18,18; 1,1,1), degraded by 207 links, 2 switches», «..., pure»,
// or «fat tree like PGFT(...), but irregular: ...».
std::string describe_fit(const TreeShape& shape, const TreeFit& fit);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_FIT_H_
