// RoutingTask: what a session is asked to route.
#ifndef WEFT_SESSION_ROUTING_TASK_H_
#define WEFT_SESSION_ROUTING_TASK_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/giving_way.h"
#include "common/routing/options.h"
#include "common/session/granted_sls.h"
#include "common/session/session_state.h"

namespace weft {

// What a sweep, or the tool, asks for.
struct RoutingTask {
  Fabric fabric;
  const Options& options;
  const Workers& workers;
  LaneSettings lanes = {};
  bool reroute = false;       // the administrator has just asked for a new routing
  bool last_in_list = false;  // no other engine follows where this one fails
  // Where the way to the new tables is not safe, the rows may be those of a first stage. Then
  // Change::is_staged is set, and the next routing, which must follow at once, has the others.
  bool may_be_staged = false;
  // Of a routing anew, as many entries and SLs may be others than in the last routing; the next
  // ones go on from there, until all are the engine's. At least one LID's are. 0: any number.
  std::uint64_t most_entries = 0;
  // Paths that are good may be led elsewhere where the engine's routing from nothing is better by
  // more than so many percent (growth.h), not only where links are new; and all of them, where jobs
  // get so much more with it.
  bool evens_out = false;
  std::uint64_t worse_percent = 5;
  GrantedSls* granted = nullptr;  // of all sessions that take turns; null: the session has its own
  // Links that paths are to be led off, if the engine can (giving_way.h), and what share of them,
  // in percent.
  std::vector<SendingPort> busy = {};
  unsigned share_to_lead_off = 0;
};

}  // namespace weft

#endif  // WEFT_SESSION_ROUTING_TASK_H_
