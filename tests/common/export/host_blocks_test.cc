#include "common/export/host_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// Leaf switches with so many hosts each, by pod, below one root; of one pod, below that.
HostTree tree_of(const std::vector<std::vector<unsigned>>& pods) {
  HostTree tree;
  std::uint32_t host = 0;
  for (const auto& pod : pods) {
    for (const unsigned count : pod) {
      HostTree::Node leaf = {.name = "l" + std::to_string(tree.nodes.size())};
      for (unsigned i = 0; i < count; ++i) leaf.hosts.push_back(host++);
      tree.nodes.push_back(leaf);
    }
  }
  const auto leaves = static_cast<std::uint32_t>(tree.nodes.size());
  std::uint32_t next = 0;
  for (const auto& pod : pods) {
    const auto above = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.push_back({.name = "pod"});
    for (std::size_t i = 0; i < pod.size(); ++i) {
      tree.nodes[above].children.push_back(next);
      tree.nodes[next++].parent = above;
    }
  }
  if (pods.size() == 1) return tree;
  const auto root = static_cast<std::uint32_t>(tree.nodes.size());
  tree.nodes.push_back({.name = "root"});
  for (std::uint32_t pod = leaves; pod < root; ++pod) {
    tree.nodes[root].children.push_back(pod);
    tree.nodes[pod].parent = root;
  }
  return tree;
}

std::vector<std::size_t> counts(const HostBlocks& blocks) {
  std::vector<std::size_t> result;
  for (const HostBlocks::Block& block : blocks.blocks) result.push_back(block.hosts.size());
  return result;
}

using Sizes = std::vector<std::uint32_t>;
using Counts = std::vector<std::size_t>;

TEST(HostBlocks, AreLeafSwitchesAndSizesThoseOfPods) {
  const HostBlocks blocks = find_host_blocks(tree_of({{4, 4}, {4, 4}}), {});
  EXPECT_EQ(counts(blocks), (Counts{4, 4, 4, 4}));
  EXPECT_EQ(blocks.sizes, (Sizes{4, 8, 16}));
  EXPECT_TRUE(blocks.remarks.empty());
}

TEST(HostBlocks, NoSizeIsPartlyInOnePodAndPartlyInAnother) {
  EXPECT_EQ(find_host_blocks(tree_of({{4, 4, 4}, {4, 4, 4}}), {}).sizes, (Sizes{4, 16}));
  EXPECT_EQ(find_host_blocks(tree_of({{4, 4, 4, 4, 4, 4}, {4, 4}}), {}).sizes, (Sizes{4, 8, 32}));
  EXPECT_EQ(find_host_blocks(tree_of({{4, 4, 4}}), {}).sizes, (Sizes{4, 8}));
}

TEST(HostBlocks, TheBaseIsWhatTheSmallestOfUsualSizeHas) {
  EXPECT_EQ(find_host_blocks(tree_of({{8, 7, 8, 5}}), {}).sizes.front(), 5u);
}

TEST(HostBlocks, SmallOnesJoinANeighbour) {
  const HostBlocks blocks = find_host_blocks(tree_of({{8, 2, 7, 1}, {8, 8, 8, 8}}), {});
  EXPECT_EQ(blocks.sizes, (Sizes{7, 14, 28}));
  EXPECT_EQ(counts(blocks), (Counts{8, 10, 8, 8, 8, 8}));
  EXPECT_EQ(blocks.blocks[1].hosts,
            (std::vector<std::uint32_t>{8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
  ASSERT_EQ(blocks.remarks.size(), 2u);
  EXPECT_TRUE(
      test::contains(blocks.remarks[0], "l3 has 1 hosts, fewer than the base of 7, and joins l1"));
}

TEST(HostBlocks, AGivenBaseCounts) {
  const HostBlocks blocks = find_host_blocks(tree_of({{4, 4}, {4, 4}}), 6);
  EXPECT_EQ(counts(blocks), (Counts{8, 8}));
  EXPECT_EQ(blocks.sizes, (Sizes{6, 12}));
}

TEST(HostBlocks, WhoHasNoNeighbourIsRemarked) {
  const HostBlocks blocks = find_host_blocks(tree_of({{4, 4}}), 20);
  EXPECT_EQ(counts(blocks), Counts{8});
  ASSERT_EQ(blocks.remarks.size(), 2u);
  EXPECT_TRUE(test::contains(blocks.remarks[1], "1 of 1 blocks, l1 for example, have fewer hosts"));
}

}  // namespace
}  // namespace weft
