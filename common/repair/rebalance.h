// A repair leaves good paths where they are. So new links stay idle, and the remaining links of a
// bundle carry too much. rebalance() rebalances the load by moving as few good paths as possible.
// Tested by tests/common/repair/rebalance_test.cc.
#ifndef WEFT_REPAIR_REBALANCE_H_
#define WEFT_REPAIR_REBALANCE_H_

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

struct RebalanceTask {
  const Fabric& fabric;
  Routing& routing;                   // of the rows, verified; it is not changed
  const TurnEvidence* evidence;       // null: its engine does not claim to be free of credit loops
  std::span<const LanePlan> granted;  // as of RoutingView
  const LaneBudget& lanes;
  const Sl2Vl::Map& map;  // how all switches map SLs to VLs
  // By position in Fabric::all_ports(): is the link out of that port new?
  std::span<const char> is_new;
  // By the same position: the paths of end ports over that link (measure_loads()), by the rows, and
  // by a full recompute, which says what each link should carry.
  std::span<const std::uint64_t> load;
  std::span<const std::uint64_t> wanted;
  std::uint64_t worse_percent;  // by which a link may be busier than the busiest of that routing
  const Workers& workers;
};

// Changes forwarding entries, one by one. The path of an entry that changes
//   - becomes shorter, over a new link that the recomputed routing uses;
//   - or moves to such a link and does not become longer, if the link that it leaves carries more
//     than wanted, no new link then carries more than wanted, no other link exceeds its wanted load
//     by more than the worst of the links that are left, and the sum of (load - wanted)^2 falls;
//   - or leaves a link that is busier than worse_percent allows and does not become longer, alone
//     or after a few other paths have been moved off the links that it takes;
//   - or moves to an idle link and does not become longer, if the recomputed routing has fewer idle
//     links.
// Paths keep their SLs, and take only turns that close no cycle with those of all others
// (AllowedTurns). If ports have several LIDs, no moved path of a switch begins with the neighbour
// of its path to another LID of the port. Returns how many entries have changed. Cost: O(S L),
// and O(ports) for each entry with a path over a new or a busy link; it is bounded, to about ten
// full recomputes of minhop, or some seconds, and the same on any machine. Throws Stopped and
// std::bad_alloc, after which the rows are undefined.
std::uint64_t rebalance(const RebalanceTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_REBALANCE_H_
