// StatusKeeper: which engine routes, and how well, in files for others (weft_status_file,
// weft_metrics_file).
#ifndef WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
#define WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/options/configuration.h"
#include "common/session/status.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/scribe.h"

namespace weft {

// Empty: there is none.
struct StatusPaths {
  std::string json;
  std::string metrics;
};
inline StatusPaths status_paths(const Configuration& options) {
  return {options.status_file, options.metrics_file};
}

// All calls but set_sm_state() are from the thread of OpenSM's that sweeps. They return at once,
// and throw std::bad_alloc. Routings are counted whether or not there is a file.
class StatusKeeper {
 public:
  explicit StatusKeeper(const Log& log)
      : json_scribe_(log, "the status file was not updated"),
        metrics_scribe_(log, "the metrics file was not updated") {}

  // OpenSM begins with its list of engines, wherever it was.
  void begin();
  // An engine did not route: the next one is asked, if it is not the last.
  void add_failure(const StatusPaths& paths, std::string engine, std::string reason, bool is_last);
  // One of this module's did: the status but for fallbacks, counts and the time of day.
  void add_success(const StatusPaths& paths, Status status);
  // OpenSM has sent the tables of this engine. If none of this module's that were asked routed, it
  // is one of OpenSM's own, or another module's, which says so itself.
  void finish(const StatusPaths& paths, std::string engine);

  // From any thread. A change is written, but not to a master or to an end where no file says
  // anything else yet. Nothing is written after an end.
  void set_sm_state(const StatusPaths& paths, SmState state);

 private:
  void forget_routing();
  void set_active(const StatusPaths& paths, Status status);
  void write(const StatusPaths& paths, Status status);

  // One each: what cannot be written does not keep the other.
  Scribe json_scribe_, metrics_scribe_;
  std::mutex mutex_;  // of what follows
  SmState sm_state_ = SmState::kDiscovering;
  bool has_written_ = false;
  RoutingCounts counts_;
  // Of the routing at hand.
  std::vector<Status::Fallback> fallbacks_;
  bool has_routed_ = false;
  bool has_failed_ = false;  // and was counted
  // The engine of the active routing.
  std::string engine_;
  UnixSeconds since_ = 0;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
