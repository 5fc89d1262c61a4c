#include "plugins/opensm/timer.h"

#include "common/base/workers.h"

namespace weft {

Timer::~Timer() {
  const std::lock_guard lock(mutex_);
  is_ending_ = true;
  changed_.notify_all();
}

void Timer::set(std::optional<Clock::time_point> when) {
  const std::lock_guard lock(mutex_);
  when_ = when;
  changed_.notify_all();
  if (when_ && !thread_.joinable()) thread_ = start_thread([this] { run(); });
}

void Timer::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    if (!when_) {
      changed_.wait(lock);
    } else if (Clock::now() < *when_) {
      changed_.wait_until(lock, *when_);
    } else {
      when_.reset();
      lock.unlock();
      action_();
      lock.lock();
    }
  }
}

}  // namespace weft
