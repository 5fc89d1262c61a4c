#include "plugins/nue/lid_jobs.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/switch_graph.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using Lids = std::vector<Lid>;

// Four switches in a row, whose LIDs are 1 to 4, with so many CAs each.
struct Row {
  explicit Row(const std::vector<unsigned>& cas) {
    test::Sketch sketch(4);
    for (SwitchIndex s = 0; s + 1 < 4; ++s) sketch.link(s, 1, s + 1, 2);
    for (SwitchIndex s = 0; s < 4; ++s) {
      for (unsigned i = 0; i < cas[s]; ++i) sketch.ca(s, static_cast<PortNum>(3 + i));
    }
    fabric = sketch.build();
    targets = targets_in_order(fabric, {0, 1, 2, 3});
  }
  std::vector<LaneJobs> deal(std::size_t lanes, bool weigh_switches = false) const {
    return deal_lids(fabric, targets, lanes, weigh_switches);
  }

  Fabric fabric;
  Targets targets;
};

Lids lids(const std::vector<LidJob>& jobs) {
  Lids list;
  for (const LidJob& job : jobs) list.push_back(job.lid);
  return list;
}

TEST(LidJobs, LidsOfASwitchFollowEachOtherWhereSomeHaveNoEndPorts) {
  const auto lanes = Row({2, 0, 2, 0}).deal(1);
  EXPECT_EQ(lids(lanes[0].weighed), (Lids{lid_of_ca(0), lid_of_ca(1), lid_of_ca(2), lid_of_ca(3)}));
  EXPECT_EQ(lids(lanes[0].others), (Lids{2, 4}));
  EXPECT_EQ(lanes[0].weighed[0].copy, 1);
  EXPECT_EQ(lanes[0].weighed[1].copy, 0);
  EXPECT_EQ(lanes[0].weighed[2].copy, 3);
}

TEST(LidJobs, SwitchesTakeTurnsWhereAllHaveEndPorts) {
  const auto lanes = Row({2, 1, 2, 1}).deal(1);
  EXPECT_EQ(lids(lanes[0].weighed), (Lids{lid_of_ca(0), lid_of_ca(2), lid_of_ca(3), lid_of_ca(5),
                                          lid_of_ca(1), lid_of_ca(4)}));
  EXPECT_TRUE(lanes[0].others.empty());
}

TEST(LidJobs, LanesGetNeighbours) {
  const auto lanes = Row({1, 1, 1, 1}).deal(2);
  EXPECT_EQ(lids(lanes[0].weighed), (Lids{lid_of_ca(0), lid_of_ca(1)}));
  EXPECT_EQ(lids(lanes[1].weighed), (Lids{lid_of_ca(2), lid_of_ca(3)}));
}

TEST(LidJobs, LidsOfSwitchesHaveSeparatePathsIfAsked) {
  const auto lanes = Row({1, 0, 0, 0}).deal(1, true);
  EXPECT_EQ(lids(lanes[0].weighed), (Lids{lid_of_ca(0), 1, 2, 3, 4}));
  EXPECT_EQ(lanes[0].weighed[0].copy, 0);
}

}  // namespace
}  // namespace weft
