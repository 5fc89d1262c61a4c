// Does a fabric have the shape of a tree, and what is missing?
#ifndef WEFT_TOPOLOGY_TREE_FIT_H_
#define WEFT_TOPOLOGY_TREE_FIT_H_

#include <cstdint>
#include <string>

#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/tree_shape.h"

namespace weft {

// What a fabric lacks of a shape.
struct TreeFit {
  // The first thing that the shape has no place for, as a sentence; empty: the fabric is the tree,
  // or a part of it. Then these are counted:
  std::string misfit;
  std::uint64_t lost_switches = 0;
  // Between switches that are there. Where at one level both children and parents are lost, those
  // between two lost ones may count too.
  std::uint64_t lost_links = 0;
  std::uint64_t lost_hosts = 0;       // ports of CAs, on leaf switches that are there
  std::uint64_t other_end_ports = 0;  // aggregation nodes, routers, and hosts on switches above

  bool whole() const { return misfit.empty() && lost_switches + lost_links + lost_hosts == 0; }
};

// Hosts are the host ports (is_host_port) on leaf switches; on those a host has P1 ports, so that
// M1 * P1 of them fit. Cost: O(links log links).
TreeFit fit_tree(const Fabric& fabric, const FatTree& tree, const TreeShape& shape);

// «fat tree PGFT(3; 18,18,32; 1,18,18; 1,1,1), degraded by 207 links, 2 switches», «..., pure»,
// or «fat tree like PGFT(...), but irregular: ...».
std::string describe_fit(const TreeShape& shape, const TreeFit& fit);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_FIT_H_
