// Which leaf switches of a fabric belong together, level by level.
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
  // By switch: the groups that it is in, the largest first. Numbers are those of one level, and of
  // the groups of levels above; empty: it is below all of the fabric alone.
  std::vector<std::vector<std::uint32_t>> groups;
};

// Of a fabric that is in one piece. Cost: O(links log links), and O(S^2) where the ranks above the
// leaf switches are no clear tree.
SwitchLevels find_switch_levels(const Fabric& fabric, const Workers& workers);

}  // namespace weft

#endif  // WEFT_EXPORT_SWITCH_LEVELS_H_
