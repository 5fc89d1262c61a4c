#ifndef WEFT_PLUGINS_OPENSM_TIMER_H_
#define WEFT_PLUGINS_OPENSM_TIMER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace weft {

// Runs an action later in a separate thread: OpenSM has no events while nothing happens in the
// subnet.
class Timer {
 public:
  using Clock = std::chrono::steady_clock;

  // action: must not throw; may set this timer.
  explicit Timer(std::function<void()> action) : action_(std::move(action)) {}
  // Waits for the thread, which is short.
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // Replaces the time set before; nullopt: no action. Throws std::system_error if no thread can be
  // started, and std::bad_alloc.
  void set(std::optional<Clock::time_point> when);

 private:
  void run();

  std::function<void()> action_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Clock::time_point> when_;
  bool is_ending_ = false;
  std::jthread thread_;  // runs from the first set()
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_TIMER_H_
