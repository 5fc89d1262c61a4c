// Multicast: a few master spanning trees over the switches that can do multicast. A group's tree is
// a master pruned to the switches that its members need, so hop tables are never consulted, and the
// dependencies of all groups to come are known when a routing is verified.
#ifndef WEFT_ROUTING_MULTICAST_PLAN_H_
#define WEFT_ROUTING_MULTICAST_PLAN_H_

#include <span>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/up_down.h"

namespace weft {

// A spanning tree (a forest, where the fabric is in pieces).
struct MasterTree {
  struct Node {
    SwitchIndex parent = kNone;  // kNone: a root, or not part of the tree
    PortNum port = 0;            // towards the parent; 0 at a root
    PortNum parent_port = 0;     // the parent's port towards this switch
    std::uint32_t depth = 0;     // 0 at a root
    bool in_tree = false;
  };
  std::vector<Node> nodes;  // by SwitchIndex
};

struct MulticastPlan {
  std::vector<MasterTree> masters;  // at least one if there is a switch that can do multicast

  // Which master a group uses. mlid: 0xC000..0xFFFE.
  std::size_t master_of(Lid mlid) const { return masters.empty() ? 0 : mlid % masters.size(); }
};

// Breadth-first trees over the switches that can do multicast, from up to four switches midway
// between two that are far apart and have end ports: in a tree, switches of the top level. Pieces
// that no link connects get a tree each. With an orientation, from up to four of the highest
// switches, and packets keep to up*/down* in the trees as far as those alone lead; beyond that they
// turn in and above the valleys (see missing_routes.h), or, where none is given, one that this
// finds. Cost: a few searches, O(links) each.
MulticastPlan plan_multicast(const Fabric& fabric, const Orientation& orientation = {},
                             std::span<const SwitchIndex> valleys = {},
                             AcyclicTurns* turns = nullptr);

// A port of a switch.
using SwitchPort = std::pair<SwitchIndex, PortNum>;

// The ports that a group's packets have to be sent through: the members' own, and those of the
// master's branches between them. A member is given by the switch port that it is linked to; port 0
// stands for the switch itself. Members on switches outside the tree are left out and counted in
// `unreached`. Ports come in ascending order, without repetition. Cost: O(members x depth).
std::vector<SwitchPort> prune(const MasterTree& master, std::span<const SwitchPort> members,
                              std::size_t& unreached);

}  // namespace weft

#endif  // WEFT_ROUTING_MULTICAST_PLAN_H_
