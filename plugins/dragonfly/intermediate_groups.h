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

// The place of a LID among those that take the same ways in turns (GroupWays::place).
struct LidTurn {
  std::uint32_t number;  // among them; end ports come first
  std::uint32_t alike;   // how many end ports they have
  std::uint32_t begin;   // the place of number 0: differs by path bits, and by the two groups
};

// A LID to route to.
struct DragonflyLid {
  Lid lid;
  SwitchIndex sw;        // its switch
  PortNum port;          // of that switch; 0: the switch itself
  LidTurn in_group;      // among the ports of its group
  std::uint32_t via;     // the intermediate group; kNone: paths are minimal
  LidTurn of_via;        // among the LIDs of its group with this intermediate group
  std::uint8_t halving;  // with an intermediate group

  std::uint32_t turn() const { return in_group.number + in_group.begin; }
  LidTurn between_groups() const { return via == kNone ? in_group : of_via; }
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
