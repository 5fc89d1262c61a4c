// RoutingTask: the request to a session.
#ifndef WEFT_SESSION_ROUTING_TASK_H_
#define WEFT_SESSION_ROUTING_TASK_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/avoid_busy_links.h"
#include "common/routing/options.h"
#include "common/session/granted_sls.h"
#include "common/session/session_state.h"

namespace weft {

// A request of a sweep, or of the tool.
struct RoutingTask {
  Fabric fabric;
  const Options& options;
  const Workers& workers;
  LaneSettings lanes = {};
  bool reroute = false;       // the administrator has just asked for a new routing
  bool last_in_list = false;  // no other engine follows where this one fails
  // If the transition to the new tables is not safe, the rows may get only a first stage. Then
  // Change::is_staged is set, and the next routing, which must follow at once, has the rest.
  bool may_be_staged = false;
  // When the engine recomputes: the most entries and SLs that change, but at least those of one
  // LID. The next routings change the rest, until all are the engine's. 0: any number.
  std::uint64_t most_entries = 0;
  // Good paths may be moved if a full recompute is better by more than worse_percent
  // (growth.h), not only if links are new. If jobs get that much more with the recomputed
  // routing, it is taken as a whole.
  bool rebalances = false;
  std::uint64_t worse_percent = 5;
  // Shared by the sessions of all engines of a process; null: the session has its own.
  GrantedSls* granted = nullptr;
  // Links to move paths off, if the engine can do that (avoid_busy_links.h), and the
  // share of these paths, in percent.
  std::vector<SendingPort> busy = {};
  unsigned share_to_lead_off = 0;
};

}  // namespace weft

#endif  // WEFT_SESSION_ROUTING_TASK_H_
