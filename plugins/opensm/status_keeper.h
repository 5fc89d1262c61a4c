// StatusKeeper: writes which engine routes, and how good the routing is, into files
// (weft_status_file, weft_metrics_file).
#ifndef WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
#define WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/options/configuration.h"
#include "common/session/status.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/scribe.h"

namespace weft {

// Empty: no file.
struct StatusPaths {
  std::string json;
  std::string metrics;
};
inline StatusPaths status_paths(const Configuration& options) {
  return {options.status_file, options.metrics_file};
}

// All calls except set_sm_state() are from OpenSM's sweeping thread. They return at once and throw
// std::bad_alloc. Routings are counted even without a file.
class StatusKeeper {
 public:
  explicit StatusKeeper(const Log& log)
      : json_scribe_(log, "the status file was not updated"),
        metrics_scribe_(log, "the metrics file was not updated") {}

  // OpenSM begins a pass over its list of engines.
  void begin();
  // An engine did not route; the next one follows unless this is the last.
  void add_failure(const StatusPaths& paths, std::string engine, std::string reason, bool is_last);
  // An engine of this module routed. status: without fallbacks, counts and time of day.
  void add_success(const StatusPaths& paths, Status status);
  // OpenSM has sent the tables of this engine; empty: of none. If no engine of this module routed,
  // it is OpenSM's own, which is written if it is not in the files yet, or of another module, which
  // reports itself.
  void finish(const StatusPaths& paths, std::string engine);

  // From any thread. Writes a change of state, except a change to master or an end if no status was
  // written before. Nothing is written after an end.
  void set_sm_state(const StatusPaths& paths, SmState state);

 private:
  void forget_routing();
  void set_active(const StatusPaths& paths, Status status);
  void write(const StatusPaths& paths, Status status);

  // Two scribes, so that a fault of one file does not affect the other.
  Scribe json_scribe_, metrics_scribe_;
  std::mutex mutex_;  // for the members below
  SmState sm_state_ = SmState::kDiscovering;
  std::optional<std::string> written_;  // the engine in the files; null: nothing was written
  RoutingCounts counts_;
  // Of the current routing.
  std::vector<Status::Fallback> fallbacks_;
  bool has_routed_ = false;
  bool has_failed_ = false;  // failed and counted
  // The engine of the active routing.
  std::string engine_;
  UnixSeconds since_ = 0;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
