#include "common/repair/routing_diff.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::clockwise_ring;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;
using test::Sketch;

// A ring of four as clockwise_ring() draws it, without the link from a switch to the next; CAs at
// ports 3.
Fabric ring_without(SwitchIndex lost) {
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) {
    if (s != lost) sketch.link(s, 1, (s + 1) % 4, 2);
  }
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  return sketch.build();
}

RoutingDiff compare(Routed& before, Routed& now) {
  const FabricMatch match(before.fabric, now.fabric);
  return compare_routings(match, {before.block.tables(), before.lanes},
                          {now.block.tables(), now.lanes}, Workers(2));
}

TEST(RoutingDiff, ARoutingIsNotAnotherOne) {
  Routed before = clockwise_ring(4);
  Routed now = clockwise_ring(4);
  const RoutingDiff diff = compare(before, now);
  EXPECT_TRUE(diff.is_nothing());
  EXPECT_EQ(diff.total.entries, (EntryChanges{.compared = 4 * 8}));
  EXPECT_EQ(diff.total.sls, SlChanges{}) << "all is on one lane";
}

TEST(RoutingDiff, WhatCrossedALostLinkIsForced) {
  Routed before = clockwise_ring(4);
  Routed now(ring_without(0));
  for (SwitchIndex s = 0; s < 4; ++s) now.all_else(s, 1);
  now.all_else(0, 2);  // over s3, and so on round the ring
  now.entry(2, lid_of_ca(1)) = 2;
  now.entry(2, lid_of_ca(3)) = kNoPath;
  const RoutingDiff diff = compare(before, now);
  // Each switch has a LID, and so has its CA.
  const EntryChanges& all = diff.total.entries;
  EXPECT_EQ(all.compared, 4 * 8u);
  EXPECT_EQ(all.over_lost, 2 * 3u) << "s0 to all others; s1 sends nothing back";
  EXPECT_EQ(all.led_over, 2 * (3 + 2 + 1u)) << "to s1, s2 and s3";
  EXPECT_EQ(all.changed, 6 + 2u);
  EXPECT_EQ(all.forced, 6 + 1u) << "s2 to a1 led over s3 and s0";
  EXPECT_EQ(all.without_path, 1u);
  EXPECT_EQ(diff.by_switch[0].entries.changed, 6u);
  EXPECT_EQ(diff.by_switch[1].entries.changed, 0u);
  EXPECT_EQ(diff.by_switch[2].entries.changed, 2u);
  EXPECT_EQ(diff.by_switch[2].entries.forced, 1u);
  EXPECT_FALSE(diff.is_nothing());
}

TEST(RoutingDiff, BothDirectionsOfALostLinkCount) {
  Routed before = clockwise_ring(4);
  before.entry(1, lid_of_ca(0)) = 2;
  Routed now(ring_without(0));
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.total.entries.over_lost, 6 + 1u);
  EXPECT_EQ(diff.total.entries.led_over, 12 + 1u);
}

TEST(RoutingDiff, AForwardingLoopCrossesALinkOrDoesNot) {
  Routed before = clockwise_ring(4);
  before.entry(3, lid_of_ca(3)) = 1;  // and round
  before.entry(1, lid_of_ca(0)) = 1;
  before.entry(2, lid_of_ca(0)) = 2;  // to and fro
  Routed now(ring_without(0));
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.total.entries.over_lost, 6u);
  EXPECT_EQ(diff.total.entries.led_over, 12 + 3u) << "s1, s2 and s3 to a3, too";
}

TEST(RoutingDiff, EntriesWithoutAPathAreNotForced) {
  Routed before = clockwise_ring(4);
  before.entry(0, lid_of_ca(1)) = kNoPath;
  before.entry(0, lid_of_ca(2)) = 200;  // a port that there is not
  Routed now(ring_without(0));
  for (SwitchIndex s = 0; s < 4; ++s) now.all_else(s, 1);
  now.entry(0, lid_of_ca(1)) = 2;
  now.entry(0, lid_of_ca(2)) = 2;
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.total.entries.changed, 2u);
  EXPECT_EQ(diff.total.entries.forced, 0u);
}

TEST(RoutingDiff, ALostSwitchTakesItsLinksAndItsLidsAlong) {
  Routed before = clockwise_ring(4);
  // s2 and its CA are gone: GUIDs tell the others apart.
  FabricBuilder builder("three");
  for (const SwitchIndex s : {0u, 1u, 3u}) {
    const NodeId node = builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 8, .name = ""});
    builder.set_address(node, 0, 0, lid_of_switch(s), 0);
    const NodeId ca = builder.add_node(
        {.type = NodeType::kCa, .node_guid = 0x1000 + 16 * s, .port_count = 1, .name = ""});
    builder.add_link(ca, 1, node, 3, {});
    builder.set_address(ca, 1, 0, lid_of_ca(s), 0);
  }
  builder.add_link(0, 1, 2, 2, {});  // nodes are switch, CA, switch, ...
  builder.add_link(4, 1, 0, 2, {});
  Routed now(builder.build());
  now.all_else(0, 1);
  now.all_else(1, 2);
  now.all_else(2, 1);
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.lost_lids, (std::vector<Lid>{lid_of_switch(2), lid_of_ca(2)}));
  EXPECT_TRUE(diff.new_lids.empty());
  EXPECT_EQ(diff.total.entries.compared, 3 * 6u);
  EXPECT_EQ(diff.total.entries.changed, 2 * 2u) << "s1 to s3 and s0";
  EXPECT_EQ(diff.total.entries.forced, 2 * 2u);
  EXPECT_EQ(diff.total.entries.over_lost, 2 * 2u);
  EXPECT_EQ(diff.total.entries.led_over, 2 * (2 + 1u)) << "s0 to s3, too";
}

// Three switches in a row, s0 - s1 - s2, with a CA at each of some ports of s0 and s2.
Fabric row(PortNum first, SwitchIndex at, PortNum second) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 2, 2);
  sketch.ca(0, first);
  sketch.ca(at, second);
  return sketch.build();
}
Routed routed_row(Fabric fabric) {
  Routed routed(std::move(fabric));
  routed.all_else(0, 1);
  routed.all_else(2, 2);
  for (const Lid lid : {lid_of_switch(0), lid_of_ca(0), lid_of_ca(1)}) {
    routed.entry(1, lid) = routed.fabric.destination_switch(lid) == 0 ? 2 : 1;
  }
  routed.entry(1, lid_of_switch(2)) = 1;
  return routed;
}

TEST(RoutingDiff, AllThatLedToAHostThatMovedIsForced) {
  Routed before = routed_row(row(3, 2, 3));
  Routed now = routed_row(row(3, 0, 4));
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.moved, std::vector<EndPortIndex>{1});
  EXPECT_TRUE(diff.new_lids.empty());
  EXPECT_TRUE(diff.lost_lids.empty());
  EXPECT_EQ(diff.total.entries.changed, 3u) << "its LID at every switch";
  EXPECT_EQ(diff.total.entries.forced, 3u);
  EXPECT_EQ(diff.total.entries.over_lost, 1u) << "at s2";
}

TEST(RoutingDiff, AHostAtAnotherPortOfItsSwitchHasMovedToo) {
  Routed before = routed_row(row(3, 2, 3));
  Routed now = routed_row(row(3, 2, 5));
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.moved, std::vector<EndPortIndex>{1});
  EXPECT_EQ(diff.total.entries.led_over, 3u);
  EXPECT_EQ(diff.total.entries.changed, 1u);
}

TEST(RoutingDiff, SlsAreThoseOfPairs) {
  Routed before = clockwise_ring(4);
  Routed now(ring_without(0));
  for (SwitchIndex s = 0; s < 4; ++s) now.all_else(s, 1);
  SlBySwitch sls;
  sls.rows.assign(4, std::vector<Sl>(now.fabric.max_lid() + 1, 0));
  sls.rows[0][lid_of_ca(1)] = 1;      // a0's path to a1 crossed the link
  sls.rows[1][lid_of_ca(3)] = 1;      // that of a1 to a3 did not
  sls.rows[1][lid_of_ca(1)] = 1;      // no pair
  sls.rows[1][lid_of_switch(2)] = 1;  // nor is this
  now.lanes = sls;
  const RoutingDiff diff = compare(before, now);
  EXPECT_EQ(diff.total.sls, (SlChanges{.compared = 4 * 3, .changed = 2, .forced = 1}));
  EXPECT_EQ(diff.by_switch[0].sls.forced, 1u);
  EXPECT_EQ(diff.by_switch[1].sls.changed, 1u);
}

}  // namespace
}  // namespace weft
