#ifndef WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_
#define WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "plugins/opensm/opensm.h"

namespace weft {

// OpenSM looks at the flag when a sweep ends, and at the signal after the console's `reroute`.
inline void ask_for_heavy_sweep(osm_opensm_t& opensm) {
  opensm.subn.force_heavy_sweep = TRUE;
  osm_sm_signal(&opensm.sm, OSM_SIGNAL_SWEEP);
}

// Asks for a heavy sweep later on: OpenSM has no events in a subnet where nothing happens.
class SweepTimer {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SweepTimer(osm_opensm_t& opensm) : opensm_(opensm) {}
  // Waits for its thread, which does not take long.
  ~SweepTimer();
  SweepTimer(const SweepTimer&) = delete;
  SweepTimer& operator=(const SweepTimer&) = delete;

  // In place of what was set before; nothing: no more. Throws std::system_error, if no thread can
  // be started, and std::bad_alloc.
  void set(std::optional<Clock::time_point> when);

 private:
  void run();

  osm_opensm_t& opensm_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Clock::time_point> when_;
  bool is_ending_ = false;
  std::jthread thread_;  // from the first time that was set on
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_HEAVY_SWEEP_H_
