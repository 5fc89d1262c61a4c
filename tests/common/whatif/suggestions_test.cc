#include "common/whatif/suggestions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Routed;
using test::Sketch;
using SwitchPair = std::pair<SwitchIndex, SwitchIndex>;

SwitchPair ends_of(const Failure& cable) {
  return std::minmax(cable.added.at(0).first.first, cable.added.at(0).second.first);
}

std::vector<SwitchPair> joined(const Fabric& fabric) {
  std::vector<SwitchPair> pairs;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch && s < port.peer) pairs.emplace_back(s, port.peer);
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

TEST(Suggestions, ATreeGetsBackWhatItLost) {
  const Fabric whole = make_xgft({.down = {4, 4, 4}, .up = {1, 2, 2}});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Fabric fabric = with_failures(whole, {.links = {2}, .seed = seed});
    Routed routed(with_new_lids(fabric, 0));
    std::vector<SwitchPair> lost;
    std::ranges::set_difference(joined(whole), joined(fabric), std::back_inserter(lost));
    const CableCandidates found =
        find_cables(routed.fabric, routed.block.tables(), {kNone, 0}, {}, 10);
    std::vector<SwitchPair> pairs;
    for (const Failure& cable : found.cables) pairs.push_back(ends_of(cable));
    std::ranges::sort(pairs);
    EXPECT_EQ(pairs, lost) << "seed " << seed;
    EXPECT_EQ(found.of, 2u);
  }
}

// Paths over a link that go by both switches of a pair, the one before it and the other behind,
// path by path.
std::map<SwitchPair, std::uint64_t> paths_by_pair(Routed& routed, SwitchPort link) {
  const Fabric& fabric = routed.fabric;
  std::map<SwitchPair, std::uint64_t> paths;
  for (const EndPort& from : fabric.end_ports()) {
    for (const EndPort& to : fabric.end_ports()) {
      if (&from == &to) continue;
      std::vector<SwitchIndex> before;
      std::vector<SwitchIndex> behind;
      bool is_over = false;
      for (SwitchIndex at = from.sw;;) {
        (is_over ? behind : before).push_back(at);
        if (at == to.sw) break;
        const PortNum out = routed.entry(at, to.lid);
        is_over = is_over || SwitchPort(at, out) == link;
        at = fabric.ports(at)[out].peer;
      }
      for (const SwitchIndex a : before) {
        for (const SwitchIndex b : behind) ++paths[std::minmax(a, b)];
      }
    }
  }
  return paths;
}

TEST(Suggestions, OthersBypassTheBusiestLink) {
  Routed routed = test::clockwise_ring(6);
  const SwitchPort link = {0, 1};
  std::map<SwitchPair, std::uint64_t> paths = paths_by_pair(routed, link);
  ASSERT_FALSE(paths.empty());
  const CableCandidates found = find_cables(routed.fabric, routed.block.tables(), link, {}, 99);
  EXPECT_EQ(found.of, paths.size());
  std::uint64_t last = found.cables.empty() ? 0 : paths[ends_of(found.cables.front())];
  EXPECT_GT(last, 0u);
  for (const Failure& cable : found.cables) {
    const auto at = paths.find(ends_of(cable));
    ASSERT_NE(at, paths.end()) << cable.name;
    EXPECT_LE(at->second, last) << cable.name;
    last = at->second;
    paths.erase(at);
    const auto& [a, b] = cable.added.at(0);
    EXPECT_EQ(routed.fabric.ports(a.first)[a.second].kind, PeerKind::kNothing);
    EXPECT_EQ(routed.fabric.ports(b.first)[b.second].kind, PeerKind::kNothing);
  }
  EXPECT_EQ(find_cables(routed.fabric, routed.block.tables(), link, {}, 2).cables.size(), 2u);
}

TEST(Suggestions, WithoutFreePortsThereAreNone) {
  Sketch sketch(3, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, (s + 1) % 3, 2);
  Routed routed(sketch);
  EXPECT_EQ(find_cables(routed.fabric, routed.block.tables(), {0, 1}, {}, 9).of, 0u);
}

TEST(Suggestions, PairsCountMoreThanCutsAndThoseMoreThanLoad) {
  const auto made = [](std::uint64_t unreachable, std::uint32_t cuts, std::uint64_t busiest) {
    Suggestion suggestion = {{.name = "a"}, {.links = cuts}};
    suggestion.outcome.unreachable = unreachable;
    suggestion.outcome.busiest_after = busiest;
    return suggestion;
  };
  EXPECT_TRUE(gains_more(made(0, 5, 9), made(2, 0, 1)));
  EXPECT_TRUE(gains_more(made(2, 0, 9), made(2, 1, 1)));
  EXPECT_TRUE(gains_more(made(2, 1, 1), made(2, 1, 9)));
  Suggestion refused = made(0, 0, 0);
  refused.outcome.error = "no";
  EXPECT_TRUE(gains_more(made(2, 1, 9), refused));
  EXPECT_FALSE(gains_more(refused, made(2, 1, 9)));
}

}  // namespace
}  // namespace weft
