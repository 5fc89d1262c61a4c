#include "plugins/layered/ring_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft {
namespace {

using Sizes = std::vector<std::uint32_t>;

// Lanes, bit by bit, that cut a ring at a node that the path goes straight through, step by step.
unsigned spoiled(std::uint32_t size, const RingCuts& cuts, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t hops_up = (to + size - from) % size;
  const bool up = 2 * hops_up == size ? cuts.opposite_up[from] != 0 : 2 * hops_up < size;
  const auto next = [&](std::uint32_t node) { return (node + (up ? 1 : size - 1)) % size; };
  const std::vector<std::uint32_t>& cut = up ? cuts.up : cuts.down;
  unsigned lanes = 0;
  if (from == to) return 0;
  for (std::uint32_t node = next(from); node != to; node = next(node)) {
    for (std::size_t lane = 0; lane < cut.size(); ++lane) {
      if (cut[lane] == node) lanes |= 1u << lane;
    }
  }
  return lanes;
}

// Pairs of nodes of a torus for which each lane is spoiled in some dimension; by both ways, there
// or back.
std::size_t pairs_without(const Sizes& sizes, const std::vector<RingCuts>& cuts, Ways ways) {
  const unsigned all = (1u << cuts[0].up.size()) - 1;
  std::vector<unsigned> sums = {0};  // of each pair of nodes in the dimensions so far
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    std::vector<unsigned> longer;
    for (std::uint32_t from = 0; from < sizes[d]; ++from) {
      for (std::uint32_t to = 0; to < sizes[d]; ++to) {
        unsigned lanes = spoiled(sizes[d], cuts[d], from, to);
        if (ways == Ways::kBoth) lanes |= spoiled(sizes[d], cuts[d], to, from);
        for (const unsigned sum : sums) longer.push_back(sum | lanes);
      }
    }
    sums = longer;
  }
  return static_cast<std::size_t>(std::ranges::count(sums, all));
}

// With so many lanes no pair is without one, with one less some are.
void expect_lanes(const Sizes& sizes, unsigned lanes, Ways ways) {
  const std::vector<RingCuts> cuts = choose_ring_cuts(sizes, lanes, ways);
  ASSERT_EQ(cuts.size(), sizes.size());
  for (const RingCuts& ring : cuts) {
    EXPECT_EQ(ring.up.size(), lanes);
    EXPECT_EQ(ring.down.size(), lanes);
  }
  EXPECT_EQ(pairs_without(sizes, cuts, ways), 0u);
  if (lanes == 1) return;
  EXPECT_GT(pairs_without(sizes, choose_ring_cuts(sizes, lanes - 1, ways), ways), 0u);
}

TEST(RingCuts, OneLaneMoreThanRingsWhereThereIsRoom) {
  expect_lanes({5}, 2, Ways::kOne);
  expect_lanes({6, 6}, 3, Ways::kOne);
  expect_lanes({8, 8, 8}, 4, Ways::kOne);
  expect_lanes({7, 7, 7}, 5, Ways::kOne);
}

TEST(RingCuts, PathsAndThoseBackShareALane) {
  expect_lanes({5}, 2, Ways::kBoth);
  expect_lanes({8, 8}, 3, Ways::kBoth);
  expect_lanes({8, 8, 8}, 5, Ways::kBoth);
}

// In a ring of three no path goes through a node, in one of four some go through one.
TEST(RingCuts, SmallRingsNeedOneLane) {
  expect_lanes({3, 3, 3}, 1, Ways::kOne);
  expect_lanes({4, 4, 4, 4}, 1, Ways::kBoth);
}

TEST(RingCuts, AreOfNoMoreLanesThanPairsNeed) {
  EXPECT_EQ(choose_ring_cuts(Sizes{7, 7, 7}, 8, Ways::kOne)[0].up.size(), 5u);
  EXPECT_EQ(choose_ring_cuts(Sizes{6, 6}, 8, Ways::kBoth)[0].up.size(), 3u);
}

TEST(RingCuts, OddRingsNeedNoMoreLanesThanEvenOnes) {
  for (const Sizes& sizes : {Sizes{17, 17}, Sizes{33}, Sizes{16, 17}, Sizes{5, 17}}) {
    const std::vector<RingCuts> cuts = choose_ring_cuts(sizes, 8, Ways::kBoth);
    EXPECT_LE(cuts[0].up.size(), 4u) << sizes[0];
    EXPECT_EQ(pairs_without(sizes, cuts, Ways::kBoth), 0u) << sizes[0];
  }
}

TEST(RingCuts, LongRingsAreCutLikeShorterOnes) {
  const std::vector<RingCuts> cuts = choose_ring_cuts(Sizes{256}, 8, Ways::kOne);
  const std::vector<RingCuts> half = choose_ring_cuts(Sizes{128}, 8, Ways::kOne);
  ASSERT_EQ(cuts[0].up.size(), half[0].up.size());
  for (std::size_t lane = 0; lane < half[0].up.size(); ++lane) {
    EXPECT_EQ(cuts[0].up[lane], 2 * half[0].up[lane]);
    EXPECT_EQ(cuts[0].down[lane], 2 * half[0].down[lane]);
  }
  EXPECT_EQ(cuts[0].opposite_up.size(), 256u);
}

TEST(RingCuts, TooFewLanesLeaveFewPairsWithout) {
  const Sizes sizes = {6, 6};
  const std::vector<RingCuts> cuts = choose_ring_cuts(sizes, 2, Ways::kOne);
  EXPECT_EQ(cuts[0].up.size(), 2u);
  const std::size_t without = pairs_without(sizes, cuts, Ways::kOne);
  EXPECT_GT(without, 0u);
  EXPECT_LT(without, 36 * 36 / 4);
}

TEST(RingCuts, WithoutRingsThereAreNone) {
  EXPECT_TRUE(choose_ring_cuts({}, 8, Ways::kOne).empty());
}

}  // namespace
}  // namespace weft
