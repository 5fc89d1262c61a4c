// Through which groups the paths to each LID go.
#ifndef WEFT_PLUGINS_DRAGONFLY_INTERMEDIATE_GROUPS_H_
#define WEFT_PLUGINS_DRAGONFLY_INTERMEDIATE_GROUPS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/options.h"
#include "plugins/dragonfly/group_graph.h"

namespace weft {

// A LID to route to.
struct DragonflyLid {
  Lid lid;
  SwitchIndex sw;        // where its packets leave the fabric
  PortNum port;          // of that; 0: the switch itself
  std::uint32_t turn;    // counts the ports of its group, and adds the path bits
  std::uint32_t via;     // the intermediate group; kNone: paths are minimal
  std::uint8_t halving;  // with an intermediate group
};

// Those of a group stand together, in the order of their switches and ports.
struct DragonflyLids {
  std::vector<DragonflyLid> all;
  std::vector<std::uint32_t> first;  // groups + 1
};

// Intermediate groups are as `paths` says, in a group that links join to the last one, of the other
// half (group_halves.h): for each of a port's LIDs another one if there are so many, and over all
// LIDs of a group each as often as the others. Cost: O(LIDs x groups).
DragonflyLids choose_intermediate_groups(const Fabric& fabric, const GroupGraph& graph,
                                         DragonflyPaths paths);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_INTERMEDIATE_GROUPS_H_
