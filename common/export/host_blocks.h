// The hosts of a fabric in blocks, for Slurm's topology/block.
#ifndef WEFT_EXPORT_HOST_BLOCKS_H_
#define WEFT_EXPORT_HOST_BLOCKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/export/host_tree.h"

namespace weft {

struct HostBlocks {
  struct Block {
    std::string name;                  // the name of its leaf switch
    std::vector<std::uint32_t> hosts;  // in ExportedHosts::list, ascending; not empty
  };
  std::vector<Block> blocks;         // in tree order
  std::vector<std::uint32_t> sizes;  // ascending: base first, then powers of two times the base
  std::vector<std::string> remarks;
};

// A block is a leaf switch of the tree. Slurm requires at least `base` hosts in a block. base: at
// least 1; default: the fewest hosts of a leaf switch that has at least half of the median. A leaf
// switch with fewer hosts joins the smallest block below the same parent, with a remark; another
// remark names those without a neighbour to join.
//
// Slurm makes larger blocks from consecutive blocks, always a power of two. Each level of the tree
// gets one size: the largest size at which no larger block crosses the border of a pod. Cost:
// O(blocks x levels).
HostBlocks find_host_blocks(const HostTree& tree, std::optional<std::uint32_t> base);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_BLOCKS_H_
