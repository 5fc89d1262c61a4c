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
  EXPECT_FALSE(plain.in_a_row[0]);
  EXPECT_TRUE(plain.in_a_row[1]);
  options.port_profile_switch_nodes = true;
  const Batches all = collect_batches({fabric, options, workers}, targets, 2);
  EXPECT_EQ(lids_to(all, 0), (Lids{100, 102, test::lid_of_switch(0), 101, 103}));
  EXPECT_EQ(all.of(0)[2].target, kSwitchItself);
}

TEST(StagedChoices, AreWrittenToTheLidsOfTheirDestinations) {
  Batches batches;
  batches.lids = {{10, 0}, {9, 1}, {5, 0}, {6, 1}, {7, 2}};
  batches.first = {0, 2, 5};
  batches.in_a_row = {false, true};
  StagedChoices staged(2);
  TableBlock block(2, 16);
  const Tables rows = block.tables();
  const auto entries = [&](SwitchIndex s) {
    return std::vector<PortNum>(rows.row(s) + 5, rows.row(s) + 11);
  };
  constexpr PortNum kNone = kNoPath;  // what rows begin with
  staged.start(batches, 0, 2);
  staged.at(0, 0)[0] = 1;
  staged.at(0, 1)[2] = 2;
  staged.at(1, 0)[1] = 3;
  staged.at(1, 1)[0] = 4;
  staged.write(rows);
  EXPECT_EQ(entries(0), (std::vector<PortNum>{kNone, kNone, 2, kNone, kNone, 1}));
  EXPECT_EQ(entries(1), (std::vector<PortNum>{4, kNone, kNone, kNone, 3, kNone}));
  staged.start(batches, 1, 2);  // only the second: the entries of the first stay
  staged.at(0, 1)[1] = 5;
  staged.write(rows);
  EXPECT_EQ(entries(0), (std::vector<PortNum>{kNone, 5, kNone, kNone, kNone, 1}));
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
