// The status, for monitoring: which engine routes, how good the routes are, and what is wrong. Here
// as JSON, in metrics.h for Prometheus.
#ifndef WEFT_SESSION_STATUS_H_
#define WEFT_SESSION_STATUS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/unix_time.h"
#include "common/fabric/drain.h"
#include "common/plan/plan_watch.h"
#include "common/session/verified.h"
#include "common/verify/verify.h"

namespace weft {

// What this SM is in its subnet: the SMState of the InfiniBand specification (volume 1, SMInfo), or
// an opensm that has ended.
enum class SmState : std::uint8_t { kNotActive, kDiscovering, kStandby, kMaster, kEnded };
inline constexpr std::string_view kSmStates[] = {"not_active", "discovering", "standby", "master",
                                                 "ended"};

// Counts of routings by their outcome.
struct RoutingCounts {
  std::uint64_t routed = 0;     // recomputed
  std::uint64_t repaired = 0;   // repaired, with entries or SLs that changed
  std::uint64_t unchanged = 0;  // nothing changed
  std::uint64_t kept = 0;       // no engine of the list could route: the active routing stayed
  std::uint64_t failed = 0;     // all of Weft's engines that were called failed

  void count(const Verified& routing);
};

struct Status {
  // An engine that was called before, and why it did not route.
  struct Fallback {
    std::string engine;
    std::string reason;
  };
  struct Times {
    double snapshot_ms = 0;
    double total_ms = 0;
  };

  SmState sm_state = SmState::kMaster;  // if it is another, all but `counts` is empty
  std::string engine;                   // its name in OpenSM's list; empty: none routes
  UnixSeconds since = 0;                // when the engine began to route
  UnixSeconds routed = 0;               // when it made the present routing
  std::uint64_t generation = 0;         // of the newest state file that is known; 0: none
  std::vector<Fallback> fallbacks;      // in the order in which they were called
  // Null, and all following members empty: the engine is not one of Weft's.
  std::shared_ptr<const Verified> routing;
  std::shared_ptr<const Verdict> verdict;    // of the routing, as of Session::verdict()
  std::shared_ptr<const Verified> baseline;  // of the most complete fabric; null: none
  std::shared_ptr<const Figures> figures;    // of the routing; null: not known
  std::optional<double> delivered;           // what jobs get of what the fabric can carry, 0 to 1
  Times times;
  std::vector<Sl> late_sls;  // SLs that stay on unplanned VLs until the next sweep
  DrainNotes service, flapping;
  std::vector<std::string> warnings;      // about the subnet, beside those of the routing
  std::shared_ptr<const PlanState> plan;  // null: there is none
  RoutingCounts counts;
};

// An object with the keys that doc/monitoring.md describes, and a line feed. Throws std::bad_alloc.
std::string encode_status(const Status& status);

}  // namespace weft

#endif  // WEFT_SESSION_STATUS_H_
