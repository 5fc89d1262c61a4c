#include "common/patterns/adversary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/patterns/patterns.h"

namespace weft {
namespace {

using Targets = std::vector<SwitchIndex>;  // by switch: where all of its ranks send

struct Judged {
  explicit Judged(const Fabric& without_lids)
      : fabric(with_new_lids(without_lids, 0)),
        placement(ranks_by_guid(fabric)),
        ranks(placement.size()) {
    std::iota(ranks.begin(), ranks.end(), 0u);
  }
  SwitchIndex switch_of(std::uint32_t rank) const {
    return fabric.end_ports()[placement.rails(rank).front()].sw;
  }
  Targets targets(const Adversary& adversary, std::uint32_t phase) const {
    Targets to(fabric.switch_count(), kNone);
    std::vector<unsigned> flows(ranks.size());
    adversary.for_each(phase, [&](std::uint32_t from, std::uint32_t rank) {
      SwitchIndex& target = to[switch_of(from)];
      EXPECT_TRUE(target == kNone || target == switch_of(rank));
      target = switch_of(rank);
      ++flows[from];
    });
    EXPECT_EQ(std::ranges::count(flows, 1u), static_cast<int>(ranks.size()));
    return to;
  }
  Adversary adversary() const { return {fabric, placement, ranks}; }

  Fabric fabric;
  Placement placement;
  std::vector<std::uint32_t> ranks;
};

// Switches are numbered group by group.
TEST(Adversary, SendsFromGroupToGroup) {
  const Judged judged(make_dragonfly({.routers = 4, .global_links = 2, .cas = 2}));
  const Adversary adversary = judged.adversary();
  ASSERT_EQ(adversary.phases(), 8u);
  for (const std::uint32_t phase : {0u, 7u}) {
    const Targets to = judged.targets(adversary, phase);
    for (SwitchIndex s = 0; s < 36; ++s) EXPECT_EQ(to[s], (s + 4 * (phase + 1)) % 36);
  }
}

TEST(Adversary, GoesNearlyHalfWayRoundRings) {
  const Judged judged(make_torus({.dims = {6, 7}, .cas = 2}));
  const Adversary adversary = judged.adversary();
  ASSERT_EQ(adversary.phases(), 2u);
  for (std::uint32_t phase = 0; phase < 2; ++phase) {
    const Targets to = judged.targets(adversary, phase);
    const bool along_six = to[0] % 7 == 0;
    for (SwitchIndex s = 0; s < 42; ++s) {
      // Two places on in a ring of six, three in one of seven; which way is up is free.
      const unsigned hops = along_six ? (to[s] / 7 + 6 - s / 7) % 6 : (to[s] % 7 + 7 - s % 7) % 7;
      EXPECT_TRUE(along_six ? hops == 2 || hops == 4 : hops == 3 || hops == 4) << s;
      EXPECT_EQ(along_six ? to[s] % 7 : to[s] / 7, along_six ? s % 7 : s / 7);
    }
  }
}

TEST(Adversary, MirrorsMeshes) {
  const Judged judged(make_mesh({.dims = {5}, .cas = 1}));
  const Adversary adversary = judged.adversary();
  ASSERT_EQ(adversary.phases(), 1u);
  EXPECT_EQ(judged.targets(adversary, 0), (Targets{4, 3, 2, 1, 0}));
}

TEST(Adversary, TransposesAndReversesHypercubes) {
  const Judged judged(make_hypercube({.dimensions = 6, .cas = 1}));
  const Adversary adversary = judged.adversary();
  ASSERT_EQ(adversary.phases(), 2u);
  for (std::uint32_t phase = 0; phase < 2; ++phase) {
    Targets to = judged.targets(adversary, phase);
    for (SwitchIndex s = 0; s < 64; ++s) EXPECT_EQ(to[to[s]], s) << "with as many bits as that";
    unsigned same = 0;
    for (SwitchIndex s = 0; s < 64; ++s) same += to[s] == s ? 1 : 0;
    EXPECT_EQ(same, 8u) << "both halves alike, or a palindrome";
  }
}

TEST(Adversary, SendsAlongTheRowsOfAHyperx) {
  const Judged judged(make_hyperx({.dims = {4, 5}, .cas = 1}));
  EXPECT_EQ(judged.adversary().phases(), 3u + 4u);
}

TEST(Adversary, KnowsNoneOfATree) {
  const Judged judged(make_xgft({.down = {3, 3}, .up = {1, 3}}));
  EXPECT_EQ(judged.adversary().phases(), 0u);
  const Placement one(std::vector<EndPortIndex>{0});
  EXPECT_EQ(Adversary(judged.fabric, one, std::vector<std::uint32_t>{0}).phases(), 0u);
}

// Some groups have fewer ranks than others, and some have none.
TEST(Adversary, BeginsAgainWhereThereAreFewer) {
  const Judged judged(
      without_some_cas(make_dragonfly({.routers = 3, .global_links = 1, .cas = 2}), {40, true}, 3));
  const Adversary adversary = judged.adversary();
  ASSERT_GT(adversary.phases(), 1u);
  std::vector<unsigned> flows(judged.ranks.size());
  adversary.for_each(0, [&](std::uint32_t from, std::uint32_t) { ++flows[from]; });
  EXPECT_EQ(flows, std::vector<unsigned>(judged.ranks.size(), 1));
}

}  // namespace
}  // namespace weft
