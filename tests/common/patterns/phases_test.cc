#include "common/patterns/phases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"

namespace weft {
namespace {

using Flows = std::vector<Flow>;

// Positions 0..4 of which the second is nobody's.
const std::vector<EndPortIndex> kOrder = {4, kNone, 2, 7, 1};

std::vector<Flows> all_phases(const Placement& placement, const Pattern& pattern) {
  const Fabric fabric;
  Phases phases(fabric, placement, pattern);
  std::vector<Flows> all(phases.count());
  for (Flows& flows : all) phases.next(flows);
  return all;
}

TEST(Phases, OfShiftsGoFromPositionToPosition) {
  const std::vector<Flows> phases = all_phases(kOrder, {PatternKind::kShift});
  ASSERT_EQ(phases.size(), 4u);
  EXPECT_EQ(phases[0], (Flows{{2, 7}, {7, 1}, {1, 4}})) << "4 sends to nobody, and 2 gets nothing";
  EXPECT_EQ(phases[1], (Flows{{4, 2}, {2, 1}, {7, 4}}));
  EXPECT_EQ(phases[3], (Flows{{4, 1}, {7, 2}, {1, 7}}));
}

TEST(Phases, OfRingsAreTheFirstShiftAndTheLast) {
  const std::vector<Flows> shifts = all_phases(kOrder, {PatternKind::kShift});
  EXPECT_EQ(all_phases(kOrder, {PatternKind::kRing}), (std::vector<Flows>{shifts[0], shifts[3]}));
}

TEST(Phases, OfRandomPatternsArePermutations) {
  const std::vector<EndPortIndex> order = {4, kNone, 2, 7, 1};
  const Pattern pattern = {PatternKind::kRandom, 50, 3};
  const Fabric fabric;
  const Placement placement(order);
  Phases phases(fabric, placement, pattern);
  ASSERT_EQ(phases.count(), 50u);
  std::set<std::vector<EndPortIndex>> seen;
  std::vector<Flow> flows;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    phases.next(flows);
    std::set<EndPortIndex> sources;
    std::set<EndPortIndex> destinations;
    std::vector<EndPortIndex> permutation;
    for (const Flow& flow : flows) {
      EXPECT_NE(flow.source, flow.destination);
      sources.insert(flow.source);
      destinations.insert(flow.destination);
      permutation.push_back(flow.destination);
    }
    EXPECT_EQ(sources.size(), flows.size());
    EXPECT_EQ(sources, destinations);
    EXPECT_EQ(sources.count(kNone), 0u);
    seen.insert(permutation);
  }
  EXPECT_GT(seen.size(), 10u) << "of 24";
}

TEST(Phases, OfBisectionsMatchTwoHalves) {
  const std::vector<EndPortIndex> order = {4, kNone, 2, 7, 1, 9};
  const Pattern pattern = {PatternKind::kBisection, 0, 1};
  const Fabric fabric;
  const Placement placement(order);
  Phases phases(fabric, placement, pattern);
  ASSERT_EQ(phases.count(), kRandomPhases);
  std::vector<Flow> flows;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    phases.next(flows);
    ASSERT_EQ(flows.size(), 2u) << "one of five is left out";
    const std::set<EndPortIndex> all = {flows[0].source, flows[0].destination, flows[1].source,
                                        flows[1].destination};
    EXPECT_EQ(all.size(), 4u);
    EXPECT_EQ(all.count(kNone), 0u);
  }
}

TEST(Phases, DependOnTheSeed) {
  const Pattern pattern = {PatternKind::kRandom, 20, 3};
  EXPECT_EQ(all_phases(kOrder, pattern), all_phases(kOrder, pattern));
  EXPECT_NE(all_phases(kOrder, pattern), all_phases(kOrder, {PatternKind::kRandom, 20, 4}));
}

// Ranks 0 and 1 have the rails {10, 11} and {20}.
TEST(Phases, BetweenRailsThereIsAFlowForEach) {
  Placement placement;
  placement.add(std::vector<EndPortIndex>{10, 11});
  placement.add(std::vector<EndPortIndex>{20});
  EXPECT_EQ(all_phases(placement, {PatternKind::kShift}),
            (std::vector<Flows>{{{10, 20}, {11, 20}, {20, 10}, {20, 11}}}));
}

TEST(Phases, RanksAtOnePortSendEachOtherNothing) {
  const std::vector<EndPortIndex> order = {5, 5, 6};
  EXPECT_EQ(all_phases(order, {PatternKind::kRing}),
            (std::vector<Flows>{{{5, 6}, {6, 5}}, {{5, 6}, {6, 5}}}));
}

// 12 = 3 x 2 x 2: ranks are 0..11 at the ports 0..11.
TEST(Phases, OfAStencilAreTheNeighboursInATorus) {
  std::vector<EndPortIndex> order(12);
  for (EndPortIndex e = 0; e < 12; ++e) order[e] = e;
  const std::vector<Flows> phases = all_phases(order, {PatternKind::kStencil});
  ASSERT_EQ(phases.size(), 6u);
  for (const Flows& flows : phases) EXPECT_EQ(flows.size(), 12u);
  EXPECT_EQ(phases[0][0], (Flow{0, 4}));
  EXPECT_EQ(phases[0][9], (Flow{9, 1}));
  EXPECT_EQ(phases[1][0], (Flow{0, 8}));
  EXPECT_EQ(phases[2][1], (Flow{1, 3}));
  EXPECT_EQ(phases[4][3], (Flow{3, 2}));
  order.resize(7);
  EXPECT_EQ(all_phases(order, {PatternKind::kStencil}).size(), 2u) << "a ring";
}

TEST(Phases, OfAHaloAreTheNeighboursInTwoDimensions) {
  std::vector<EndPortIndex> order(12);
  for (EndPortIndex e = 0; e < 12; ++e) order[e] = e;
  const std::vector<Flows> phases = all_phases(order, {PatternKind::kHalo});
  ASSERT_EQ(phases.size(), 4u) << "4 x 3";
  EXPECT_EQ(phases[0][0], (Flow{0, 3}));
  EXPECT_EQ(phases[2][2], (Flow{2, 0}));
}

TEST(Phases, OfDoublingExchangeAndFoldTheRest) {
  const std::vector<Flows> phases =
      all_phases(std::vector<EndPortIndex>{0, 1, 2, 3, 4, 5}, {PatternKind::kDoubling});
  ASSERT_EQ(phases.size(), 4u);
  EXPECT_EQ(phases[0], (Flows{{4, 0}, {5, 1}}));
  EXPECT_EQ(phases[1], (Flows{{0, 1}, {1, 0}, {2, 3}, {3, 2}}));
  EXPECT_EQ(phases[2], (Flows{{0, 2}, {1, 3}, {2, 0}, {3, 1}}));
  EXPECT_EQ(phases[3], (Flows{{0, 4}, {1, 5}}));
  EXPECT_EQ(all_phases(std::vector<EndPortIndex>{0, 1, 2, 3}, {PatternKind::kDoubling}).size(), 2u);
}

TEST(Phases, OfStorageGoToServersAndBack) {
  const std::vector<EndPortIndex> order = {0, 1, 2, 3, 4, 5, 6};
  Pattern pattern = {.kind = PatternKind::kStorage, .phases = 2};
  EXPECT_TRUE(all_phases(order, pattern).empty()) << "there are none";
  pattern.storage = {2, 5};
  const std::vector<Flows> phases = all_phases(order, pattern);
  ASSERT_EQ(phases.size(), 2u);
  for (std::size_t phase = 0; phase < 2; ++phase) {
    const bool reads = phase == 1;
    std::multiset<EndPortIndex> servers;
    std::set<EndPortIndex> hosts;
    for (const Flow& flow : phases[phase]) {
      servers.insert(reads ? flow.source : flow.destination);
      hosts.insert(reads ? flow.destination : flow.source);
    }
    EXPECT_EQ(hosts, (std::set<EndPortIndex>{0, 1, 3, 4, 6}));
    EXPECT_EQ(servers, (std::multiset<EndPortIndex>{2, 2, 2, 5, 5})) << "in turn";
  }
}

TEST(Phases, OfJobsAreShiftsOfHalves) {
  std::vector<EndPortIndex> order(20);
  for (EndPortIndex e = 0; e < 20; ++e) order[e] = e;
  const std::vector<Flows> phases = all_phases(order, {PatternKind::kJobs, 3, 7});
  ASSERT_EQ(phases.size(), 3u);
  for (const Flows& flows : phases) {
    ASSERT_EQ(flows.size(), 20u) << "two jobs of ten";
    std::set<EndPortIndex> sources;
    std::set<EndPortIndex> destinations;
    for (std::size_t i = 0; i < 20; ++i) {
      sources.insert(flows[i].source);
      destinations.insert(flows[i].destination);
      const auto job = std::span(flows).subspan(i / 10 * 10, 10);
      EXPECT_TRUE(std::ranges::any_of(
          job, [&](const Flow& flow) { return flow.source == flows[i].destination; }));
    }
    EXPECT_EQ(sources.size(), 20u);
    EXPECT_EQ(destinations.size(), 20u);
  }
  EXPECT_NE(phases[0], phases[1]);
}

// Hosts c1 and c2 of two HCAs each, at the switches 0 and 1 by rail, and c3 of one.
TEST(Phases, HierarchicalOnesGoFromHostToHostRailByRail) {
  FabricBuilder builder("rails");
  for (unsigned s = 0; s < 2; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = s + 1, .port_count = 8});
  }
  Guid guid = 0x10;
  PortNum at = 1;
  for (const char* name : {"c1 HCA-1", "c1 HCA-2", "c2 HCA-1", "c2 HCA-2", "c3 HCA-1"}) {
    const NodeId node = builder.add_node({.node_guid = guid, .port_count = 1, .name = name});
    builder.add_link(node, 1, guid % 0x20 == 0x10 ? 0 : 1, at++, {});
    guid += 0x10;
  }
  const Fabric fabric = builder.build();
  const Pattern pattern = {PatternKind::kHierarchical};
  const Placement ports(std::vector<EndPortIndex>{0, 1, 2, 3, 4});
  Phases phases(fabric, ports, pattern);
  ASSERT_EQ(phases.count(), 1u) << "inside of a host the fabric is not needed";
  Flows flows;
  phases.next(flows);
  EXPECT_EQ(flows, (Flows{{0, 2}, {1, 3}, {2, 4}, {4, 0}}));
  // One rank a host: groups are those of a switch.
  const Placement hosts(std::vector<EndPortIndex>{0, 2, 4, 1});
  Phases by_switch(fabric, hosts, pattern);
  ASSERT_EQ(by_switch.count(), 1u) << "0 and 1 are on one host";
}

TEST(Phases, AdversarialOnesOfATreeAreTheShiftsAlsoWithDummies) {
  const Fabric tree = with_new_lids(make_xgft({.down = {3, 3}, .up = {1, 3}}), 0);
  const Placement placement(std::vector<EndPortIndex>{0, kNone, 2, 7, 1});
  const Pattern shift = {PatternKind::kShift};
  const Pattern adversarial = {PatternKind::kAdversarial};
  Phases shifts(tree, placement, shift);
  Phases phases(tree, placement, adversarial);
  ASSERT_EQ(phases.count(), 4u);
  for (std::uint32_t i = 0; i < phases.count(); ++i) {
    Flows expected;
    Flows flows;
    shifts.next(expected);
    phases.next(flows);
    EXPECT_EQ(flows, expected) << i;
  }
}

TEST(Phases, OfPairsAreThePairsWithTheirWeights) {
  const std::vector<EndPortIndex> order = {4, kNone, 2};
  EXPECT_EQ(all_phases(order, {.kind = PatternKind::kPairs, .pairs = {{0, 2, 7}, {2, 0}, {0, 1}}}),
            (std::vector<Flows>{{{4, 2, 7}, {2, 4, 1}}}));
}

}  // namespace
}  // namespace weft
