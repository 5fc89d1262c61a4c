#include "plugins/nue/load_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/generators.h"
#include "plugins/nue/direction.h"

namespace weft {
namespace {

using Loads = std::vector<std::uint32_t>;

// The slow obvious way: of all switches that have a path and are not done, the lightest is next.
struct SlowSearch {
  SlowSearch(const Links& links, const TurnOrder& turns, SwitchIndex destination, const Loads& load)
      : best(links.switch_count(), {kFarthest, kNone, kNone}) {
    std::uint64_t sum = 0;
    for (const std::uint32_t paths : load) sum += paths;
    const std::uint64_t mean = 1 + sum / load.size();
    const auto cost = [&](std::uint64_t paths) {
      const std::uint64_t means = paths * ((std::uint64_t{1} << 32) / mean) >> 28;
      return 1 + 3 * mean / 10 + paths + paths * means / 16;
    };
    best[destination] = {0, 0, kNone};
    std::vector<char> done(best.size());
    while (true) {
      SwitchIndex s = kNone;
      for (SwitchIndex i = 0; i < best.size(); ++i) {
        if (done[i] == 0 && (s == kNone || best[i] < best[s])) s = i;
      }
      if (s == kNone || std::get<0>(best[s]) == kFarthest) break;
      done[s] = 1;
      for (LinkIndex link = 0; link < links.count(); ++link) {
        const SwitchIndex from = links[link].from;
        if (links.to(link) != s || done[from] != 0) continue;
        if (s != destination && !turns.allows(link, std::get<2>(best[s]))) continue;
        best[from] = std::min(
            best[from], {std::get<0>(best[s]) + cost(load[link]), std::get<1>(best[s]) + 1, link});
      }
    }
  }

  std::vector<std::tuple<std::uint64_t, std::uint32_t, LinkIndex>> best;  // weight, hops, link
};

TEST(LoadSearch, FindsWhatDijkstraFinds) {
  for (const Fabric& fabric : {make_torus({.dims = {4, 5}}), make_hyperx({.dims = {3, 4}}),
                               make_xgft({.down = {3, 4, 3}, .up = {1, 3, 4}})}) {
    const Links links(fabric);
    const TurnOrder turns = up_down_turns(
        links,
        grow_direction(links, 1, Growth::kDepthFirst, 0, std::vector<Hops>(fabric.switch_count())));
    LoadSearch search(links, turns, 0, 0);
    Random random(7);
    Loads load(links.count());
    for (unsigned round = 0; round < 30; ++round) {
      const SwitchIndex destination = random.below(fabric.switch_count());
      search.route(destination, load);
      const SlowSearch slow(links, turns, destination, load);
      ASSERT_EQ(search.hops().size(), fabric.switch_count() - 1);
      std::vector<char> met(fabric.switch_count());
      met[destination] = 1;
      for (const FirstHop& hop : search.hops()) {
        EXPECT_EQ(hop.link, std::get<2>(slow.best[hop.from]));
        EXPECT_EQ(met[hop.to], 1) << "the switch behind a link comes first";
        met[hop.from] = 1;
      }
      for (const FirstHop& hop : search.hops()) load[hop.link] += random.below(20);
    }
  }
}

}  // namespace
}  // namespace weft
