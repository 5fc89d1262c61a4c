#include "common/options/level_weights.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace weft {
namespace {

// VLs and weights.
using Block = std::vector<std::pair<int, int>>;

// What becomes of a block.
template <typename Change>
Block changed(const Block& block, Change change) {
  std::vector<VlWeight> entries;
  for (const auto& [vl, weight] : block) {
    entries.push_back({static_cast<std::uint8_t>(vl), static_cast<std::uint8_t>(weight)});
  }
  change(VlWeights(entries));
  Block result;
  for (const VlWeight& entry : entries) result.emplace_back(entry.vl, entry.weight);
  return result;
}

Block alike(const Block& block, const std::vector<VlSet>& levels, Vl mask = 15) {
  return changed(block, [&](VlWeights entries) { serve_levels_alike(levels, mask, entries); });
}

Block by_level(const Block& block, const std::vector<VlSet>& levels) {
  return changed(block, [&](VlWeights entries) { serve_by_level(levels, entries); });
}

const std::vector<VlSet> kTwoPairs = {0b0011, 0b1100};

TEST(ServeLevelsAlike, SharesTheWeightsOfALevel) {
  EXPECT_EQ(alike({{0, 4}, {1, 0}, {2, 9}, {3, 1}}, kTwoPairs),
            (Block{{0, 2}, {1, 2}, {2, 5}, {3, 5}}));
  EXPECT_EQ(alike({{0, 1}, {1, 0}}, kTwoPairs), (Block{{0, 1}, {1, 1}})) << "rounded up";
  EXPECT_EQ(alike({{0, 255}, {1, 254}, {0, 255}}, kTwoPairs), (Block{{0, 255}, {1, 255}, {0, 0}}));
}

TEST(ServeLevelsAlike, GivesVlsEntriesOfTheLevelAndSuchWithoutWeight) {
  EXPECT_EQ(alike({{7, 0}, {2, 3}, {0, 4}}, kTwoPairs), (Block{{1, 2}, {2, 3}, {0, 2}}))
      << "VL 3 finds no room";
  EXPECT_EQ(alike({{1, 8}, {1, 8}, {1, 8}}, kTwoPairs), (Block{{1, 12}, {0, 12}, {1, 0}}));
  EXPECT_EQ(alike({{1, 8}, {8, 8}, {9, 8}}, kTwoPairs), (Block{{1, 8}, {8, 8}, {9, 8}}))
      << "others keep theirs";
}

TEST(ServeLevelsAlike, LeavesALevelWithoutWeightAndABlockWithoutLevels) {
  const Block block = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {8, 1}, {15, 1}};
  EXPECT_EQ(alike(block, kTwoPairs), block);
  EXPECT_EQ(alike(block, {}), block);
  EXPECT_EQ(alike(block, {0}), block) << "a level of no VLs";
  EXPECT_EQ(alike({}, kTwoPairs), Block());
}

// On a port of two VLs both levels are VLs 0 and 1; VL 4 is VL 0, and so on.
TEST(ServeLevelsAlike, FoldsVlsAsThePortDoes) {
  EXPECT_EQ(alike({{0, 1}, {3, 2}, {4, 2}, {5, 1}}, kTwoPairs, 1),
            (Block{{0, 3}, {1, 3}, {0, 0}, {1, 0}}));
  EXPECT_EQ(alike({{3, 2}, {4, 2}}, kTwoPairs, 0), (Block{{0, 4}, {0, 0}}));
}

// What OpenSM writes by default, with two levels of four VLs.
TEST(ServeLevelsAlike, SharesStocksDefault) {
  const std::vector<VlSet> levels = {0x0F, 0xF0};
  Block low = {{0, 0}};
  for (int vl = 1; vl < 15; ++vl) low.emplace_back(vl, 4);
  Block expected;
  for (int vl = 0; vl < 15; ++vl) expected.emplace_back(vl, vl < 4 ? 3 : 4);
  EXPECT_EQ(alike(low, levels), expected);
  // Of 8 VLs: what 8 to 14 have is that of 0 to 6, all together 28 for each level.
  const Block folded = alike(low, levels, 7);
  for (int vl = 0; vl < 8; ++vl) EXPECT_EQ(folded[static_cast<unsigned>(vl)], std::pair(vl, 7));
  for (unsigned i = 8; i < folded.size(); ++i) EXPECT_EQ(folded[i].second, 0);
}

TEST(ServeByLevel, KeepsTheLowestVlOfEachLevel) {
  const std::vector<VlSet> levels = {0x0F, 0xF0};
  EXPECT_EQ(by_level({{0, 4}, {1, 9}, {4, 8}, {5, 9}, {8, 9}, {0, 2}}, levels),
            (Block{{0, 4}, {1, 8}, {0, 2}, {0, 0}, {0, 0}, {0, 0}}));
  EXPECT_EQ(by_level({{4, 4}, {1, 1}}, {0x0F}), (Block{{0, 0}, {0, 0}}));
  EXPECT_EQ(by_level({}, levels), Block());
}

}  // namespace
}  // namespace weft
