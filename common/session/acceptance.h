// What of a routing is checked before a session accepts it.
// Tested by tests/common/session/session_test.cc.
#ifndef WEFT_SESSION_ACCEPTANCE_H_
#define WEFT_SESSION_ACCEPTANCE_H_

#include <span>
#include <string>

#include "common/base/workers.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "common/routing/sl2vl.h"
#include "common/session/verified.h"
#include "common/verify/verify.h"

namespace weft {

// A repair asks of SLs which lane they are. Throws CannotRoute if a path has one that is none.
void check_sls(const LanePlan& plan, const LaneBudget& budget);

// Verifies tables on the lanes of the routing, and, as long as a credit loop is found, on the other
// ones that the engine has (Routing::other_lanes, which is empty afterwards). Throws CannotRoute if
// the engine gives up, Stopped and std::bad_alloc.
Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, std::span<const LanePlan> granted,
                     const Workers& workers);

// Must there be no credit loops?
bool is_claimed(const EngineInfo& engine, const Routing& routing);

// What is wrong with tables that were verified; empty: nothing that they are refused for.
std::string fault(const EngineInfo& engine, const Options& options, const Verified& result);

}  // namespace weft

#endif  // WEFT_SESSION_ACCEPTANCE_H_
