// The formulas beside every way to cut a small fabric in two.
#include "common/design/bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// Every set of switches is one side once; the hosts that a half then has too many or too few have
// their own links cut. One switch changes sides at a time.
Bisection slow_bisection(const Fabric& fabric) {
  const std::uint32_t switches = fabric.switch_count();
  const std::uint64_t hosts = fabric.end_port_count();
  std::vector<std::vector<SwitchIndex>> neighbours(switches);  // one for each link
  std::vector<std::uint64_t> at(switches, 0);
  for (SwitchIndex s = 0; s < switches; ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch) neighbours[s].push_back(port.peer);
      if (port.kind == PeerKind::kEndPort) ++at[s];
    }
  }
  Bisection best = {.cut = hosts, .hosts = hosts / 2};
  std::vector<bool> side(switches, false);
  std::int64_t cut = 0;
  std::int64_t there = 0;
  for (std::uint64_t step = 0; step < std::uint64_t{1} << (switches - 1); ++step) {
    if (step > 0) {
      const auto moved = static_cast<std::uint32_t>(std::countr_zero(step));
      side[moved] = !side[moved];
      there += static_cast<std::int64_t>(at[moved]) * (side[moved] ? 1 : -1);
      for (const SwitchIndex other : neighbours[moved]) cut += side[moved] == side[other] ? -1 : 1;
    }
    const auto half = static_cast<std::int64_t>(hosts / 2);
    const auto rest = static_cast<std::int64_t>(hosts) - half;
    const std::int64_t moved_hosts = std::min(std::abs(half - there), std::abs(rest - there));
    best.cut = std::min(best.cut, static_cast<std::uint64_t>(cut + moved_hosts));
  }
  return best;
}

void expect_same(const Bisection& found, const Fabric& fabric) {
  const Bisection expected = slow_bisection(fabric);
  EXPECT_EQ(found.hosts, expected.hosts);
  EXPECT_EQ(found.cut, expected.cut);
}

TEST(Bisection, OfTreesByHand) {
  // Four leaf switches of four hosts: two on each side have as many uplinks as hosts.
  EXPECT_EQ(tree_bisection({.hosts = 4, .leaves = 4, .middles = 4}).share(), 1);
  EXPECT_EQ(tree_bisection({.hosts = 4, .leaves = 4, .middles = 2}).share(), 0.5);
  // One switch alone: its hosts are cut off.
  EXPECT_EQ(tree_bisection({.hosts = 8, .leaves = 1, .middles = 1}).share(), 1);
}

TEST(Bisection, OfTreesOfTwoLevelsIsTheLeast) {
  for (const unsigned hosts : {1u, 2u, 3u, 5u}) {
    for (const unsigned leaves : {2u, 3u, 5u, 6u}) {
      for (const unsigned spines : {1u, 2u, 3u, 4u}) {
        for (const unsigned links : {1u, 2u}) {
          SCOPED_TRACE(testing::Message()
                       << hosts << " " << leaves << " " << spines << " " << links);
          expect_same(
              tree_bisection(
                  {.hosts = hosts, .leaves = leaves, .middles = spines, .uplinks = links}),
              make_xgft({.down = {hosts, leaves}, .up = {1, spines}, .parallel = {1, links}}));
        }
      }
    }
  }
}

TEST(Bisection, OfTreesOfThreeLevelsIsTheLeast) {
  struct Case {
    unsigned hosts, leaves, pods, middles, cores, links, core_links;
  };
  for (const auto& [hosts, leaves, pods, middles, cores, links, core_links] :
       {Case{2, 2, 2, 2, 2, 1, 1}, Case{3, 2, 3, 2, 1, 1, 2}, Case{2, 3, 2, 2, 3, 1, 1},
        Case{4, 2, 3, 1, 2, 2, 1}, Case{1, 2, 3, 2, 2, 1, 1}, Case{3, 2, 4, 1, 1, 3, 2},
        Case{2, 1, 4, 2, 2, 1, 1}, Case{5, 3, 3, 1, 2, 1, 1}}) {
    SCOPED_TRACE(testing::Message() << hosts << " " << leaves << " " << pods << " " << middles);
    expect_same(tree_bisection({.hosts = hosts,
                                .leaves = leaves,
                                .pods = pods,
                                .middles = middles,
                                .uplinks = links,
                                .to_core = std::uint64_t{cores} * core_links}),
                make_xgft({.down = {hosts, leaves, pods},
                           .up = {1, middles, cores},
                           .parallel = {1, links, core_links}}));
  }
}

TEST(Bisection, OfToriIsTheLeast) {
  for (const auto& rings : std::vector<std::vector<unsigned>>{{4, 3}, {4, 4}, {6, 3}, {4}, {8}}) {
    for (const unsigned hosts : {1u, 3u, 9u}) {
      for (const unsigned links : {1u, 2u}) {
        SCOPED_TRACE(testing::Message() << rings.front() << " " << hosts << " " << links);
        expect_same(torus_bisection(rings, links, hosts),
                    make_torus({.dims = rings, .cas = hosts, .links = links}));
      }
    }
  }
}

TEST(Bisection, OfHyperXIsTheLeast) {
  for (const auto& dims : std::vector<std::vector<unsigned>>{
           {3, 3}, {4, 3}, {3, 4}, {5, 3}, {4, 4}, {5}, {6, 3}, {3, 3, 2}, {2, 3}}) {
    for (const unsigned hosts : {1u, 3u, 9u}) {
      for (const unsigned links : {1u, 2u}) {
        SCOPED_TRACE(testing::Message() << dims.front() << " " << hosts << " " << links);
        expect_same(hyperx_bisection(dims, links, hosts),
                    make_hyperx({.dims = dims, .cas = hosts, .links = links}));
      }
    }
  }
}

TEST(Bisection, OfSmallDragonfliesIsTheLeast) {
  struct Case {
    unsigned routers, global, groups;
  };
  for (const auto& [routers, global, groups] :
       {Case{3, 1, 4}, Case{4, 1, 5}, Case{4, 1, 3}, Case{4, 2, 5}, Case{4, 2, 3}, Case{5, 2, 3},
        Case{6, 1, 3}, Case{6, 2, 3}, Case{4, 3, 5}, Case{4, 3, 4}, Case{5, 3, 4}}) {
    for (const unsigned hosts : {1u, 4u}) {
      SCOPED_TRACE(testing::Message() << routers << " " << global << " " << groups << " " << hosts);
      expect_same(
          dragonfly_bisection({groups, routers, global, hosts}),
          make_dragonfly(
              {.routers = routers, .global_links = global, .cas = hosts, .groups = groups}));
    }
  }
}

}  // namespace
}  // namespace weft
