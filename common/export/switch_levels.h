// The groups of leaf switches of a fabric, level by level.
// Tested by tests/common/export/host_tree_test.cc.
#ifndef WEFT_EXPORT_SWITCH_LEVELS_H_
#define WEFT_EXPORT_SWITCH_LEVELS_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"

namespace weft {

enum class LevelsFound : std::uint8_t { kTree, kDragonfly, kNothing };

struct SwitchLevels {
  LevelsFound found = LevelsFound::kNothing;
  // By switch: its groups, the largest first. Numbers are unique only within a level and below the
  // same larger group; empty: no group but the whole fabric.
  std::vector<std::vector<std::uint32_t>> groups;
};

// fabric: one island. Cost: O(links log links); O(S^2) if the ranks above the leaf switches are no
// clear tree.
SwitchLevels find_switch_levels(const Fabric& fabric, const Workers& workers);

}  // namespace weft

#endif  // WEFT_EXPORT_SWITCH_LEVELS_H_
