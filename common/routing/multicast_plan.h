// Multicast: a few master spanning trees over the switches that can do multicast. A group's tree is
// a master pruned to the switches that its members need. So no hop tables are needed, and the
// dependencies of all later groups are known when a routing is verified.
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

// A spanning tree (a forest, if the fabric has several islands).
struct MasterTree {
  struct Node {
    SwitchIndex parent = kNone;  // kNone: a root, or not in the tree
    PortNum port = 0;            // to the parent; 0 at a root
    PortNum parent_port = 0;     // the parent's port to this switch
    std::uint32_t depth = 0;     // 0 at a root
    bool in_tree = false;

    friend bool operator==(const Node&, const Node&) = default;
  };
  std::vector<Node> nodes;  // by SwitchIndex

  friend bool operator==(const MasterTree&, const MasterTree&) = default;
};

struct MulticastPlan {
  std::vector<MasterTree> masters;  // at least one if a switch can do multicast

  // The index of a group's master. mlid: 0xC000..0xFFFE.
  std::size_t master_of(Lid mlid) const { return masters.empty() ? 0 : mlid % masters.size(); }

  friend bool operator==(const MulticastPlan&, const MulticastPlan&) = default;
};

// Breadth-first trees over the switches that can do multicast, from up to four roots midway
// between two distant switches with end ports: in a fat tree, these are spines. Each island has a
// separate tree. With an orientation, the roots are up to four of the highest
// switches, and packets keep to up*/down* as far as such branches lead. Beyond that they
// turn up in and above the valleys (see missing_routes.h); without given valleys, in one that this
// finds. Cost: a few searches, O(links) each.
MulticastPlan plan_multicast(const Fabric& fabric, const Orientation& orientation = {},
                             std::span<const SwitchIndex> valleys = {},
                             AcyclicTurns* turns = nullptr);

// A port of a switch.
using SwitchPort = std::pair<SwitchIndex, PortNum>;

// The ports through which a group's packets must be sent: those of the members, and those of the
// master's branches between them. members: the switch ports that they are linked to; port 0 is the
// switch itself. Members on switches outside the tree are left out and counted in
// `unreached`. Ports come in ascending order, without repetition. Cost: O(members x depth).
std::vector<SwitchPort> prune(const MasterTree& master, std::span<const SwitchPort> members,
                              std::size_t& unreached);

}  // namespace weft

#endif  // WEFT_ROUTING_MULTICAST_PLAN_H_
