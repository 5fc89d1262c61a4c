#include "common/export/host_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace weft {
namespace {

using Node = HostTree::Node;

class BlockFinder {
 public:
  BlockFinder(const HostTree& tree, std::optional<std::uint32_t> base) : tree_(tree) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
      if (!tree.nodes[i].hosts.empty()) blocks_.push_back({i, tree.nodes[i].hosts});
    }
    base_ = base ? *base : usual_base();
  }

  HostBlocks find() {
    join_small_ones();
    HostBlocks result;
    result.sizes = sizes();
    std::string example;
    std::uint32_t small = 0;
    for (Block& block : blocks_) {
      std::sort(block.hosts.begin(), block.hosts.end());
      const std::string& name = tree_.nodes[block.leaf].name;
      if (block.hosts.size() < base_ && small++ == 0) example = name;
      result.blocks.push_back({name, std::move(block.hosts)});
    }
    result.remarks = std::move(remarks_);
    if (small > 0) {
      result.remarks.push_back(fmt::format(
          "{} of {} blocks, {} for example, have fewer hosts than the base of {}, which Slurm "
          "before 25.05 refuses: take a smaller one with --block-size",
          small, result.blocks.size(), example, base_));
    }
    return result;
  }

 private:
  struct Block {
    std::uint32_t leaf;  // node of the tree
    std::vector<std::uint32_t> hosts;
  };

  std::uint32_t usual_base() const {
    if (blocks_.empty()) return 1;
    std::vector<std::size_t> counts;
    counts.reserve(blocks_.size());
    for (const Block& block : blocks_) counts.push_back(block.hosts.size());
    std::sort(counts.begin(), counts.end());
    const std::size_t median = counts[counts.size() / 2];
    const auto least = std::find_if(counts.begin(), counts.end(),
                                    [&](std::size_t count) { return 2 * count >= median; });
    return static_cast<std::uint32_t>(*least);
  }

  void join_small_ones() {
    std::map<std::uint32_t, std::vector<std::size_t>> siblings;  // blocks by parent
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (parent(i) != kNone) siblings[parent(i)].push_back(i);
    }
    for (auto& [parent, members] : siblings) {
      while (members.size() > 1) {
        std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
          return blocks_[a].hosts.size() < blocks_[b].hosts.size();
        });
        Block &small = blocks_[members[0]], &next = blocks_[members[1]];
        if (small.hosts.size() >= base_) break;
        remarks_.push_back(fmt::format("{} has {} hosts, fewer than the base of {}, and joins {}",
                                       tree_.nodes[small.leaf].name, small.hosts.size(), base_,
                                       tree_.nodes[next.leaf].name));
        next.hosts.insert(next.hosts.end(), small.hosts.begin(), small.hosts.end());
        small.hosts.clear();
        members.erase(members.begin());
      }
    }
    std::erase_if(blocks_, [](const Block& block) { return block.hosts.empty(); });
  }

  std::uint32_t parent(std::size_t block) const { return tree_.nodes[blocks_[block].leaf].parent; }

  // Goes up the tree level by level; above: the ancestor of each block.
  std::vector<std::uint32_t> sizes() const {
    std::vector<std::uint32_t> sizes = {base_};
    if (blocks_.empty()) return sizes;
    std::vector<std::uint32_t> above;
    above.reserve(blocks_.size());
    for (const Block& block : blocks_) above.push_back(block.leaf);
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t& node : above) {
        const std::uint32_t next = tree_.nodes[node].parent;
        if (next == kNone) continue;
        node = next;
        moved = true;
      }
      const std::uint64_t size = std::uint64_t{base_} * blocks_together(above);
      if (moved && size > sizes.back()) sizes.push_back(static_cast<std::uint32_t>(size));
    }
    return sizes;
  }

  // The largest power of two that divides each position at which a new ancestor begins.
  static std::uint32_t blocks_together(const std::vector<std::uint32_t>& above) {
    auto together = std::bit_floor(static_cast<std::uint32_t>(above.size()));
    for (std::uint32_t i = 1; i < above.size(); ++i) {
      if (above[i] != above[i - 1]) together = std::min(together, 1u << std::countr_zero(i));
    }
    return together;
  }

  const HostTree& tree_;
  std::vector<Block> blocks_;
  std::uint32_t base_ = 1;
  std::vector<std::string> remarks_;
};

}  // namespace

HostBlocks find_host_blocks(const HostTree& tree, std::optional<std::uint32_t> base) {
  return BlockFinder(tree, base).find();
}

}  // namespace weft
