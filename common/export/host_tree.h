// The hosts of a fabric as a tree: what Slurm's topology/tree is told.
//
// Its levels are those of the fabric that can be told apart from below. Spines stand for one
// another, and so do all switches that lead from the same leaf switches up, so none of them is in
// the tree by itself: hosts are below their leaf switch, leaf switches below what hangs together
// over them (a pod), pods below one root. What hangs together in spite of a lost link or a lost
// spine has the same tree, to the byte.
//
// What a piece of the fabric is, is found as the engines find it: ranks above the leaf switches,
// or below likely roots, and FatTree's subtrees (topology/fat_tree.h), or the groups of a dragonfly
// (topology/switch_groups.h). In anything else the leaf switches are below one root, and a remark
// says so.
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
    std::vector<std::uint32_t> children = {};  // two at least, or none
    std::vector<std::uint32_t> hosts =
        {};                  // in ExportedHosts::list, ascending; only without children
    SwitchIndex sw = kNone;  // that the hosts are linked to
  };
  // A root for each piece of the fabric that has hosts: with all below it, it stands before the
  // next; leaf switches first, children before their parents, in the natural order of the first
  // names below them.
  std::vector<Node> nodes;
  std::vector<std::string> remarks;
};

// A switch has hosts or children, never both: one above that hosts are linked to is a leaf switch
// below its own pod or root. Cost: O(ports + S^2) for each piece with hosts.
HostTree find_host_tree(const Fabric& fabric, const ExportedHosts& hosts, const Workers& workers);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_TREE_H_
