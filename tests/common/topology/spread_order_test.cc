#include "common/topology/spread_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"

namespace weft {
namespace {

TEST(SpreadOrder, TakesOppositeHalvesInTurn) {
  Product path{{{DimensionKind::kPath, 5}}, {10, 11, 12, 13, 14}, {0, 1, 2, 3, 4}};
  ProductLabels labels;
  labels.products = {path};
  EXPECT_EQ(spread_order(labels), (std::vector<SwitchIndex>{10, 13, 11, 14, 12}));
}

TEST(SpreadOrder, MovesInAllDimensions) {
  // (0, 0) (1, 1) | (1, 0) (0, 1)
  Product square{{{DimensionKind::kPath, 2}, {DimensionKind::kPath, 2}},
                 {0, 1, 2, 3},
                 {0, 0, 0, 1, 1, 0, 1, 1}};
  ProductLabels labels;
  labels.products = {square};
  EXPECT_EQ(spread_order(labels), (std::vector<SwitchIndex>{0, 3, 2, 1}));
}

// By the steps from each switch to the next: how many coordinates change, and those of rings by how
// much.
std::vector<std::vector<std::uint32_t>> steps(const Fabric& fabric) {
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  const std::vector<SwitchIndex> order = spread_order(labels);
  EXPECT_EQ(order.size(), fabric.switch_count());
  const Product& product = labels.products.at(0);
  std::vector<std::vector<std::uint32_t>> steps;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto from = product.place(labels.row_of[order[i - 1]]);
    const auto to = product.place(labels.row_of[order[i]]);
    auto& step = steps.emplace_back();
    for (std::size_t d = 0; d < from.size(); ++d) {
      const std::uint32_t size = product.dimensions[d].size;
      step.push_back((to[d] + size - from[d]) % size);
    }
  }
  return steps;
}

TEST(SpreadOrder, IsTheSameWhateverTheNumbers) {
  const Fabric torus = make_torus({.dims = {3, 5, 6}});
  const auto expected = steps(torus);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    EXPECT_EQ(steps(with_shuffled_guids(torus, seed)), expected);
  }
}

}  // namespace
}  // namespace weft
