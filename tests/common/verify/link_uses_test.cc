#include "common/verify/link_uses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::Routed;
using test::Sketch;
using Uses = std::vector<LinkUse>;
using Lids = std::vector<LidUse>;

LinkUses uses_of(Routed& routed) {
  return find_link_uses(routed.fabric, measure(routed.view(), Workers(1)).link_load);
}

// Of one link.
Lids lids(Routed& routed, SwitchIndex s, PortNum p) {
  const Uses link = {{s, p, 0, 0}};
  return lids_over(routed.fabric, routed.block.tables(), link, 100).front().first;
}

// a0, a1 - s0 - s1 - s2 - a2, with a parallel link between s0 and s1 that nothing uses.
Routed line() {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.link(0, 2, 1, 3);
  sketch.ca(0, 3);
  sketch.ca(0, 4);
  sketch.ca(2, 3);
  Routed routed(sketch);
  routed.all_else(0, 1);
  routed.all_else(1, 1);
  routed.all_else(2, 1);
  routed.entry(1, lid_of_ca(2)) = 2;
  return routed;
}

TEST(LinkUses, AreOrderedAndCountEachDirection) {
  Routed routed = line();
  const LinkUses uses = uses_of(routed);
  EXPECT_EQ(uses.usual_rate, 32);
  EXPECT_EQ(uses.busiest, (Uses{{0, 1, 2, 2}, {1, 1, 2, 2}, {1, 2, 2, 2}, {2, 1, 2, 2}}));
  EXPECT_EQ(uses.unused, (Uses{{0, 2, 0, 0}, {1, 3, 0, 0}}));
  EXPECT_EQ(uses.slow, Uses{});
  EXPECT_DOUBLE_EQ(uses.max_time, 2);
  EXPECT_DOUBLE_EQ(uses.mean_time, 8.0 / 6);
}

TEST(LinkUses, SharersAreThoseWhoSendAndTheirLids) {
  Routed routed = line();
  const LinkSharers there = sharers_of(routed.fabric, routed.block.tables(), 1, 2);
  EXPECT_EQ(there.senders, (std::vector<SenderUse>{{0, 1}, {1, 1}}));
  EXPECT_EQ(there.lids, (Lids{{lid_of_ca(2), 2}}));
  const LinkSharers back = sharers_of(routed.fabric, routed.block.tables(), 2, 1);
  EXPECT_EQ(back.senders, (std::vector<SenderUse>{{2, 2}}));
  EXPECT_EQ(back.lids, (Lids{{lid_of_ca(0), 1}, {lid_of_ca(1), 1}}));
}

// s0 - s1 - s2 - s3, a CA at each: the link in the middle has most paths, the last one is slow, and
// so is that of a3. What is throttled is slow although it has the usual rate.
TEST(LinkUses, SlowLinksTakeLonger) {
  FabricBuilder builder("test");
  for (unsigned s = 0; s < 4; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = s + 1, .port_count = 8});
    builder.set_address(s, 0, 0, static_cast<Lid>(s + 1), 0);
  }
  for (unsigned s = 0; s < 4; ++s) {
    const NodeId ca = builder.add_node({.node_guid = 0x100u + s, .port_count = 1});
    builder.set_address(ca, 1, 0, lid_of_ca(s), 0);
    builder.add_link(s, 3, ca, 1, {.width = static_cast<std::uint8_t>(s == 3 ? 1 : 4)});
  }
  builder.add_link(0, 1, 1, 2, {.throttled = true});
  builder.add_link(1, 1, 2, 2, {});
  builder.add_link(2, 1, 3, 2, {.width = 1});
  Routed routed(builder.build());
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (SwitchIndex d = 0; d < 4; ++d) {
      if (s != d) routed.entry(s, lid_of_ca(d)) = d > s ? 1 : 2;
    }
  }
  const LinkUses uses = uses_of(routed);
  EXPECT_EQ(
      uses.busiest,
      (Uses{{2, 1, 3, 12}, {3, 2, 3, 12}, {1, 1, 4, 4}, {2, 2, 4, 4}, {0, 1, 3, 3}, {1, 2, 3, 3}}));
  EXPECT_EQ(uses.slow, (Uses{{0, 1, 3, 3}, {2, 1, 3, 12}, {3, 3, 0, 0}}));
}

TEST(LinkUses, NamesTheLidsOfALink) {
  Routed routed = line();
  EXPECT_EQ(lids(routed, 0, 1), (Lids{{lid_of_ca(2), 2}}));
  EXPECT_EQ(lids(routed, 1, 1), (Lids{{lid_of_ca(0), 1}, {lid_of_ca(1), 1}}));
}

TEST(LinkUses, OfTheLidsThoseOfMostPathsAreKept) {
  Routed routed = test::clockwise_ring(6);
  const Uses links = {{2, 1, 0, 0}, {0, 1, 0, 0}};
  const auto found = [&](std::size_t most) {
    return lids_over(routed.fabric, routed.block.tables(), links, most);
  };
  const std::vector<LidsOfLink> all = found(100);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_GT(all[0].count, 3u);
  for (std::size_t most = 0; most < 6; ++most) {
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(all[i].count, all[i].first.size());
      EXPECT_EQ(found(most)[i].count, all[i].count);
      const std::span<const LidUse> first(all[i].first);
      EXPECT_TRUE(
          std::ranges::equal(found(most)[i].first, first.first(std::min(most, first.size()))));
    }
  }
}

TEST(LinkUses, WhatDoesNotArriveLoadsNothing) {
  Routed routed = line();
  routed.entry(1, lid_of_ca(2)) = 1;  // back to s0, which sends it to s1
  EXPECT_EQ(lids(routed, 0, 1), Lids{});
}

// Of any tables: the LIDs of a link are as many as measure says.
TEST(LinkUses, TheLidsOfALinkSumUpToItsLoad) {
  Random random(7);
  for (unsigned round = 0; round < 20; ++round) {
    Routed routed = test::clockwise_ring(6);
    for (SwitchIndex s = 0; s < 6; ++s) {
      for (EndPortIndex a = 0; a < 6; ++a) {
        if (a != s) routed.entry(s, lid_of_ca(a)) = static_cast<PortNum>(random.below(4));
      }
    }
    const std::vector<std::uint64_t> load = measure(routed.view(), Workers(1)).link_load;
    for (SwitchIndex s = 0; s < 6; ++s) {
      for (PortNum p = 1; p <= 2; ++p) {
        std::uint64_t sum = 0;
        const Lids of_link = lids(routed, s, p);
        for (const LidUse& use : of_link) sum += use.paths;
        EXPECT_EQ(sum, load[routed.fabric.switches()[s].first_port + p]) << s << " " << p;
        const LinkSharers sharers = sharers_of(routed.fabric, routed.block.tables(), s, p);
        EXPECT_EQ(sharers.lids, of_link);
        for (const SenderUse& use : sharers.senders) sum -= use.paths;
        EXPECT_EQ(sum, 0u) << "the same by sender: " << s << " " << p;
      }
    }
  }
}

TEST(LinkUses, PairsAreBundledBySenders) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  for (SwitchIndex s = 0; s < 3; ++s) {
    sketch.ca(s, 3);
    sketch.ca(s, 4);
  }
  Routed routed(sketch);
  for (SwitchIndex s = 0; s < 3; ++s) routed.all_else(s, s == 0 ? 1 : 2);
  for (unsigned ca = 0; ca < 4; ++ca) routed.entry(2, lid_of_ca(ca)) = 1;
  for (unsigned ca = 0; ca < 2; ++ca) routed.entry(1, lid_of_ca(ca)) = 1;
  const auto bundles = [&](SwitchIndex s, PortNum p) {
    std::vector<std::pair<std::vector<SwitchIndex>, std::vector<Lid>>> list;
    for (const PairBundle& bundle : pairs_over(routed.fabric, routed.block.tables(), s, p)) {
      list.emplace_back(bundle.from, bundle.to);
    }
    return list;
  };
  using Bundles = decltype(bundles(0, 1));
  const std::vector<Lid> of_last = {lid_of_ca(4), lid_of_ca(5)};
  EXPECT_EQ(bundles(1, 2), (Bundles{{{0, 1}, of_last}}));
  EXPECT_EQ(bundles(0, 1),
            (Bundles{{{0}, {lid_of_ca(2), lid_of_ca(3), lid_of_ca(4), lid_of_ca(5)}}}));
  routed.entry(0, lid_of_ca(4)) = 0;  // what s0 sends to it gets lost
  EXPECT_EQ(bundles(1, 2), (Bundles{{{1}, {lid_of_ca(4)}}, {{0, 1}, {lid_of_ca(5)}}}));
}

// Of any tables: the pairs of a link are those whose path, followed hop by hop, goes over it.
TEST(LinkUses, PairsAreThoseWhosePathsLeadOverTheLink) {
  Random random(11);
  for (unsigned round = 0; round < 20; ++round) {
    Routed routed = test::clockwise_ring(6);
    for (SwitchIndex s = 0; s < 6; ++s) {
      for (EndPortIndex a = 0; a < 6; ++a) {
        if (a != s) routed.entry(s, lid_of_ca(a)) = static_cast<PortNum>(random.below(4));
      }
    }
    using Pair = std::pair<SwitchIndex, Lid>;
    std::map<std::pair<SwitchIndex, PortNum>, std::set<Pair>> expected;
    for (SwitchIndex from = 0; from < 6; ++from) {
      for (EndPortIndex a = 0; a < 6; ++a) {
        std::vector<std::pair<SwitchIndex, PortNum>> passed;
        SwitchIndex at = from;
        while (at != a && passed.size() < 6) {
          const PortNum out = routed.entry(at, lid_of_ca(a));
          if (out != 1 && out != 2) break;
          passed.emplace_back(at, out);
          at = routed.fabric.ports(at)[out].peer;
        }
        if (at != a) continue;
        for (const auto& link : passed) expected[link].emplace(from, lid_of_ca(a));
      }
    }
    for (SwitchIndex s = 0; s < 6; ++s) {
      for (PortNum p = 1; p <= 2; ++p) {
        std::set<Pair> found;
        std::size_t count = 0;
        for (const PairBundle& bundle : pairs_over(routed.fabric, routed.block.tables(), s, p)) {
          for (const SwitchIndex from : bundle.from) {
            for (const Lid lid : bundle.to) found.emplace(from, lid);
          }
          count += bundle.from.size() * bundle.to.size();
        }
        EXPECT_EQ(found, (expected[{s, p}])) << s << " " << p;
        EXPECT_EQ(found.size(), count) << "in two bundles: " << s << " " << p;
      }
    }
  }
}

}  // namespace
}  // namespace weft
