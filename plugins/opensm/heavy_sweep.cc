#include "plugins/opensm/heavy_sweep.h"

#include "common/base/workers.h"

namespace weft {

SweepTimer::~SweepTimer() {
  const std::lock_guard lock(mutex_);
  is_ending_ = true;
  changed_.notify_all();
}

void SweepTimer::set(std::optional<Clock::time_point> when) {
  const std::lock_guard lock(mutex_);
  when_ = when;
  changed_.notify_all();
  if (when_ && !thread_.joinable()) thread_ = start_thread([this] { run(); });
}

void SweepTimer::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    if (!when_) {
      changed_.wait(lock);
    } else if (Clock::now() < *when_) {
      changed_.wait_until(lock, *when_);
    } else {
      when_.reset();
      if (osm_exit_flag == 0) ask_for_heavy_sweep(opensm_);
    }
  }
}

}  // namespace weft
