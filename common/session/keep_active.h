// Keeps the active routing in whole or in part, in place of what the engine has computed.
// Tested by tests/common/session/session_test.cc.
// Tested by tests/common/session/session_migration_test.cc.
#ifndef WEFT_SESSION_KEEP_ACTIVE_H_
#define WEFT_SESSION_KEEP_ACTIVE_H_

#include <span>
#include <string_view>
#include <utility>

#include "common/base/types.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
#include "common/session/verified.h"

namespace weft {

// How the warning begins that a change cannot be made in steps. It is of that change alone.
inline constexpr std::string_view kHasNoEffect =
    "weft_migrate has no effect, all entries change at once";

struct KeepActiveTask {
  const EngineInfo& engine;
  const RoutingTask& task;
  const GrantedPlans& granted;
  const Verified& active;
  std::span<const std::pair<Lid, SwitchIndex>> missing = {};  // as of RepairTask
};

// Replaces the engine's routing, which `result` and the rows hold, by the active routing with some
// LIDs of the engine's, as weft_migrate says, and sets Change::left. False, and nothing but a
// warning is changed, if the engine's routing may or must become active as a whole. Throws Stopped
// and std::bad_alloc.
bool migrate_some_lids(const KeepActiveTask& given, Verified& result, Tables rows);

// The active routing stays, repaired as far as its lanes have room, even if pairs are lost. rows:
// filled with kNoPath. Throws CannotRoute, with Verified::kept_because before the reason, if that
// has forwarding loops; Stopped and std::bad_alloc.
void keep_active(const KeepActiveTask& given, Verified& result, Tables rows);

}  // namespace weft

#endif  // WEFT_SESSION_KEEP_ACTIVE_H_
