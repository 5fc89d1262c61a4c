// A mended routing whose load has become uneven is evened out, or gives way to the engine's.
// Tested by tests/common/session/growth_property_test.cc.
// Tested by tests/common/session/session_test.cc.
#ifndef WEFT_SESSION_KEEP_EVEN_H_
#define WEFT_SESSION_KEEP_EVEN_H_

#include <functional>
#include <string_view>

#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
#include "common/session/verified.h"

namespace weft {

// Begins the remark of a routing that stays uneven.
inline constexpr std::string_view kIsUneven = "the load is not even";

struct EvenTask {
  const EngineInfo& engine;
  const RoutingTask& task;
  const GrantedPlans& granted;
  const FabricMatch& from_home;  // of the home's fabric with this one
  // Makes the engine's routing from nothing, of a fabric in `result`, into rows that are filled
  // with kNoPath, and verifies it. Throws CannotRoute if it cannot, or if that is refused.
  std::function<void(Verified& result, bool has_new_links, Tables rows)> route_anew;
};

// A repair moves nothing that is good, so that links that are new carry little, and what is left of
// a bundle much. If the engine does better, paths of the mended routing, which the result and the
// rows hold, are led elsewhere; where that is not enough, the engine's routing is taken. Throws
// Stopped.
void keep_even(const EvenTask& even, Verified& result, Tables rows);

}  // namespace weft

#endif  // WEFT_SESSION_KEEP_EVEN_H_
