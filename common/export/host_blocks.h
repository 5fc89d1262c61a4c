// The hosts of a fabric in blocks: what Slurm's topology/block is told.
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
    std::string name;                  // of its leaf switch
    std::vector<std::uint32_t> hosts;  // in ExportedHosts::list, ascending; not empty
  };
  std::vector<Block> blocks;         // in the order of the tree
  std::vector<std::uint32_t> sizes;  // ascending, the base first, the others powers of two of it
  std::vector<std::string> remarks;
};

// A block is a leaf switch of the tree. Slurm wants them to have as many hosts as the base at least
// (base: at least 1; by default the fewest hosts of those leaf switches that have half as many as
// is usual, the median). A leaf switch of fewer joins the smallest block below the same parent; a
// remark tells of it, and of those that have no such neighbour.
//
// Slurm makes the larger blocks of those that follow each other, always of a power of two. A size
// is given for each level of the tree: the largest of which none is partly in one pod and partly
// in another. Cost: O(blocks x levels).
HostBlocks find_host_blocks(const HostTree& tree, std::optional<std::uint32_t> base);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_BLOCKS_H_
