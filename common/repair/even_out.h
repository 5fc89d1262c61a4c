// A repair moves nothing that is good, so that links that are new carry nothing, and what is left
// of a bundle much. Here paths that are good are led elsewhere, as few as bring the balance.
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
  std::uint64_t worse_percent;  // by which a link may be busier than the busiest of that routing
  const Workers& workers;
};

// Changes entries, one by one, whose paths
//   - become shorter over a new link that the routing from nothing uses;
//   - become no longer over such links, where a link that they leave carries more than wanted, no
//     new one comes to carry more than wanted, no other one is further above that than the worst
//     that is left, and the sum of the squares of (load - wanted) falls;
//   - become no longer, and leave a link that is busier than worse_percent allows, alone or with a
//     few others that make room;
//   - become no longer over links that carry nothing, where fewer do in the routing from nothing.
// Paths keep their SLs, and make turns only that close no cycle with all others' (AllowedTurns).
// Where ports have several LIDs, two of one port do not come to leave a switch for the same
// neighbour. Returns how many entries are others. What is looked at is bounded: some seconds' work.
// Cost: O(S L), and for each entry with a path over a new link, or a busy one, O(ports). Throws
// Stopped and std::bad_alloc, after which the rows are undefined.
std::uint64_t even_out(const EvenOutTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_EVEN_OUT_H_
