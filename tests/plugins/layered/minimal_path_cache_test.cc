#include "plugins/layered/minimal_path_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

// Two units at switch 3 of a square, and one at 0.
DestinationOrder order() {
  DestinationOrder order;
  order.lids = {101, 102, 100};
  order.units = {{3, 0, 1, true}, {3, 1, 1, true}, {0, 2, 1, true}};
  order.batches = {0, 1, 2, 3};
  return order;
}

std::vector<MinimalPaths::Step> first_steps(const MinimalPaths& paths, SwitchIndex s) {
  for (std::size_t i = 0; i < paths.nearest_first().size(); ++i) {
    const auto steps = paths.steps(i);
    if (paths.nearest_first()[i] == s) return {steps.begin(), steps.end()};
  }
  return {};
}

class MinimalPathCacheOfASquare : public ::testing::Test {
 protected:
  test::LayersOn on{test::square()};
  DestinationOrder of = order();
  MinimalPaths found;
};

TEST_F(MinimalPathCacheOfASquare, KeepsPathsToSwitchesOfSeveralUnits) {
  const std::vector<bool> usable;
  const MinimalPathCache cache(on.links, of, usable, on.workers);
  EXPECT_NE(&cache.to(3, found), &found);
  EXPECT_FALSE(found.is_found());
  EXPECT_EQ(&cache.to(0, found), &found);
  EXPECT_EQ(found.destination(), 0u);
  EXPECT_EQ(first_steps(cache.to(3, found), 0), (std::vector<MinimalPaths::Step>{0, 1}));
}

TEST_F(MinimalPathCacheOfASquare, FindsPathsOnceWhereLidsTakeTurns) {
  const std::vector<bool> usable;
  int asked = 0;
  const MinimalPathCache::Preferred preferred = [&](LinkIndex link, SwitchIndex) {
    ++asked;
    return link == on.link(3, 2);
  };
  for (const bool leaf_by_leaf : {false, true}) {
    of.leaf_by_leaf = leaf_by_leaf;
    MinimalPathCache cache(on.links, of, usable, on.workers);
    cache.prefer(preferred);
    EXPECT_EQ(first_steps(cache.to(0, found), 3), (std::vector<MinimalPaths::Step>{1, 0}));
    asked = 0;
    EXPECT_EQ(first_steps(cache.to(0, found), 3), (std::vector<MinimalPaths::Step>{1, 0}));
    EXPECT_EQ(asked != 0, leaf_by_leaf);
  }
}

TEST_F(MinimalPathCacheOfASquare, LeavesOtherLinksAlone) {
  std::vector<bool> usable(on.links.count(), true);
  usable[on.link(0, 1)] = false;
  const MinimalPathCache cache(on.links, of, usable, on.workers);
  EXPECT_EQ(first_steps(cache.to(3, found), 0), std::vector<MinimalPaths::Step>{1});
}

TEST_F(MinimalPathCacheOfASquare, BringsPreferredStepsToTheFront) {
  const std::vector<bool> usable;
  MinimalPathCache cache(on.links, of, usable, on.workers);
  cache.prefer([&](LinkIndex link, SwitchIndex) { return link == on.link(0, 2); });
  EXPECT_EQ(first_steps(cache.to(3, found), 0), (std::vector<MinimalPaths::Step>{1, 0}));
  cache.prefer(nullptr);
  EXPECT_EQ(first_steps(cache.to(3, found), 0), (std::vector<MinimalPaths::Step>{0, 1}));
}

TEST_F(MinimalPathCacheOfASquare, LooksAheadByAllThreads) {
  const Workers workers(2);
  const std::vector<bool> usable;
  std::atomic<int> asked = 0;
  MinimalPathCache cache(on.links, of, usable, workers);
  cache.prefer([&](LinkIndex link, SwitchIndex) {
    ++asked;
    return link == on.link(3, 2);
  });
  asked = 0;
  cache.look_ahead(std::span(of.units).subspan(2));
  EXPECT_NE(asked, 0) << "those to 0, a unit of which has its turn alone";
  asked = 0;
  EXPECT_EQ(first_steps(cache.to(0, found), 3), (std::vector<MinimalPaths::Step>{1, 0}));
  EXPECT_EQ(asked, 0);
  cache.forget_packed();
  EXPECT_EQ(first_steps(cache.to(0, found), 3), (std::vector<MinimalPaths::Step>{1, 0}));
  EXPECT_NE(asked, 0);
}

}  // namespace
}  // namespace weft
