#include "common/repair/fabric_match.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/engine_outcome.h"
#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using test::LivingFabric;

TEST(FabricMatch, OfTheSameFabricChangesNothing) {
  const Fabric fabric = test::two_spines().build();
  const FabricMatch match(fabric, fabric);
  EXPECT_TRUE(match.same_lids());
  for (SwitchIndex s = 0; s < 4; ++s) {
    EXPECT_EQ(match.switch_before(s), s);
    EXPECT_EQ(match.switch_now(s), s);
    EXPECT_EQ(match.end_port_before(s), s);
    for (PortNum p = 1; p <= 8; ++p) EXPECT_TRUE(match.keeps_neighbour(s, p));
  }
  EXPECT_EQ(match.lid_before(lid_of_ca(2)), lid_of_ca(2));
  EXPECT_EQ(match.lid_before(50), 0);
}

// s0 and s1, which have so many ports and a CA at port 3 each, with links between the ports of the
// pairs.
Fabric with_links(PortNum ports, const std::vector<std::pair<PortNum, PortNum>>& links) {
  test::Sketch sketch(2, ports);
  for (const auto& [a, b] : links) sketch.link(0, a, 1, b);
  for (SwitchIndex s = 0; s < 2; ++s) sketch.ca(s, 3);
  return sketch.build();
}

TEST(FabricMatch, LostLinksAreThoseThatWereThere) {
  const Fabric before = with_links(5, {{1, 1}, {2, 2}, {5, 5}});
  const auto lost = [&](const Fabric& now) {
    const FabricMatch match(before, now);
    std::vector<PortNum> ports;  // of s0
    for (PortNum p = 1; p <= 5; ++p) {
      if (match.lost_link(0, p)) ports.push_back(p);
    }
    return ports;
  };
  using Ports = std::vector<PortNum>;
  EXPECT_EQ(lost(before), Ports());
  EXPECT_EQ(lost(with_links(5, {{1, 1}, {2, 2}, {4, 4}, {5, 5}})), Ports()) << "one is new";
  EXPECT_EQ(lost(with_links(5, {{2, 2}, {5, 5}})), Ports{1});
  EXPECT_EQ(lost(with_links(5, {{1, 2}, {2, 1}, {5, 5}})), (Ports{1, 2})) << "crossed";
  EXPECT_EQ(lost(with_links(4, {{1, 1}, {2, 2}})), Ports{5}) << "of a port that is gone";

  LivingFabric without_peer(before);
  without_peer.lose_switch(1);
  EXPECT_EQ(lost(without_peer.now()), (Ports{1, 2, 5}));
  LivingFabric without_it(before);
  without_it.lose_switch(0);
  EXPECT_EQ(lost(without_it.now()), (Ports{1, 2, 3, 5})) << "of a switch that is gone";
}

// One link keeps its ports and gets another number.
TEST(FabricMatch, NumbersOfLinksFollowTheirPorts) {
  const Fabric before = with_links(6, {{1, 1}, {2, 2}, {4, 4}, {5, 5}});
  const Fabric now = with_links(6, {{2, 2}, {4, 5}, {5, 4}, {6, 6}});
  const Links links_before(before), links(now);
  const FabricMatch match(before, now);
  // From s0 ports 1, 2, 4 and 5, then those from s1; now ports 2, 4, 5 and 6.
  const std::vector<LinkIndex> there = {kNone, 0, kNone, kNone, kNone, 4, kNone, kNone};
  EXPECT_EQ(match.links_now(links_before, links), there);

  LivingFabric without_it(before);
  without_it.lose_switch(0);
  const Fabric left = without_it.now();
  EXPECT_EQ(FabricMatch(before, left).links_now(links_before, Links(left)),
            std::vector<LinkIndex>(8, kNone));
}

TEST(FabricMatch, FindsSwitchesWithShiftedIndices) {
  const Fabric whole = test::two_spines().build();
  LivingFabric living(whole);
  living.lose_switch(0);
  const Fabric now = living.now();
  const FabricMatch match(whole, now);
  EXPECT_FALSE(match.same_lids());
  EXPECT_EQ(match.switch_now(0), kNone);
  EXPECT_EQ(match.switch_before(0), 1u);
  EXPECT_EQ(match.switch_now(3), 2u);
  EXPECT_EQ(match.end_port_now(0), kNone);  // its CA
  EXPECT_EQ(match.lid_before(lid_of_switch(1)), lid_of_switch(1));
  // Leaf s2 had s0 behind port 1, and has s1 behind port 2 as before.
  EXPECT_FALSE(match.keeps_neighbour(1, 1));
  EXPECT_TRUE(match.keeps_neighbour(1, 2));

  const FabricMatch back(now, whole);
  EXPECT_EQ(back.switch_before(0), kNone);
  EXPECT_EQ(back.lid_before(lid_of_switch(0)), 0);
  EXPECT_FALSE(back.keeps_neighbour(2, 1));
}

// s0 and s1 with a link, and a CA at port `port` of switch `at`, which has a LID.
Fabric with_ca_at(SwitchIndex at, PortNum port, Lid lid) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(at, port, lid);
  return sketch.build();
}

TEST(FabricMatch, AnotherLidOfAPortIsTheSameColumn) {
  const Fabric before = with_ca_at(0, 2, 100);
  const Fabric now = with_ca_at(0, 2, 105);
  const FabricMatch match(before, now);
  EXPECT_FALSE(match.same_lids());
  EXPECT_EQ(match.lid_before(105), 100);
}

TEST(FabricMatch, AMovedPortHasNoColumn) {
  const Fabric before = with_ca_at(0, 2, 100);
  for (const Fabric& now : {with_ca_at(0, 3, 100), with_ca_at(1, 2, 100)}) {
    const FabricMatch match(before, now);
    EXPECT_EQ(match.end_port_before(0), 0u);
    EXPECT_EQ(match.lid_before(100), 0);
  }
}

}  // namespace
}  // namespace weft
