// Links that are new: a repair moves nothing that is good, so that they may carry nothing. Here
// they take over paths, as few as bring each of them the load that it should have.
// Tested by tests/common/repair/new_links_test.cc.
#ifndef WEFT_REPAIR_NEW_LINKS_H_
#define WEFT_REPAIR_NEW_LINKS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

struct NewLinksTask {
  const Fabric& fabric;
  Routing& routing;                   // of the rows, verified; stays as it is
  const TurnEvidence* evidence;       // null: it is not free of credit loops, and need not be
  std::span<const LanePlan> granted;  // as of RoutingView
  const LaneBudget& lanes;
  const Sl2Vl::Map& map;  // how all switches map SLs to VLs
  // By position in Fabric::all_ports(): is the link out of that port new?
  std::span<const char> is_new;
  // Likewise, paths of end ports over that link, as measure_loads() has them: in the rows, and in a
  // routing from nothing, which says what each link should carry.
  std::span<const std::uint64_t> load;
  std::span<const std::uint64_t> wanted;
  const Workers& workers;
};

// Changes entries, one by one, of which the other path leads over new links that the routing from
// nothing uses:
//   - if it is shorter;
//   - if it is as long, a link that it leaves carries more than wanted, no new link comes to carry
//     more than wanted, no other one is further above that than the worst that is left, and the sum
//     of the squares of (load - wanted) falls.
// Paths keep their SLs, and make turns only that close no cycle with all others' (AllowedTurns).
// Where ports have several LIDs, two of one port do not come to leave a switch for the same
// neighbour. Returns how many entries are others. Cost: O(S L), and for each entry with a path over
// a new link O(ports). Throws Stopped and std::bad_alloc, after which the rows are undefined.
std::uint64_t lead_over_new_links(const NewLinksTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_NEW_LINKS_H_
