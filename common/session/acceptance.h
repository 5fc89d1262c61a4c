// The checks of a routing before a session accepts it.
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

// A repair needs the lane of every SL. Throws CannotRoute if a path between end ports has an SL
// that is not in the budget. Cost: O(S L).
void check_sls(const Fabric& fabric, const LanePlan& plan, const LaneBudget& budget);

// What verify() is to look at. sl2vl: the map of an engine without SL2VL maps of its own. All
// arguments outlive the view.
RoutingView view_of(const Fabric& fabric, ConstTables tables, const Routing& routing,
                    const Sl2Vl& sl2vl, std::span<const LanePlan> granted);

// Verifies tables on the lanes of the routing. While there is a credit loop, tries the other
// lanes of the engine (Routing::other_lanes, which is empty afterwards). Throws CannotRoute
// if the engine gives up, Stopped and std::bad_alloc.
Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, std::span<const LanePlan> granted,
                     const Workers& workers);

// Must the routing be free of credit loops?
bool is_claimed(const EngineInfo& engine, const Routing& routing);

// Verifies the routing of `result`, whose tables are in the rows, and sets the verdict, the
// lost pairs and the time. Open connections may have all SLs that were granted, new pairs only
// those of the routing. If multicast trees close a credit loop with paths, tries other trees, and
// takes them if they close none. Throws as verify_lanes().
void judge(const RoutingTask& task, const GrantedPlans& granted, ConstTables rows,
           Verified& result);

// As judge(). Then throws CannotRoute if the engine's tables must be refused; if
// Routing::unchecked is set, adds a warning instead.
void judge_or_refuse(const EngineInfo& engine, const RoutingTask& task, const GrantedPlans& granted,
                     ConstTables rows, Verified& result);

}  // namespace weft

#endif  // WEFT_SESSION_ACCEPTANCE_H_
