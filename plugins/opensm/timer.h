#ifndef WEFT_PLUGINS_OPENSM_TIMER_H_
#define WEFT_PLUGINS_OPENSM_TIMER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace weft {

// Does something later on, in a thread of its own: OpenSM has no events in a subnet where nothing
// happens.
class Timer {
 public:
  using Clock = std::chrono::steady_clock;

  // action: throws nothing, and may set this timer.
  explicit Timer(std::function<void()> action) : action_(std::move(action)) {}
  // Waits for its thread, which does not take long.
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // In place of what was set before; nothing: no more. Throws std::system_error, if no thread can
  // be started, and std::bad_alloc.
  void set(std::optional<Clock::time_point> when);

 private:
  void run();

  std::function<void()> action_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Clock::time_point> when_;
  bool is_ending_ = false;
  std::jthread thread_;  // from the first time that was set on
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_TIMER_H_
