#include "plugins/nue/minimal_search.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/up_down.h"
#include "common/topology/levels.h"
#include "plugins/nue/direction.h"

namespace weft {
namespace {

struct Case {
  Case(const Fabric& of, Growth growth)
      : fabric(with_new_lids(of, 0)),
        turns(up_down_turns(links, grow_direction(links, 0, growth, 0, levels_of(fabric)))) {}

  Fabric fabric;
  Links links = Links(fabric);
  TurnOrder turns;
  std::vector<std::uint32_t> sources = sources_by_switch(fabric);
};

std::vector<Case> cases() {
  std::vector<Case> cases;
  for (const Growth growth : {Growth::kHighestFirst, Growth::kDepthFirst}) {
    cases.emplace_back(make_xgft({.down = {3, 4, 3}, .up = {1, 3, 4}}), growth);
    cases.emplace_back(make_torus({.dims = {2, 3, 3}}), growth);
    cases.emplace_back(make_hyperx({.dims = {4, 4}}), growth);
    for (std::uint64_t seed = 1; seed < 5; ++seed) {
      cases.emplace_back(with_failures(make_xgft({.down = {3, 4, 5}, .up = {1, 3, 4}}),
                                       {.links = {.number = 6}, .seed = seed}),
                         growth);
    }
  }
  return cases;
}

// What is kept from LID to LID must not show: a search that begins anew finds the same.
TEST(MinimalSearch, FindsTheSameAsOneThatKnowsNothing) {
  Random random(5);
  for (const Case& at : cases()) {
    std::vector<std::uint32_t> load(at.links.count());
    for (SwitchIndex d = 0; d < at.fabric.switch_count(); ++d) {
      MinimalSearch kept(at.links, at.turns, at.sources, 0);
      kept.set_destination(d);
      for (unsigned lid = 0; lid < 40; ++lid) {
        MinimalSearch fresh(at.links, at.turns, at.sources, 0);
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

// In links, by the turns of the order; kNone: it does not get there.
std::uint32_t length_of_path(const Case& at, const std::vector<LinkIndex>& next, SwitchIndex s,
                             SwitchIndex destination) {
  std::uint32_t length = 0;
  for (LinkIndex before = kNone; s != destination; s = at.links.to(before)) {
    if (++length > at.fabric.switch_count()) return kNone;
    if (before != kNone && !at.turns.allows(before, next[s])) return kNone;
    before = next[s];
  }
  return length;
}

// A tree that has lost links: all that have end ports have minimal paths to leaf switches, whatever
// was lost above; of the others some cannot, and get there all the same.
TEST(MinimalSearch, OnlySwitchesWithoutEndPortsTakeDetours) {
  unsigned detours = 0;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const Case at(with_failures(make_xgft({.down = {3, 4, 5}, .up = {1, 3, 4}}),
                                {.links = {.number = 4}, .seed = seed}),
                  Growth::kHighestFirst);
    const SwitchGraph graph(at.fabric);
    const std::vector<std::uint32_t> load(at.links.count());
    MinimalSearch search(at.links, at.turns, at.sources, 0);
    for (SwitchIndex d = 0; d < at.fabric.switch_count(); ++d) {
      if (at.sources[d] == 0) continue;
      search.set_destination(d);
      if (!search.route(load)) continue;
      std::vector<LinkIndex> next(at.fabric.switch_count());
      for (const FirstHop& hop : search.hops()) next[hop.from] = hop.link;
      const std::vector<Hops> least = ranks_below(graph, std::vector{d});
      for (SwitchIndex s = 0; s < at.fabric.switch_count(); ++s) {
        const std::uint32_t length = length_of_path(at, next, s, d);
        ASSERT_NE(length, kNone);
        if (at.sources[s] > 0) {
          EXPECT_EQ(length, least[s]);
        } else {
          detours += length > least[s] ? 1u : 0u;
        }
      }
    }
  }
  EXPECT_GT(detours, 0u);
}

TEST(MinimalSearch, SaysWhenSomeSwitchHasNoMinimalPath) {
  // Below the first switch of a ring of five, the path from s1 to s3 may not cross what is below
  // both.
  const Fabric fabric = make_torus({.dims = {5}});
  const Links links(fabric);
  const TurnOrder turns = up_down_turns(links, {{0, 1, 4, 2, 3}});
  const std::vector<std::uint32_t> sources(5, 1);
  MinimalSearch search(links, turns, sources, 0);
  search.set_destination(3);
  EXPECT_FALSE(search.route(std::vector<std::uint32_t>(links.count())));
  search.set_destination(4);
  EXPECT_TRUE(search.route(std::vector<std::uint32_t>(links.count())));
}

}  // namespace
}  // namespace weft
