// Master trees that change as little as the fabric: packets of a group can get lost while its tree
// changes, so a branch moves only if its link is lost.
#ifndef WEFT_ROUTING_KEPT_TREES_H_
#define WEFT_ROUTING_KEPT_TREES_H_

#include <functional>
#include <span>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// Called with turns of groups' packets: takes all of them, or returns false and takes none. For
// example AcyclicTurns::add_all, beside the turns of paths.
using TakeTurns = std::function<bool(std::span<const LinkTurn>)>;

struct KeptTrees {
  MulticastPlan plan;
  bool fits = true;  // all turns of the masters were taken
};

// The masters of `before`, a plan for before_fabric, on the fabric `now`; switches are
// the same if their node GUIDs are. Each branch is kept whose link is still there. A part that was
// cut off is linked to the largest kept part: over a link whose turns are taken if there is one,
// else over any; its branches are turned towards that link. New switches are added one by one in
// the same way. So each master spans all that links connect, and a master without lost branches and
// new switches stays the same. links: of `now`.
//
// Cost: O(links), and for each link that is tried O(links x branches at a switch); after some
// thousand tries any link is accepted.
KeptTrees keep_trees(const MulticastPlan& before, const Fabric& before_fabric, const Fabric& now,
                     const Links& links, const TakeTurns& take);

}  // namespace weft

#endif  // WEFT_ROUTING_KEPT_TREES_H_
