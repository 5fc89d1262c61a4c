#include "plugins/fat_tree/tree_places.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::FoundTree;
using Numbers = std::vector<std::uint32_t>;

TEST(TreePlaces, HostsStandByLeafAndPort) {
  const Fabric fabric = with_new_lids(make_xgft({.down = {3, 4}, .up = {1, 2}}), 0);
  FoundTree found(fabric, test::spines_of(fabric));
  const TreePlaces places =
      find_tree_places(found.fabric, parse_tree_shape("PGFT(2; 3,4; 1,2)"), found.tree);
  EXPECT_EQ(places.leaf_rank, 1u);
  EXPECT_EQ(places.leaf_size, 3u);
  EXPECT_EQ(Numbers(places.leaf_start.begin(), places.leaf_start.begin() + 4),
            (Numbers{0, 3, 6, 9}));
  EXPECT_EQ(places.host, (Numbers{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(places.switch_position, (Numbers{0, 1, 2, 3, 0, 1})) << "spines are counted apart";
}

// Spines s0 and s1; the leaf that hangs on their ports 1, 2, ... is the first, the second, ...
FoundTree leaves_at(const std::vector<PortNum>& ports) {
  test::Sketch sketch(2 + static_cast<std::uint32_t>(ports.size()));
  for (SwitchIndex i = 0; i < ports.size(); ++i) {
    sketch.link(2 + i, 1, 0, ports[i]);
    sketch.link(2 + i, 2, 1, ports[i]);
    sketch.ca(2 + i, 3);
    sketch.ca(2 + i, 4);
  }
  return {sketch.build(), {0, 1}};
}

Numbers starts_of(FoundTree found) {
  const TreePlaces places =
      find_tree_places(found.fabric, parse_tree_shape("PGFT(2; 2,4; 1,2)"), found.tree);
  return {places.leaf_start.begin() + 2, places.leaf_start.end()};
}

TEST(TreePlaces, PortsOfSpinesSayWhichLeafIsTheFirst) {
  EXPECT_EQ(starts_of(leaves_at({1, 2, 3, 4})), (Numbers{0, 2, 4, 6}));
  EXPECT_EQ(starts_of(leaves_at({4, 3, 1, 2})), (Numbers{6, 4, 0, 2}));
}

TEST(TreePlaces, ALeafThatIsNotThereKeepsItsPlace) {
  EXPECT_EQ(starts_of(leaves_at({1, 4, 3})), (Numbers{0, 6, 4}));
}

TEST(TreePlaces, WherePortsSayNothingLeavesAreCounted) {
  // The fifth port is beyond the four leaves that there may be.
  EXPECT_EQ(starts_of(leaves_at({1, 5, 2})), (Numbers{0, 2, 4}));
}

}  // namespace
}  // namespace weft
