#include "plugins/opensm/status_keeper.h"

#include <chrono>
#include <utility>

#include "common/base/file.h"

namespace weft {

UnixSeconds unix_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<UnixSeconds>(std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

void StatusKeeper::begin() {
  fallbacks_.clear();
  has_routed_ = false;
}

void StatusKeeper::add_failure(const std::string& path, std::string engine, std::string reason,
                               bool is_last) {
  fallbacks_.push_back({std::move(engine), std::move(reason)});
  if (is_last) write(path, {});
}

void StatusKeeper::add_success(const std::string& path, Status status) {
  has_routed_ = true;
  put_in_force(path, std::move(status));
}

void StatusKeeper::finish(const std::string& path, std::string engine) {
  if (!fallbacks_.empty() && !has_routed_ && !engine.starts_with("weft-")) {
    Status status;
    status.engine = std::move(engine);
    put_in_force(path, std::move(status));
  }
  begin();
}

void StatusKeeper::put_in_force(const std::string& path, Status status) {
  status.routed = unix_now();
  if (std::exchange(engine_, status.engine) != status.engine) since_ = status.routed;
  status.since = since_;
  write(path, std::move(status));
}

void StatusKeeper::write(const std::string& path, Status status) {
  status.fallbacks = fallbacks_;
  if (path.empty()) return;
  scribe_.post([path, status = std::make_shared<const Status>(std::move(status))] {
    NewFile file(path, Existing::kReplaced);
    file.buffer() = encode_status(*status);
    file.commit();
  });
}

}  // namespace weft
