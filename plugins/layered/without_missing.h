// From the routing of a whole product to that of one with parts missing.
// Tested by tests/plugins/layered/without_missing_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_WITHOUT_MISSING_H_
#define WEFT_PLUGINS_LAYERED_WITHOUT_MISSING_H_

#include <vector>

#include "common/graph/links.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

struct WithoutMissing {
  LanePlan lanes;
  MulticastPlan multicast;
  bool groups_fit;  // its trees close no credit loop with paths
  // If they do not: by lane of the budget, up to the last that is used, an order of all links along
  // which the paths of the lane go.
  std::vector<std::vector<LinkIndex>> orders;
};

// Repairs a routing of `whole`, the requested fabric with its missing parts, as if these had just
// failed (common/repair): all paths that did not use them stay, with their SLs. Requires: lanes of
// the request only, and rows filled with kNoPath. Throws CannotRoute if either routing has a credit
// loop, or some pair gets no path; Stopped; and std::bad_alloc.
WithoutMissing without_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                               Routing routing, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_WITHOUT_MISSING_H_
