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
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
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

// Verifies the tables of a task's routing, which `result` holds beside its fabric: sets its
// verdict, what is lost and the time. Connections are on the SLs that were granted, those of new
// pairs on the SLs that they get. Multicast trees that close a credit loop with paths make room for
// others that close none, if there are such. Throws as verify_lanes().
void judge(const RoutingTask& task, const GrantedPlans& granted, ConstTables rows,
           Verified& result);

// The same, and throws CannotRoute if the engine's tables are refused, unless Routing::unchecked is
// set: then there is a warning instead.
void judge_or_refuse(const EngineInfo& engine, const RoutingTask& task, const GrantedPlans& granted,
                     ConstTables rows, Verified& result);

}  // namespace weft

#endif  // WEFT_SESSION_ACCEPTANCE_H_
