// Judges the change from the active routing to a new one, and postpones its unsafe part.
// Tested by tests/common/session/session_test.cc.
#ifndef WEFT_SESSION_JUDGE_CHANGE_H_
#define WEFT_SESSION_JUDGE_CHANGE_H_

#include <optional>
#include <span>

#include "common/repair/transition.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/session/routing_task.h"
#include "common/session/verified.h"

namespace weft {

// Sets entries, sls, transition and is_staged of the result's change. rows: the tables of the
// result; if the transition is staged, they become those of the first stage. granted: as of
// RoutingView. known: of find_changed_entries(), if it was called. Throws Stopped and
// std::bad_alloc.
void judge_change(const EngineInfo& engine, const RoutingTask& task,
                  std::span<const LanePlan> granted, const Verified& before,
                  std::optional<ChangedEntries> known, Verified& result, Tables rows);

}  // namespace weft

#endif  // WEFT_SESSION_JUDGE_CHANGE_H_
