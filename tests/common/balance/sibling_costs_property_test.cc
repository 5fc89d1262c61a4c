// With an LMC: the paths to the LIDs of a port have few links in common, with every engine that
// chooses among shortest paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "plugins/engines.h"
#include "tests/support/edge_disjoint_paths.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

struct Apart {
  std::uint64_t paths = 0;        // to LIDs of a port that have no link in common with each other
  std::uint64_t possible = 0;     // as the maximum flow over shortest paths has it, or one a LID
  std::uint64_t pairs = 0;        // for which two at least are possible
  std::uint64_t on_one_link = 0;  // of these, with a link that all paths lead over
};

// Of all switches with end ports, to some ports.
class Judge {
 public:
  Judge(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric),
        tables_(tables),
        links_(fabric),
        sources_(sources_by_switch(fabric)),
        hops_(distances_to(SwitchGraph(fabric), all_switches(fabric), Workers(1))) {}

  Apart judge() {
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); e += 3) {
      const EndPort& port = fabric_.end_ports()[e];
      if (port.lmc == 0) continue;
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (s != port.sw && sources_[s] > 0 && hops_.from(s)[port.sw] != kFar) judge(s, port);
      }
    }
    return apart_;
  }

 private:
  void judge(SwitchIndex from, const EndPort& port) {
    std::vector<std::vector<LinkIndex>> paths;
    for (const Lid lid : lids_of(port)) paths.push_back(path(from, lid, port.sw));
    std::vector<bool> is_shortest(links_.count());
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      is_shortest[link] =
          hops_.from(links_[link].from)[port.sw] == hops_.from(links_.to(link))[port.sw] + 1;
    }
    const unsigned possible =
        std::min<unsigned>(test::edge_disjoint_paths(links_, from, port.sw, is_shortest),
                           static_cast<unsigned>(paths.size()));
    apart_.possible += possible;
    apart_.paths += apart(paths);
    if (possible < 2) return;
    ++apart_.pairs;
    apart_.on_one_link += std::ranges::any_of(paths.front(), [&](LinkIndex link) {
      return std::ranges::all_of(
          paths, [&](const auto& path) { return std::ranges::count(path, link) > 0; });
    });
  }

  std::vector<LinkIndex> path(SwitchIndex from, Lid lid, SwitchIndex to) const {
    std::vector<LinkIndex> path;
    while (from != to && path.size() < fabric_.switch_count()) {
      path.push_back(links_.at(from, tables_.row(from)[lid]));
      from = links_.to(path.back());
    }
    return path;
  }

  // The most of them of which no two have a link in common.
  static unsigned apart(const std::vector<std::vector<LinkIndex>>& paths) {
    std::size_t most = 0;
    for (unsigned set = 1; set < 1u << paths.size(); ++set) {
      std::vector<LinkIndex> links;
      std::size_t count = 0;
      for (std::size_t i = 0; i < paths.size(); ++i) {
        if ((set >> i & 1) == 0) continue;
        links.insert(links.end(), paths[i].begin(), paths[i].end());
        ++count;
      }
      std::ranges::sort(links);
      if (std::ranges::adjacent_find(links) == links.end()) most = std::max(most, count);
    }
    return static_cast<unsigned>(most);
  }

  const Fabric& fabric_;
  ConstTables tables_;
  Links links_;
  std::vector<std::uint32_t> sources_;
  Distances hops_;
  Apart apart_;
};

Apart judged(const Fabric& fabric, std::string_view name) {
  const auto engines = all_engines();
  const EngineInfo* const engine = *std::ranges::find(engines, name, &EngineInfo::name);
  const test::RoutedEngine routed(*engine, fabric, {});
  EXPECT_EQ(routed.refusal, "");
  return Judge(fabric, routed.view().tables).judge();
}

Fabric drawn_tree(Random& random) {
  const auto n = static_cast<std::uint32_t>(3 + random.below(3));
  const XgftSpec params = random.below(2) == 0 ? XgftSpec{.down = {n, 6}, .up = {1, n}}
                                               : XgftSpec{.down = {n, 3, 4}, .up = {1, 3, n}};
  return with_failures(make_xgft(params), {.links = {static_cast<double>(random.below(6))},
                                           .seed = 1 + random.below(1000)});
}

Fabric drawn_graph(Random& random) {
  const std::uint64_t seed = 1 + random.below(1000);
  const auto drawn = [&] {
    switch (random.below(4)) {
      case 0:
        return make_torus({.dims = {4, 4}, .cas = 2});
      case 1:
        return make_hyperx({.dims = {3, 4}, .cas = 2});
      case 2:
        return make_dragonfly({.routers = 4, .global_links = 2, .cas = 2});
      default:
        return make_random_regular({.switches = 20, .degree = 4, .cas = 2, .seed = seed});
    }
  };
  return with_failures(drawn(), {.links = {static_cast<double>(random.below(3))}, .seed = seed});
}

// Over forty fabrics together: on a small one that lacks much a tree for each LID cannot have all.
Apart of_forty(std::string_view name, Fabric (*draw)(Random& random)) {
  Apart sum;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const auto lmc = static_cast<std::uint8_t>(1 + seed % 2);
    const Apart apart = judged(with_new_lids(draw(random), lmc), name);
    sum.paths += apart.paths;
    sum.possible += apart.possible;
    sum.pairs += apart.pairs;
    sum.on_one_link += apart.on_one_link;
  }
  return sum;
}

class SeveralLids : public testing::TestWithParam<std::string> {};

TEST_P(SeveralLids, HavePathsApartInTrees) {
  const Apart apart = of_forty(GetParam(), drawn_tree);
  EXPECT_GE(100 * apart.paths, 95 * apart.possible) << apart.paths << " of " << apart.possible;
  EXPECT_LE(100 * apart.on_one_link, 2 * apart.pairs) << apart.on_one_link << " of " << apart.pairs;
}

INSTANTIATE_TEST_SUITE_P(Engines, SeveralLids,
                         testing::Values("minhop", "updn", "ftree", "sssp", "dfsssp", "lash",
                                         "multipath"),
                         [](const auto& engine) { return engine.param; });

// It has the turns of one order of the switches, which fewer paths follow.
TEST(SeveralLidsOfNue, HaveMostPathsApartInTrees) {
  const Apart apart = of_forty("nue", drawn_tree);
  EXPECT_GE(100 * apart.paths, 85 * apart.possible) << apart.paths << " of " << apart.possible;
}

// Where loops may be closed.
TEST(SeveralLidsOfSssp, HavePathsApartOnAnyTopology) {
  const Apart apart = of_forty("sssp", drawn_graph);
  EXPECT_GE(100 * apart.paths, 90 * apart.possible) << apart.paths << " of " << apart.possible;
  EXPECT_LE(100 * apart.on_one_link, 10 * apart.pairs)
      << apart.on_one_link << " of " << apart.pairs;
}

}  // namespace
}  // namespace weft
