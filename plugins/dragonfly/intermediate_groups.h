// The intermediate groups on the paths to each LID.
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
  SwitchIndex sw;        // its switch
  PortNum port;          // of that switch; 0: the switch itself
  std::uint32_t turn;    // its number among the ports of its group, plus the path bits
  std::uint32_t via;     // the intermediate group; kNone: paths are minimal
  std::uint8_t halving;  // with an intermediate group
};

// The LIDs of a group are consecutive, in the order of their switches and ports.
struct DragonflyLids {
  std::vector<DragonflyLid> all;
  std::vector<std::uint32_t> first;  // groups + 1
};

// The intermediate group is linked to the last group and in the other half (group_halves.h);
// `paths` says which LIDs have one. The LIDs of a port have different intermediate groups, if there
// are enough, and over all LIDs of a group each is used equally often. Cost: O(LIDs x groups).
DragonflyLids choose_intermediate_groups(const Fabric& fabric, const GroupGraph& graph,
                                         DragonflyPaths paths);

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_INTERMEDIATE_GROUPS_H_
