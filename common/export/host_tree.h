// The hosts of a fabric as a tree, for Slurm's topology/tree.
//
// Switches above the same leaf switches are interchangeable (for example spines), so no single one
// of them is in the tree. Hosts are below their leaf switch; leaf switches that are connected by
// the switches above them are below a pod; pods are below one root. A lost link or spine changes no
// byte of the tree while the same switches stay connected.
//
// Each island is recognised as the engines do: ranks above the leaf switches, or below likely
// roots, and the subtrees of FatTree (topology/fat_tree.h), or the groups of a dragonfly
// (topology/switch_groups.h). In other fabrics all leaf switches are below one root, with a remark.
#ifndef WEFT_EXPORT_HOST_TREE_H_
#define WEFT_EXPORT_HOST_TREE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/export/exported_hosts.h"
#include "common/fabric/fabric.h"

namespace weft {

struct HostTree {
  struct Node {
    std::string name;
    std::uint32_t parent = kNone;              // kNone: a root
    std::vector<std::uint32_t> children = {};  // at least two, or none
    std::vector<std::uint32_t> hosts =
        {};                  // in ExportedHosts::list, ascending; only without children
    SwitchIndex sw = kNone;  // the switch of the hosts
  };
  // One root for each island with hosts; the nodes of an island are consecutive. In an island, leaf
  // switches are first and children before their parents, in the natural order of the first names
  // below them.
  std::vector<Node> nodes;
  std::vector<std::string> remarks;
};

// A switch has either hosts or children: an upper switch with hosts is also a leaf switch, below
// its own pod or root. Cost: O(ports + S^2) for each island with hosts.
HostTree find_host_tree(const Fabric& fabric, const ExportedHosts& hosts, const Workers& workers);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_TREE_H_
