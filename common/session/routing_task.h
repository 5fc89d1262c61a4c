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
  // If the transition to the new tables is not safe, the rows may be those of a first stage. Then
  // Change::is_staged is set, and the next routing, which must follow at once, sends the rest.
  bool may_be_staged = false;
  // When the engine recomputes: at most so many entries and SLs change. The next routings change
  // the rest, until all are the engine's. At least one LID's change. 0: any number.
  std::uint64_t most_entries = 0;
  // Good paths may be moved wherever a full recompute is better by more than worse_percent
  // (growth.h), and not only where links are new. If jobs get so much more with the recomputed
  // routing, it is taken as a whole.
  bool rebalances = false;
  std::uint64_t worse_percent = 5;
  // Shared by the sessions of all engines of a process; null: the session has its own.
  GrantedSls* granted = nullptr;
  // Links that paths are to be moved off, if the engine can do that (giving_way.h), and the share
  // of these paths, in percent.
  std::vector<SendingPort> busy = {};
  unsigned share_to_lead_off = 0;
};

}  // namespace weft

#endif  // WEFT_SESSION_ROUTING_TASK_H_
