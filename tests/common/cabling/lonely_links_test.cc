#include "common/cabling/lonely_links.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/generators/generators.h"
#include "tests/support/recabled.h"

namespace weft {
namespace {

using Pair = std::pair<SwitchIndex, SwitchIndex>;

TEST(LonelyLinks, AChordOfATorusIsInHardlyAnySquare) {
  const Fabric torus = make_torus({.dims = {6, 6, 6}, .cas = 1});
  test::Recabled recabled(torus);
  // Of two links far from each other the ends change places.
  auto& first = recabled.cables.front();
  auto& second = recabled.cables[recabled.cables.size() / 2];
  std::swap(first.b, second.b);
  const Fabric changed = recabled.build();
  const SwitchGraph graph(changed);
  const auto sets = find_lonely_links(graph);
  ASSERT_FALSE(sets.empty());
  for (const auto& cable : {first, second}) {
    const Pair pair = std::minmax(cable.a.sw, cable.b.sw);
    EXPECT_NE(std::ranges::find(sets.front(), pair), sets.front().end());
  }
  EXPECT_LE(sets.front().size(), 4u);
  const SwitchGraph rest(without_links(changed, graph, sets.front()));
  EXPECT_EQ(rest.bundle_count(), graph.bundle_count() - 2 * sets.front().size());
}

TEST(LonelyLinks, WhereLinksAreInNoSquaresNoneIsLonely) {
  const Fabric ring = make_torus({.dims = {12}});
  EXPECT_TRUE(find_lonely_links(SwitchGraph(ring)).empty());
}

TEST(LonelyLinks, ALinkThatAloneJoinsPartsStays) {
  const Fabric ring = make_torus({.dims = {3}});
  test::Recabled recabled(ring);
  recabled.cables.pop_back();
  const Fabric line = recabled.build();
  const SwitchGraph graph(line);
  const std::vector<Pair> all = {{0, 1}, {1, 2}, {0, 2}};
  EXPECT_EQ(SwitchGraph(without_links(line, graph, all)).bundle_count(), graph.bundle_count());
}

}  // namespace
}  // namespace weft
