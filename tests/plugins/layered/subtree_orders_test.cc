#include "plugins/layered/subtree_orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/ascending_paths.h"
#include "tests/support/layers_on.h"

namespace weft {
namespace {

struct Orders {
  explicit Orders(const XgftSpec& spec)
      : on(make_xgft(spec)), tree(likely_tree(on.request, SwitchGraph(on.fabric()))) {
    std::ranges::move(subtree_orders(on.links, tree), std::back_inserter(lanes.orders));
  }
  std::size_t place(std::size_t lane, LinkIndex link) const {
    const std::vector<LinkIndex>& order = lanes.orders[lane];
    return static_cast<std::size_t>(std::ranges::find(order, link) - order.begin());
  }
  std::size_t pairs_without_path() const {
    return test::AscendingPaths(on.fabric(), on.links, lanes).pairs_without(Ways::kOne);
  }

  test::LayersOn on;
  RankedTree tree;
  LaneOrders lanes;
};

const XgftSpec kThreeLevels = {.down = {1, 2, 3}, .up = {1, 2, 2}};

TEST(SubtreeOrders, HaveEachLinkOnce) {
  const Orders orders(kThreeLevels);
  for (std::vector<LinkIndex> order : orders.lanes.orders) {
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), orders.on.links.count());
    for (LinkIndex l = 0; l < order.size(); ++l) EXPECT_EQ(order[l], l);
  }
}

TEST(SubtreeOrders, ShareAllTurnsOfUpDownAndNoValley) {
  const Orders orders(kThreeLevels);
  const Links& links = orders.on.links;
  for (LinkIndex from = 0; from < links.count(); ++from) {
    const SwitchIndex at = links[from].to;
    for (LinkIndex to = links.first_of(at); to < links.first_of(at) + links.count_of(at); ++to) {
      if (links[to].to == links[from].from) continue;
      const int lanes = static_cast<int>(orders.place(0, from) < orders.place(0, to)) +
                        static_cast<int>(orders.place(1, from) < orders.place(1, to));
      const bool is_valley = !orders.tree.orientation.goes_up(links[from].from, at) &&
                             orders.tree.orientation.goes_up(at, links[to].to);
      EXPECT_EQ(lanes, is_valley ? 1 : 2);
    }
  }
}

TEST(SubtreeOrders, HaveShortestPathsBetweenAllSwitchesOfWholeTrees) {
  EXPECT_EQ(Orders({.down = {1, 4}, .up = {1, 3}}).pairs_without_path(), 0u);
  EXPECT_EQ(Orders(kThreeLevels).pairs_without_path(), 0u);
  EXPECT_EQ(Orders({.down = {1, 2, 2, 3}, .up = {1, 2, 2, 2}}).pairs_without_path(), 0u);
}

TEST(SubtreeOrders, AreBothNeeded) {
  Orders orders(kThreeLevels);
  orders.lanes.orders.pop_back();
  EXPECT_GT(orders.pairs_without_path(), 0u);
}

}  // namespace
}  // namespace weft
