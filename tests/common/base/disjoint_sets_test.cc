#include "common/base/disjoint_sets.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

std::vector<std::uint32_t> found(DisjointSets& sets, std::uint32_t count) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < count; ++i) result.push_back(sets.find(i));
  return result;
}

TEST(DisjointSets, AreNamedByTheirSmallestMembers) {
  DisjointSets sets(6);
  EXPECT_EQ(found(sets, 6), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(sets.unite(5, 3));
  EXPECT_TRUE(sets.unite(4, 1));
  EXPECT_EQ(found(sets, 6), (std::vector<std::uint32_t>{0, 1, 2, 3, 1, 3}));
  EXPECT_TRUE(sets.unite(5, 4));
  EXPECT_EQ(found(sets, 6), (std::vector<std::uint32_t>{0, 1, 2, 1, 1, 1}));
  EXPECT_FALSE(sets.unite(3, 1)) << "they are in one set already";
}

TEST(DisjointSets, MayGrow) {
  DisjointSets sets(2);
  EXPECT_EQ(sets.add(), 2u);
  EXPECT_EQ(sets.find(2), 2u);
  EXPECT_TRUE(sets.unite(2, 0));
  EXPECT_EQ(found(sets, 3), (std::vector<std::uint32_t>{0, 1, 0}));
}

}  // namespace
}  // namespace weft
