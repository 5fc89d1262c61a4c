#include "common/balance/destination_batches.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Lids = std::vector<Lid>;

Lids lids_to(const Batches& batches, std::size_t d) {
  Lids lids;
  for (const BatchLid& lid : batches.of(d)) lids.push_back(lid.lid);
  return lids;
}

TEST(Batches, HaveTheFirstPathBitOfAllThenTheSecond) {
  // Two CAs with two LIDs on s0, one with one on s1.
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3, 100, 1);
  sketch.ca(0, 4, 102, 1);
  sketch.ca(1, 3, 104);
  const Fabric fabric = sketch.build();
  const Targets targets = targets_in_order(fabric, {0, 1});
  Options options;
  const Workers workers(1);
  const Batches plain = collect_batches({fabric, options, workers}, targets, 2);
  EXPECT_EQ(lids_to(plain, 0), (Lids{100, 102, 101, 103}));
  EXPECT_EQ(lids_to(plain, 1), Lids{104});
  EXPECT_EQ(plain.of(0)[1].target, 1u);
  options.port_profile_switch_nodes = true;
  const Batches all = collect_batches({fabric, options, workers}, targets, 2);
  EXPECT_EQ(lids_to(all, 0), (Lids{100, 102, test::lid_of_switch(0), 101, 103}));
  EXPECT_EQ(all.of(0)[2].target, kSwitchItself);
}

TEST(BlockBorders, HoldAllDestinationsTogetherWhereTheyAreFew) {
  const Fabric fabric = make_torus({.dims = {4, 4}});
  std::vector<SwitchIndex> switches(16);
  for (SwitchIndex s = 0; s < 16; ++s) switches[s] = s;
  const Targets targets = targets_in_order(fabric, switches);
  EXPECT_EQ(block_borders(fabric, targets, 16), (std::vector<std::size_t>{0, 16}));
  EXPECT_EQ(block_borders(fabric, targets, 0), (std::vector<std::size_t>{0}));
}

TEST(BlockBorders, DoNotCutWhereNeighboursAreShared) {
  // A path of 600 switches whose pairs 2 k, 2 k + 1 hang on a switch of their own: 900 in all.
  constexpr SwitchIndex kLeaves = 600;
  test::Sketch sketch(kLeaves * 3 / 2);
  std::vector<SwitchIndex> switches;
  for (SwitchIndex s = 0; s < kLeaves; ++s) {
    sketch.link(s, 1, kLeaves + (s + 1) / 2 % (kLeaves / 2), static_cast<PortNum>(1 + s % 2));
    switches.push_back(s);
  }
  const Fabric fabric = sketch.build();
  const Targets targets = targets_in_order(fabric, switches);
  // Half of 600 is between 299 and 300, which share a neighbour; 300 and 301 do not.
  EXPECT_EQ(block_borders(fabric, targets, kLeaves), (std::vector<std::size_t>{0, 301, kLeaves}));
}

}  // namespace
}  // namespace weft
