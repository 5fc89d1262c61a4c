#include "common/patterns/phases.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace weft {
namespace {

using Flows = std::vector<Flow>;

// Positions 0..4 of which the second is nobody's.
const std::vector<EndPortIndex> kOrder = {4, kNone, 2, 7, 1};

std::vector<Flows> all_phases(RankOrder order, const Pattern& pattern) {
  Phases phases(order, pattern);
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
  Phases phases(order, pattern);
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
  Phases phases(order, pattern);
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

}  // namespace
}  // namespace weft
