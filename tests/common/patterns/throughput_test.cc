#include "common/patterns/throughput.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/patterns/patterns.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/named_nodes.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

const Fabric& tree() {
  static const Fabric kTree = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), 0);
  return kTree;
}

DeliveredTraffic measured(const test::RoutedEngine& routed, const TrafficMix& mix,
                          const std::vector<EndPortIndex>& storage = {}) {
  return measure_traffic(routed.fabric, routed.view().tables, ranks_by_guid(routed.fabric),
                         {mix, storage}, 100'000, Workers(2));
}

TEST(Throughput, OfATreeWithoutContentionIsAllInShifts) {
  const test::RoutedEngine routed(ftree_engine(), tree(), {}, 1);
  const DeliveredTraffic shifts = measured(routed, {{PatternKind::kShift, 1}});
  EXPECT_EQ(shifts.part, 1);
  EXPECT_EQ(shifts.of.front().share, 1);
  EXPECT_EQ(shifts.of.front().most, 1);
  const DeliveredTraffic random = measured(routed, {{PatternKind::kBisection, 1}});
  EXPECT_LT(random.part, 1) << "of random partners some meet";
  EXPECT_GT(random.part, 0.5);
  EXPECT_EQ(random.of.front().most, 1) << "whole trees have room for all";
}

TEST(Throughput, CannotBeMoreThanTheLinksOfASwitch) {
  const Fabric narrow = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 2}}), 0);
  const test::RoutedEngine routed(ftree_engine(), narrow, {}, 1);
  EXPECT_EQ(measured(routed, {{PatternKind::kAllToAll, 1}}).of.front().most, 1.0 / 24)
      << "4 hosts send to 12 elsewhere over 2 links";
  const Throughput random = measured(routed, {{PatternKind::kBisection, 1}}).of.front();
  EXPECT_GT(random.most, 0.5) << "of four flows two have room, and those that stay";
  EXPECT_LT(random.most, 1);
}

TEST(DeliveredTraffic, IsTheMeanOfItsParts) {
  const test::RoutedEngine routed(ftree_engine(), tree(), {}, 1);
  const TrafficMix mix = {
      {PatternKind::kShift, 3}, {PatternKind::kBisection, 1}, {PatternKind::kRing, 0}};
  const DeliveredTraffic delivered = measured(routed, mix);
  EXPECT_DOUBLE_EQ(delivered.part, (3 + delivered.of[1].part()) / 4);
  EXPECT_EQ(delivered.of[2].share, 0) << "what counts nothing is not looked at";
  const auto percent = std::lround(100 * delivered.of[1].part());
  const auto all = std::lround(100 * delivered.part);
  EXPECT_EQ(describe_traffic(mix, delivered),
            "jobs get " + std::to_string(all) +
                " % of what the fabric can carry (shift 100 %, bisection " +
                std::to_string(percent) + " %)");
}

TEST(DeliveredTraffic, CountsNothingWithoutFlows) {
  const test::RoutedEngine routed(ftree_engine(), tree(), {}, 1);
  const TrafficMix mix = {{PatternKind::kShift, 1}, {PatternKind::kStorage, 9}};
  const DeliveredTraffic delivered = measured(routed, mix);
  EXPECT_EQ(delivered.part, delivered.of.front().part());
  EXPECT_EQ(describe_traffic(mix, delivered),
            "jobs get 100 % of what the fabric can carry (shift 100 %)");
}

// 16 hosts, of which two on one switch are servers: 14 flows, seven over each server's link.
TEST(Throughput, OfStorageIsThatOfItsServers) {
  const test::RoutedEngine routed(ftree_engine(), tree(), {}, 1);
  const std::vector<EndPortIndex> ranks = ranks_by_switch(routed.fabric);
  const Throughput storage =
      measured(routed, {{PatternKind::kStorage, 1}}, {ranks[4], ranks[5]}).of.front();
  EXPECT_NEAR(storage.share, 2.0 / 14, 1e-9);
  EXPECT_NEAR(storage.most, 2.0 / 14, 1e-9)
      << "hosts on the servers' switch share their links, too";
}

TEST(Traffic, IsSpreadOverTheLidsOfAPort) {
  const Fabric two = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), 1);
  EXPECT_TRUE(traffic_of(two, {}).spread);
  EXPECT_FALSE(traffic_of(tree(), {}).spread);
}

TEST(Traffic, IsTheUsualOneWhereNoServersAreKnown) {
  Options options;
  options.traffic = {{PatternKind::kStorage, 1}, {PatternKind::kRing, 0}};
  EXPECT_EQ(traffic_of(tree(), options).mix, usual_traffic());
  options.traffic[1].weight = 1;
  EXPECT_EQ(traffic_of(tree(), options).mix, options.traffic);
}

TEST(Traffic, NamesTheServersOfTheFile) {
  const EndPort& server = tree().end_ports()[ranks_by_guid(tree())[3]];
  Options options;
  options.io_nodes = test::named_nodes({server.port_guid, 12345});
  EXPECT_EQ(traffic_of(tree(), options).storage,
            std::vector<EndPortIndex>{ranks_by_guid(tree())[3]});
}

// Hosts 0 and 1 on one island, hosts 2 to 4 on the other.
TEST(DeliveredTraffic, IsThatOfJobsOnOneIslandEach) {
  test::Sketch sketch(2);
  for (PortNum port = 1; port <= 5; ++port) sketch.ca(port <= 2 ? 0 : 1, port);
  const test::RoutedEngine routed(minhop_engine(), sketch.build(), {}, 1);
  const DeliveredTraffic delivered = measured(routed,
                                              {{PatternKind::kShift, 1},
                                               {PatternKind::kAllToAll, 1},
                                               {PatternKind::kBisection, 1},
                                               {PatternKind::kStorage, 1}},
                                              {ranks_by_switch(routed.fabric)[0]});
  EXPECT_EQ(delivered.part, 1);
  EXPECT_EQ(delivered.of[0].share, 1);
  EXPECT_EQ(delivered.of[1].share, (2 * 1.0 + 6 * 0.5) / 8) << "of two hosts and of three";
  EXPECT_EQ(delivered.of[2].share, 1);
  EXPECT_EQ(delivered.of[3].share, 1) << "only the other host of its island uses the server";
}

TEST(DeliveredTraffic, IsAllWhereNothingFlows) {
  const Fabric one = with_new_lids(make_xgft({.down = {1}, .up = {1}}), 0);
  const test::RoutedEngine routed(minhop_engine(), one, {}, 1);
  EXPECT_EQ(measured(routed, usual_traffic()).part, 1);
}

}  // namespace
}  // namespace weft
