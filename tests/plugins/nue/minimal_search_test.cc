#include "plugins/nue/minimal_search.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "plugins/nue/direction.h"

namespace weft {
namespace {

// What is kept from LID to LID must not show: a search that begins anew finds the same.
TEST(MinimalSearch, FindsTheSameAsOneThatKnowsNothing) {
  for (const Fabric& fabric : {make_xgft({.down = {3, 4, 3}, .up = {1, 3, 4}}),
                               make_torus({.dims = {2, 3, 3}}), make_hyperx({.dims = {4, 4}})}) {
    const Links links(fabric);
    for (const Growth growth : {Growth::kBreadthFirst, Growth::kDepthFirst}) {
      const TurnOrder turns =
          up_down_turns(links, grow_direction(links, 0, growth, 0, fabric.switch_count()));
      Random random(5);
      std::vector<std::uint32_t> load(links.count());
      for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
        MinimalSearch kept(links, turns, 0);
        kept.set_destination(d);
        for (unsigned lid = 0; lid < 40; ++lid) {
          MinimalSearch fresh(links, turns, 0);
          fresh.set_destination(d);
          const bool found = fresh.route(load);
          ASSERT_EQ(kept.route(load), found);
          if (!found) break;
          for (std::size_t i = 0; i < fresh.hops().size(); ++i) {
            ASSERT_EQ(kept.hops()[i].from, fresh.hops()[i].from);
            ASSERT_EQ(kept.hops()[i].link, fresh.hops()[i].link);
          }
          for (const FirstHop& hop : fresh.hops()) load[hop.link] += random.below(3);
        }
      }
    }
  }
}

TEST(MinimalSearch, SaysWhenSomeSwitchHasNoMinimalPath) {
  // Below the first switch of a ring of five, the path from s1 to s3 may not cross what is below
  // both.
  const Fabric fabric = make_torus({.dims = {5}});
  const Links links(fabric);
  const TurnOrder turns = up_down_turns(links, {{0, 1, 4, 2, 3}});
  MinimalSearch search(links, turns, 0);
  search.set_destination(3);
  EXPECT_FALSE(search.route(std::vector<std::uint32_t>(links.count())));
  search.set_destination(4);
  EXPECT_TRUE(search.route(std::vector<std::uint32_t>(links.count())));
}

}  // namespace
}  // namespace weft
