// StatusKeeper: which engine routes, and how well, in a file for others (weft_status_file).
#ifndef WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
#define WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_

#include <memory>
#include <string>
#include <vector>

#include "common/session/status.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/scribe.h"

namespace weft {

UnixSeconds unix_now();

// All calls are from the thread of OpenSM's that sweeps. path: of the file; empty: there is none.
// They return at once; throw std::bad_alloc.
class StatusKeeper {
 public:
  explicit StatusKeeper(const Log& log)
      : scribe_(log, "there is no new status for others to read") {}

  // OpenSM begins with its list of engines, wherever it was.
  void begin();
  // An engine did not route: the next one is asked, if it is not the last.
  void add_failure(const std::string& path, std::string engine, std::string reason, bool is_last);
  // One of this module's did: the status but for fallbacks and the time of day.
  void add_success(const std::string& path, Status status);
  // OpenSM has sent the tables of this engine. If none of this module's that were asked routed, it
  // is one of OpenSM's own, or another module's, which says so itself.
  void finish(const std::string& path, std::string engine);

 private:
  void put_in_force(const std::string& path, Status status);
  void write(const std::string& path, Status status);

  Scribe scribe_;
  // Of the routing at hand.
  std::vector<Status::Fallback> fallbacks_;
  bool has_routed_ = false;
  // The engine of the routing in force.
  std::string engine_;
  UnixSeconds since_ = 0;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STATUS_KEEPER_H_
