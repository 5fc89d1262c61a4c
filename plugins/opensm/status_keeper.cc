#include "plugins/opensm/status_keeper.h"

#include <memory>
#include <utility>

#include "common/base/file.h"
#include "common/session/metrics.h"
#include "plugins/engines.h"

namespace weft {

namespace {

using Encode = std::string (*)(const Status& status, const std::string& path);

void post(Scribe& scribe, const std::string& path, std::shared_ptr<const Status> status,
          Encode encode) {
  if (path.empty()) return;
  scribe.post([path, status = std::move(status), encode] {
    NewFile file(path, Existing::kReplaced);
    file.buffer() = encode(*status, path);
    file.commit();
  });
}

std::string encode_json(const Status& status, const std::string&) { return encode_status(status); }

}  // namespace

void StatusKeeper::begin() {
  const std::lock_guard lock(mutex_);
  forget_routing();
}

void StatusKeeper::add_failure(const StatusPaths& paths, std::string engine, std::string reason,
                               bool is_last) {
  const std::lock_guard lock(mutex_);
  fallbacks_.push_back({std::move(engine), std::move(reason)});
  if (!is_last) return;
  ++counts_.failed;
  has_failed_ = true;
  write(paths, {});
}

void StatusKeeper::add_success(const StatusPaths& paths, Status status) {
  const std::lock_guard lock(mutex_);
  has_routed_ = true;
  counts_.count(*status.routing);
  set_active(paths, std::move(status));
}

void StatusKeeper::finish(const StatusPaths& paths, std::string engine) {
  const std::lock_guard lock(mutex_);
  // Without an engine that failed, OpenSM's own may have been asked first. If nothing was written,
  // the files may have the verdict of an earlier opensm.
  const bool is_news = !fallbacks_.empty() || written_ != engine;
  if (is_news && !has_routed_ && find_registered(engine) == nullptr) {
    Status status;
    status.engine = std::move(engine);
    if (!fallbacks_.empty() && !has_failed_) ++counts_.failed;
    set_active(paths, std::move(status));
  }
  forget_routing();
}

void StatusKeeper::set_sm_state(const StatusPaths& paths, SmState state) {
  const std::lock_guard lock(mutex_);
  if (sm_state_ == state || sm_state_ == SmState::kEnded) return;
  sm_state_ = state;
  const bool needs_a_file = state == SmState::kMaster || state == SmState::kEnded;
  if (needs_a_file && !written_) return;
  engine_.clear();
  forget_routing();
  Status status;
  status.sm_state = state;
  write(paths, std::move(status));
}

void StatusKeeper::forget_routing() {
  fallbacks_.clear();
  has_routed_ = false;
  has_failed_ = false;
}

void StatusKeeper::set_active(const StatusPaths& paths, Status status) {
  status.routed = unix_now();
  if (std::exchange(engine_, status.engine) != status.engine) since_ = status.routed;
  status.since = since_;
  write(paths, std::move(status));
}

void StatusKeeper::write(const StatusPaths& paths, Status status) {
  sm_state_ = status.sm_state;
  status.fallbacks = fallbacks_;
  status.counts = counts_;
  const auto written = std::make_shared<const Status>(std::move(status));
  post(json_scribe_, paths.json, written, encode_json);
  post(metrics_scribe_, paths.metrics, written, encode_metrics);
  written_ = written->engine;
}

}  // namespace weft
