// What the tool's reports and the status file have in common, as JSON.
// Tested by tests/common/session/status_test.cc.
#ifndef WEFT_SESSION_SESSION_JSON_H_
#define WEFT_SESSION_SESSION_JSON_H_

#include <optional>

#include "common/base/json.h"
#include "common/fabric/fabric.h"
#include "common/session/session.h"

namespace weft {

// {"switches", "cas", "links", "lids"}: how many.
Json fabric_json(const Fabric& fabric);

// {"fabric", "repaired", "why_anew", "why_moved", "entries", "sls", "transition"}; null: no routing
// went before.
Json change_json(const std::optional<Change>& change);

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_JSON_H_
