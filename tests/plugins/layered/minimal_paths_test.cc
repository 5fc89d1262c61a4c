#include "plugins/layered/minimal_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// Four spines above five leaves.
Fabric tree() { return make_xgft({.down = {1, 5}, .up = {1, 4}}); }

bool is_leaf(const Links& links, SwitchIndex s) { return links.count_of(s) == 4; }

// How many leaves are like the last switch. No other switch is.
int count_alike(const Links& links, const MinimalPaths& paths) {
  int alike = 0;
  for (std::size_t i = 0; i < paths.nearest_first().size(); ++i) {
    if (!paths.is_like_last(i)) continue;
    ++alike;
    EXPECT_TRUE(is_leaf(links, paths.nearest_first()[i]));
    EXPECT_TRUE(is_leaf(links, paths.nearest_first()[i - 1]));
    EXPECT_EQ(paths.steps(i).size(), 4u);
  }
  return alike;
}

SwitchIndex any_leaf(const Links& links) {
  SwitchIndex s = 0;
  while (!is_leaf(links, s)) ++s;
  return s;
}

TEST(MinimalPaths, LeavesOfATreeAreAlike) {
  const Links links(tree());
  MinimalPaths paths;
  paths.find(links, {}, any_leaf(links));
  EXPECT_EQ(count_alike(links, paths), 3);  // the first of the four others comes after a spine
  EXPECT_EQ(count_alike(links, paths.compact()), 3);
}

TEST(MinimalPaths, LeavesWithoutOneOfTheStepsAreNotAlike) {
  const Links links(tree());
  const SwitchIndex destination = any_leaf(links);
  MinimalPaths paths;
  paths.find(links, {}, destination);
  std::vector<bool> usable(links.count(), true);
  usable[links.first_of(paths.nearest_first().back())] = false;
  paths.find(links, usable, destination);
  EXPECT_EQ(count_alike(links, paths), 2);
}

TEST(MinimalPaths, NoSwitchIsLikeAnotherWhereStepsArePreferred) {
  const Links links(tree());
  MinimalPaths paths;
  paths.find(links, {}, any_leaf(links));
  paths.prefer([](SwitchIndex, MinimalPaths::Step step) { return step == 2; });
  EXPECT_EQ(count_alike(links, paths), 0);
}

void expect_equal(const MinimalPaths& a, const MinimalPaths& b) {
  ASSERT_TRUE(std::ranges::equal(a.nearest_first(), b.nearest_first()));
  EXPECT_EQ(a.destination(), b.destination());
  EXPECT_EQ(a.is_complete(), b.is_complete());
  EXPECT_EQ(a.has_preferred(), b.has_preferred());
  for (std::size_t i = 0; i < a.nearest_first().size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(a.steps(i), b.steps(i)));
    EXPECT_EQ(a.is_like_last(i), b.is_like_last(i));
    EXPECT_EQ(a.preferred(i), b.preferred(i));
  }
}

TEST(PackedPaths, AreWhatTheyWereWhateverTheyAreUnpackedInto) {
  const Links links(tree());
  MinimalPaths unpacked;
  unpacked.find(links, {}, 0);
  unpacked.prefer([](SwitchIndex, MinimalPaths::Step) { return true; });
  for (SwitchIndex to = 0; to < links.switch_count(); ++to) {
    MinimalPaths paths;
    paths.find(links, {}, to);
    if (to == 2) paths.mark_incomplete();
    PackedPaths(paths).unpack(unpacked);
    expect_equal(unpacked, paths);
    paths.prefer([](SwitchIndex, MinimalPaths::Step step) { return step == 2; });
    PackedPaths(paths).unpack(unpacked);
    expect_equal(unpacked, paths);
  }
}

// All that is asked of steps, slowly.
TEST(MinimalPaths, StepsLeadNearer) {
  const Links links(make_xgft({.down = {2, 5, 3}, .up = {1, 4, 5}}));
  MinimalPaths paths;
  for (SwitchIndex to = 0; to < links.switch_count(); ++to) {
    paths.find(links, {}, to);
    std::vector<int> hops(links.switch_count(), -1);
    hops[to] = 0;
    ASSERT_EQ(paths.nearest_first().size() + 1, links.switch_count());
    for (std::size_t i = 0; i < paths.nearest_first().size(); ++i) {
      const SwitchIndex s = paths.nearest_first()[i];
      std::vector<MinimalPaths::Step> nearer;
      for (std::uint32_t n = 0; n < links.count_of(s); ++n) {
        const int next = hops[links.neighbours(s)[n]];
        if (next < 0) continue;
        hops[s] = hops[s] < 0 ? next + 1 : hops[s];
        if (hops[s] == next + 1) nearer.push_back(static_cast<MinimalPaths::Step>(n));
      }
      const auto steps = paths.steps(i);
      EXPECT_EQ(std::vector(steps.begin(), steps.end()), nearer);
    }
  }
}

}  // namespace
}  // namespace weft
