// Master trees that stay what they are where the fabric does: packets of a group get lost whenever
// its tree is another one, so a change of the fabric moves no branch that it leaves alone.
#ifndef WEFT_ROUTING_KEPT_TREES_H_
#define WEFT_ROUTING_KEPT_TREES_H_

#include <functional>
#include <span>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// Asked for turns that packets of groups are to make: true if they may; then they are made from now
// on. All of them or none: AcyclicTurns::add_all, with the turns of paths in it, say.
using TakeTurns = std::function<bool(std::span<const LinkTurn>)>;

struct KeptTrees {
  MulticastPlan plan;
  bool fits = true;  // all turns of the masters were taken
};

// The masters of `before`, a plan for before_fabric, on the fabric that there is now; switches are
// the same if their node GUIDs are. Each branch is kept whose link is still there. What is cut off
// is joined to the largest part that was kept, as a whole, turned to where it is joined: over a
// link whose turns are taken if there is one, else over any. Switches that have come join one by
// one in the same way. So each master spans whatever links connect, and where no branch was lost
// and no switch has come it is the same. links: of `now`.
//
// Cost: O(links), and for each link that is tried O(links x branches at a switch); after some
// thousand tries any link will do.
KeptTrees keep_trees(const MulticastPlan& before, const Fabric& before_fabric, const Fabric& now,
                     const Links& links, const TakeTurns& take);

}  // namespace weft

#endif  // WEFT_ROUTING_KEPT_TREES_H_
