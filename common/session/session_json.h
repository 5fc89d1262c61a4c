// JSON that the tool's reports and the status file share.
// Tested by tests/common/session/status_test.cc.
#ifndef WEFT_SESSION_SESSION_JSON_H_
#define WEFT_SESSION_SESSION_JSON_H_

#include <optional>

#include "common/base/json.h"
#include "common/fabric/fabric.h"
#include "common/session/session.h"

namespace weft {

// {"switches", "cas", "links", "lids"}: their numbers.
Json fabric_json(const Fabric& fabric);

// {"fabric", "repaired", "why_anew", "why_moved", "entries", "sls", "transition"}; null: there was
// no earlier routing.
Json change_json(const std::optional<Change>& change);

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_JSON_H_
