#include "plugins/dragonfly/intermediate_groups.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/group_halves.h"

namespace weft {
namespace {

// Groups of 4 routers with 4 CAs each; 9 of them.
DragonflyLids lids_of(std::uint8_t lmc, DragonflyPaths paths) {
  const Fabric fabric =
      with_new_lids(make_dragonfly({.routers = 4, .global_links = 2, .cas = 4}), lmc);
  const SwitchGraph switches(fabric);
  const SwitchGroups groups = find_groups(switches);
  return choose_intermediate_groups(fabric, GroupGraph(fabric, switches, groups), paths);
}

TEST(IntermediateGroups, AreNoneWhereAllIsMinimal) {
  const DragonflyLids lids = lids_of(2, DragonflyPaths::kMinimal);
  EXPECT_EQ(lids.all.size(), 9u * (16 * 4 + 4));
  ASSERT_EQ(lids.first.size(), 10u);
  EXPECT_EQ(lids.first[9], lids.all.size());
  for (const DragonflyLid& lid : lids.all) EXPECT_EQ(lid.via, kNone);
}

// So the first LIDs of all ports take turns, as do those of each port.
TEST(IntermediateGroups, LidsTakeTurnsByTheirPortAndBit) {
  const DragonflyLids lids = lids_of(2, DragonflyPaths::kMinimal);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(lids.all[i].turn(), i / 4 + i % 4);
}

TEST(IntermediateGroups, AreNotThoseOfTheLidAndOfTheOtherHalf) {
  for (const DragonflyPaths paths : {DragonflyPaths::kMix, DragonflyPaths::kNonminimal}) {
    const DragonflyLids lids = lids_of(2, paths);
    std::map<std::pair<SwitchIndex, PortNum>, std::set<std::uint32_t>> of_port;
    for (std::uint32_t group = 0; group < 9; ++group) {
      for (std::uint32_t i = lids.first[group]; i < lids.first[group + 1]; ++i) {
        const DragonflyLid& lid = lids.all[i];
        if (lid.port == 0) continue;
        const bool is_first = of_port[{lid.sw, lid.port}].empty();
        if (is_first && paths == DragonflyPaths::kMix) {
          EXPECT_EQ(lid.via, kNone);
        } else {
          ASSERT_LT(lid.via, 9u);
          EXPECT_NE(lid.via, group);
          EXPECT_NE(in_second_half(lid.halving, lid.via), in_second_half(lid.halving, group));
        }
        EXPECT_TRUE((of_port[{lid.sw, lid.port}].insert(lid.via).second))
            << "another one for each LID of a port";
      }
    }
  }
}

TEST(IntermediateGroups, AreUsedAlike) {
  const DragonflyLids lids = lids_of(2, DragonflyPaths::kMix);
  for (std::uint32_t group = 0; group < 9; ++group) {
    std::map<std::uint32_t, unsigned> uses;
    for (std::uint32_t i = lids.first[group]; i < lids.first[group + 1]; ++i) {
      if (lids.all[i].via != kNone) ++uses[lids.all[i].via];
    }
    // 48 LIDs; of the groups with the same two bits none is ever in the other half.
    EXPECT_GE(uses.size(), 6u);
    for (const auto& [via, count] : uses) {
      EXPECT_GE(count, 48 / uses.size() - 2) << group << " via " << via;
      EXPECT_LE(count, 48 / uses.size() + 2) << group << " via " << via;
    }
  }
}

}  // namespace
}  // namespace weft
