#include "common/counters/replay.h"

#include <gtest/gtest.h>

#include "tests/support/counted_tree.h"

namespace weft {
namespace {

// All links carry 4e9 octets a second.
TEST(Replay, TellsTheBusiestLinkAndItsTime) {
  test::CountedTree tree;
  const std::vector<SentFlow> flows = {{0, 2, 8e9}, {1, 2, 4e9}, {2, 3, 1e9}};
  const Replay even = replay(tree.fabric(), tree.routed.block.tables(), flows);
  EXPECT_EQ(even.all_octets, 13e9);
  EXPECT_EQ(even.lost_octets, 0);
  // a0 and a1 are both led to a2 by way of s2.
  EXPECT_EQ(even.octets, 12e9);
  EXPECT_DOUBLE_EQ(even.seconds, 3);
  EXPECT_DOUBLE_EQ(even.end_port_seconds, 3);
  EXPECT_EQ(even.busiest, tree.place(0, 1));
}

TEST(Replay, EndPortsAreNoBetterThanTheirLinks) {
  test::CountedTree tree;
  for (EndPortIndex e = 2; e < 4; ++e) tree.routed.entry(0, test::lid_of_ca(e)) = 1;
  const std::vector<SentFlow> flows = {{0, 2, 4e9}, {1, 3, 4e9}};
  const Replay result = replay(tree.fabric(), tree.routed.block.tables(), flows);
  EXPECT_DOUBLE_EQ(result.seconds, 2);
  EXPECT_DOUBLE_EQ(result.end_port_seconds, 1);
}

TEST(Replay, WhatHasNoPathIsLost) {
  test::CountedTree tree;
  tree.routed.entry(0, test::lid_of_ca(2)) = kNoPath;
  const std::vector<SentFlow> flows = {{0, 2, 4e9}};
  const Replay result = replay(tree.fabric(), tree.routed.block.tables(), flows);
  EXPECT_EQ(result.lost_octets, 4e9);
  EXPECT_EQ(result.busiest, kNone);
}

TEST(Replay, SpreadsARankOverItsRails) {
  Placement placement;
  const std::vector<EndPortIndex> rails = {0, 1}, one = {2};
  placement.add(rails);
  placement.add(one);
  const std::vector<SentFlow> flows = flows_of(placement, std::vector<RankPair>{{0, 1, 3}}, 2);
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0].octets, 3);
  EXPECT_EQ(flows[1].source, 1u);
  EXPECT_EQ(flows[1].destination, 2u);
}

}  // namespace
}  // namespace weft
