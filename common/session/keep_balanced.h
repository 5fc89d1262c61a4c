// Rebalances a repaired routing, or replaces it by a full recompute.
// Tested by tests/common/session/growth_property_test.cc.
// Tested by tests/common/session/session_baseline_test.cc.
// Tested by tests/common/session/session_test.cc.
#ifndef WEFT_SESSION_KEEP_BALANCED_H_
#define WEFT_SESSION_KEEP_BALANCED_H_

#include <functional>
#include <string_view>

#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
#include "common/session/verified.h"

namespace weft {

// The remark of a routing that stays uneven begins with this.
inline constexpr std::string_view kIsUneven = "the load is not even";

struct KeepBalancedTask {
  const EngineInfo& engine;
  const RoutingTask& task;
  const GrantedPlans& granted;
  const FabricMatch& from_baseline;  // the fabric of the baseline, and the present one
  // Lets the engine recompute the routing of `result`'s fabric, into rows that are filled with
  // kNoPath, and verifies the routing. Throws CannotRoute if the engine cannot route, or if its
  // tables are refused.
  std::function<void(Verified& result, bool has_new_links, Tables rows)> recompute;
};

// A repair leaves good paths where they are. So new links carry little, and the remaining links of
// a bundle carry much. If a full recompute is better, moves some paths of the repaired routing,
// which `result` and the rows hold. If that is not enough, takes the recomputed routing. LIDs of
// switches that more hosts reach in the recomputed routing get its entries, and so do switches
// without end ports for hosts that they cannot answer. Throws Stopped.
void keep_balanced(const KeepBalancedTask& given, Verified& result, Tables rows);

}  // namespace weft

#endif  // WEFT_SESSION_KEEP_BALANCED_H_
