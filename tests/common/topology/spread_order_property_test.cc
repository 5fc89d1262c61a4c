#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "common/topology/spread_order.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

RC_GTEST_PROP(SpreadOrder, HoldsAllPlacedSwitchesOnce, ()) {
  const Fabric fabric = (*test::drawn_broken_fabric()).fabric;
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  std::vector<SwitchIndex> expected;
  for (const Product& product : labels.products) {
    expected.insert(expected.end(), product.switches.begin(), product.switches.end());
  }
  std::vector<SwitchIndex> order = spread_order(labels);
  std::ranges::sort(order);
  std::ranges::sort(expected);
  RC_ASSERT(order == expected);
}

}  // namespace
}  // namespace weft
