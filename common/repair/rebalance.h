// A repair leaves good paths where they are. So new links stay idle, and the remaining links of a
// bundle are crowded. even_out() moves as few good paths as are needed to rebalance the load.
// Tested by tests/common/repair/even_out_test.cc.
#ifndef WEFT_REPAIR_EVEN_OUT_H_
#define WEFT_REPAIR_EVEN_OUT_H_

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

struct EvenOutTask {
  const Fabric& fabric;
  Routing& routing;                   // the one that the rows hold, verified; it is not changed
  const TurnEvidence* evidence;       // null: it is not free of credit loops, and need not be
  std::span<const LanePlan> granted;  // as of RoutingView
  const LaneBudget& lanes;
  const Sl2Vl::Map& map;  // how all switches map SLs to VLs
  // By position in Fabric::all_ports(): is the link out of that port new?
  std::span<const char> is_new;
  // By the same position, the paths of end ports over that link, as measure_loads() has them: with
  // the rows, and after a full recompute, which says what each link should carry.
  std::span<const std::uint64_t> load;
  std::span<const std::uint64_t> wanted;
  std::uint64_t worse_percent;  // by which a link may be busier than the busiest of that routing
  const Workers& workers;
};

// Changes forwarding entries, one by one. The path of an entry that changes
//   - becomes shorter over a new link that the routing from nothing uses;
//   - becomes no longer over such a link, if it leaves a link that carries more than wanted, no new
//     link comes to carry more than wanted, no other link exceeds its wanted load by more than the
//     worst that is left, and the sum of the squares of (load - wanted) falls;
//   - becomes no longer and leaves a link that is busier than worse_percent allows, alone or after
//     a few other paths have been moved off the links that it takes;
//   - becomes no longer over a link that carries nothing, where the routing from nothing has fewer
//     such links.
// Paths keep their SLs, and take only turns that close no cycle with those of all others
// (AllowedTurns). Where ports have several LIDs, the paths of a switch to two LIDs of one port do
// not come to begin with the same neighbour. Returns how many entries have changed. The work is
// bounded, to some seconds. Cost: O(S L), and for each entry with a path over a new link, or a busy
// one, O(ports). Throws Stopped and std::bad_alloc, after which the rows are undefined.
std::uint64_t even_out(const EvenOutTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_EVEN_OUT_H_
