#include "plugins/auto/shift_contention.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/routed_engine.h"
#include "tests/support/routed_tree.h"

namespace weft {
namespace {

// Routed by ftree. over_first: leaf switches send to others over their first link alone.
double contention_of(const XgftSpec& spec, bool over_first = false) {
  const Fabric fabric = with_new_lids(make_xgft(spec), 0);
  test::RoutedEngine routed(ftree_engine(), fabric, {});
  if (over_first) {
    for (const EndPort& from : fabric.end_ports()) {
      PortNum up = 1;
      while (fabric.ports(from.sw)[up].kind != PeerKind::kSwitch) ++up;
      for (const EndPort& to : fabric.end_ports()) {
        if (to.sw != from.sw) routed.block.tables().row(from.sw)[to.lid] = up;
      }
    }
  }
  const test::FoundTree found(fabric, test::spines_of(fabric));
  return shift_contention(fabric, found.tree, routed.block.tables(), found.to.compute_nodes,
                          Workers(2));
}

TEST(ShiftContention, IsOneWhereLinksHaveNoMoreFlowsThanTheyMust) {
  EXPECT_EQ(contention_of({.down = {4, 6}, .up = {1, 4}}), 1);
  EXPECT_EQ(contention_of({.down = {4, 6}, .up = {1, 2}}), 1) << "two flows for each link up";
  EXPECT_EQ(contention_of({.down = {4, 4, 6}, .up = {1, 4, 1}}), 1)
      << "one for each from the leaf switches, four above";
}

TEST(ShiftContention, IsHowOftenTheBusiestLinkHasTheFlowsThatItMust) {
  // In a shift by 1, or back, one host of each leaf switch sends to another leaf switch; in a shift
  // by 2 or more both, so that the first link has both flows.
  const double contention = contention_of({.down = {2, 40}, .up = {1, 2}}, true);
  EXPECT_GT(contention, 1.8);
  EXPECT_LE(contention, 2);
}

}  // namespace
}  // namespace weft
