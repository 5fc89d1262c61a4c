#include "plugins/layered/settled_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/layered/sssp.h"

namespace weft {
namespace {

using Turns = std::set<std::pair<LinkIndex, LinkIndex>>;

// A tree as sssp routes it, more LIDs at a leaf switch than are read together.
struct SettledTree {
  SettledTree(LayerSpec spec, unsigned threads)
      : workers(threads),
        request{fabric, options, workers, first_lanes(2)},
        paths(request, links, sources, std::move(spec)) {
    sssp_engine().route(request, block.tables());
    for (const EndPort& port : fabric.end_ports()) settled[port.sw].push_back(port.lid);
    for (const Lid lid : lids_of(fabric.switches().back())) {
      settled[fabric.switch_count() - 1].push_back(lid);
    }
  }

  // Each path from a switch that needs a layer, link by link.
  template <typename Visit>
  void for_each_turn(Visit visit) const {
    for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
      for (const Lid lid : settled[d]) {
        for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
          if (s == d || !paths.needs_layer(s)) continue;
          LinkIndex in = kNone;
          for (SwitchIndex at = s; at != d; at = links.to(in)) {
            const LinkIndex out = links.at(at, block.tables().row(at)[lid]);
            if (in != kNone) visit(s, d, lid, LinkTurn{in, out});
            in = out;
          }
        }
      }
    }
  }

  Turns found(unsigned layer) const {
    const std::vector<std::vector<bool>> made = settled_turns(paths, block.tables(), settled);
    EXPECT_EQ(made.size(), paths.count());
    Turns turns;
    links.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if (made[layer][number]) turns.emplace(turn.from, turn.to);
    });
    return turns;
  }

  Fabric fabric = with_new_lids(make_xgft({.down = {20, 3, 2}, .up = {1, 2, 3}}), 0);
  Links links = Links(fabric);
  std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  Options options;
  Workers workers;
  RouteRequest request;
  TableBlock block = TableBlock(fabric.switch_count(), fabric.max_lid());
  PathLayers paths;
  std::vector<std::vector<Lid>> settled = std::vector<std::vector<Lid>>(fabric.switch_count());
};

TEST(SettledTurns, AreThoseOfAllPathsFromEndPorts) {
  for (const unsigned threads : {1u, 3u}) {
    const SettledTree tree({}, threads);
    Turns expected;
    tree.for_each_turn([&](SwitchIndex, SwitchIndex, Lid, LinkTurn turn) {
      expected.emplace(turn.from, turn.to);
    });
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(tree.found(0), expected);
  }
}

TEST(SettledTurns, HaveTheWaysBackOfLayersThatWereNeeded) {
  const SettledTree tree({.ways = Ways::kBoth}, 2);
  Turns expected;
  unsigned one_way = 0;
  tree.for_each_turn([&](SwitchIndex, SwitchIndex d, Lid, LinkTurn turn) {
    expected.emplace(turn.from, turn.to);
    if (tree.paths.needs_layer(d)) {
      const LinkTurn back = tree.links.way_back(turn);
      expected.emplace(back.from, back.to);
    } else {
      ++one_way;
    }
  });
  EXPECT_GT(one_way, 0u);
  EXPECT_EQ(tree.found(0), expected);
}

TEST(SettledTurns, AreEachInTheLayerOfItsPath) {
  std::vector<std::vector<LinkIndex>> orders(2);
  const Links links(with_new_lids(make_xgft({.down = {20, 3, 2}, .up = {1, 2, 3}}), 0));
  for (std::vector<LinkIndex>& order : orders) {
    for (LinkIndex link = 0; link < links.count(); ++link) order.push_back(link);
  }
  SettledTree tree({.orders = std::move(orders)}, 2);
  Random random(1);
  for (SwitchIndex d = 0; d < tree.fabric.switch_count(); ++d) {
    for (const Lid lid : tree.settled[d]) {
      for (SwitchIndex s = 0; s < tree.fabric.switch_count(); ++s) {
        const unsigned layer = random.below(2);
        tree.paths.enter(s, d, lid, layer, static_cast<LayerSet>(1u << layer));
      }
    }
  }
  Turns expected[2];
  tree.for_each_turn([&](SwitchIndex s, SwitchIndex d, Lid lid, LinkTurn turn) {
    expected[tree.paths.layer_of(s, d, lid)].emplace(turn.from, turn.to);
  });
  EXPECT_EQ(tree.found(0), expected[0]);
  EXPECT_EQ(tree.found(1), expected[1]);
}

}  // namespace
}  // namespace weft
