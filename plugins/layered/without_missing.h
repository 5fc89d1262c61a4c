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
  // Where they do not: by lane of the budget, up to the last that is used, all links; its paths go
  // along it.
  std::vector<std::vector<LinkIndex>> orders;
};

// Repairs a routing of `whole`, the requested fabric with what it lacks, as if that had just been
// lost (common/repair): all paths that did not lead over it stay, with their SLs. routing.lanes has
// lanes of the request alone. rows: filled with kNoPath. Throws CannotRoute if the routing of the
// whole is not free of credit loops, or a pair can have no path again, Stopped and std::bad_alloc.
WithoutMissing without_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                               Routing routing, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_WITHOUT_MISSING_H_
