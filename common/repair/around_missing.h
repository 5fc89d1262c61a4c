// From the routing of a fabric that is whole to that of one that lacks some of its links and
// switches, or has others beside.
// Tested by tests/plugins/layered/without_missing_test.cc.
#ifndef WEFT_REPAIR_AROUND_MISSING_H_
#define WEFT_REPAIR_AROUND_MISSING_H_

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Repairs a routing of `whole` as if it had just become the requested fabric (repair.h): all paths
// that led over nothing that is missing stay, with their SLs; others have lanes of the budget.
// rows: filled with kNoPath. Throws CannotRoute if the routing of the whole is not free of credit
// loops, or a pair can have no path again, Stopped and std::bad_alloc.
Routing repair_around_missing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                              const Routing& routing, const LaneBudget& budget, Tables rows);

// The VLs of a budget's SLs; 0 for others.
Sl2Vl::Map map_of(const LaneBudget& budget);

}  // namespace weft

#endif  // WEFT_REPAIR_AROUND_MISSING_H_
