#include "plugins/layered/up_down_order.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/layers_on.h"

namespace weft {
namespace {

using Ends = std::vector<std::pair<SwitchIndex, SwitchIndex>>;

TEST(UpDownOrder, LinksUpFromTheLowestThenDownFromTheHighest) {
  const test::LayersOn square(test::square());
  Orientation orientation;
  orientation.place = {0, 1, 2, 3};
  Ends ends;
  for (const LinkIndex link : up_down_order(square.links, orientation)) {
    ends.emplace_back(square.links[link].from, square.links[link].to);
  }
  EXPECT_EQ(ends, (Ends{{3, 1}, {3, 2}, {2, 0}, {1, 0}, {0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(UpDownOrder, ATreeHangsBelowItsSpines) {
  const test::LayersOn tree(make_xgft({.down = {2, 4}, .up = {1, 2}}));
  const Orientation orientation = likely_tree(tree.request, SwitchGraph(tree.fabric())).orientation;
  for (const Link& link : tree.links.all()) {
    const bool to_spine = tree.fabric().switch_name(link.to).starts_with("spine");
    EXPECT_EQ(orientation.goes_up(link.from, link.to), to_spine);
  }
}

}  // namespace
}  // namespace weft
