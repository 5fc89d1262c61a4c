#include "common/balance/switch_lids.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/switch_graph.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_switch;

// Two spines s0 and s1 over the leaves s2, s3 and s4: the leaves reach each other over both.
TEST(SwitchLids, AreSpreadOverTheCandidates) {
  test::Sketch sketch(5);
  for (SwitchIndex leaf = 2; leaf < 5; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
  }
  const Fabric fabric = sketch.build();
  const Targets targets = targets_in_order(fabric, {0, 1, 2, 3, 4});
  const Workers workers(2);
  const HopTable table =
      shortest_hop_table(fabric, SwitchGraph(fabric), {}, targets.switches, workers);
  TableBlock block(5, fabric.max_lid());
  spread_switch_lids(fabric, targets, table, 0, 2, block.tables());
  EXPECT_EQ(block.tables().row(2)[lid_of_switch(0)], kNoPath) << "its turn is still to come";
  spread_switch_lids(fabric, targets, table, 2, 5, block.tables());
  const auto entry = [&](SwitchIndex s, SwitchIndex to) {
    return block.tables().row(s)[lid_of_switch(to)];
  };
  EXPECT_EQ(entry(2, 2), 0u);
  EXPECT_EQ(entry(2, 0), 1u);
  EXPECT_EQ(entry(2, 1), 2u);
  EXPECT_EQ(entry(2, 3), 2u) << "the fourth target: the second candidate";
  EXPECT_EQ(entry(2, 4), 1u) << "the fifth: the first";
  EXPECT_EQ(entry(0, 4), 4u);
}

}  // namespace
}  // namespace weft
