// Finds congested links between switches from the counters of their sending ports, which the
// performance manager reads.
#ifndef WEFT_FABRIC_CONGESTION_WATCH_H_
#define WEFT_FABRIC_CONGESTION_WATCH_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/link_watch.h"

namespace weft {

// The level of a link is the weighted sum of two percentages: bandwidth used and time waited.
struct CongestionLimits {
  std::uint32_t upper = 80;  // a link above this level is congested
  std::uint32_t lower = 50;  // until it is below this level
  std::uint32_t bandwidth_weight = 100;
  std::uint32_t wait_weight = 50;
  std::uint32_t tick = 8;     // bytes that a port could send in one tick of PortXmitWait
  std::uint32_t dwell = 30;   // seconds that a link at least stays congested or not
  std::uint32_t changes = 6;  // of routes: maximum per minute
  std::uint32_t share = 95;   // percent of the paths over a congested link that are to be re-routed

  friend bool operator==(const CongestionLimits&, const CongestionLimits&) = default;
};

// All functions may be called from any thread. Paths that were re-routed around a congested link no
// longer load it, but would all return together. So the link counts as below the lower threshold
// only if its level estimated with these paths is also below; the estimate is from the remaining
// paths.
class CongestionWatch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Link {
    LinkEnd from;                 // the sender
    double bytes_per_second = 0;  // its capacity
  };

  // Sets the watched links; known links keep their data. Cost: O(links x log links). Throws
  // std::bad_alloc.
  void watch(const std::vector<Link>& links, const CongestionLimits& limits);

  // Adds a reading of a port: words of four bytes sent, or ticks waited, since the previous
  // reading, and the seconds since then. The first reading of a port is ignored, since its age is
  // unknown. Returns the time for a recompute, if it has changed. A recompute waits until all links
  // are read: the performance manager reads port after port, and an earlier recompute could lead
  // paths over links that turn out to be congested too. It waits at most twice that time, or ten
  // minutes, since a switch may not answer. Cost: O(log links); if the state of a link changes,
  // O(links).
  std::optional<Clock::time_point> add_data(const LinkEnd& from, std::uint64_t words,
                                            std::int64_t seconds, Clock::time_point now);
  std::optional<Clock::time_point> add_wait(const LinkEnd& from, std::uint64_t ticks,
                                            std::int64_t seconds, Clock::time_point now);

  // The links that a routing computed now must avoid, sorted: the congested links, or those of the
  // previous call if routes must not change yet.
  std::vector<LinkEnd> congested(Clock::time_point now);
  // The time for the next recompute; nothing: none is needed.
  std::optional<Clock::time_point> next_change(Clock::time_point now) const;

 private:
  // The readings of one counter.
  struct Reading {
    std::int64_t add(std::uint64_t more, std::int64_t since, std::uint32_t bytes_each,
                     double possible);

    bool is_first = true;
    std::uint64_t count = 0;   // sum over `seconds`
    std::int64_t seconds = 0;  // may be 0
    bool is_due = false;       // not read since routes need a change
    double percent = 0;        // of the maximum, from the last readings with a duration
  };
  struct State {
    Link link;
    Reading data, wait;
    bool is_congested = false;
    std::optional<Clock::time_point> changed;
  };

  State* find(const LinkEnd& from);
  std::optional<Clock::time_point> add(const LinkEnd& from, Reading State::*reading,
                                       std::uint64_t count, std::int64_t seconds,
                                       std::uint32_t bytes_each, Clock::time_point now);
  bool judge(State& state, Clock::time_point now) const;
  void wait_for_all(Clock::time_point until);
  Clock::time_point due(Clock::time_point now) const;
  std::vector<LinkEnd> congested_now() const;
  Clock::time_point earliest_change(Clock::time_point now) const;

  mutable std::mutex mutex_;
  CongestionLimits limits_;
  std::vector<State> states_;              // by link
  std::vector<LinkEnd> avoided_;           // by the current routes
  std::deque<Clock::time_point> changes_;  // of the routes in the last minute
  // Set if routes need a change: they wait for due readings until this time.
  std::optional<Clock::time_point> patience_;
  std::size_t readings_due_ = 0;
};

}  // namespace weft

#endif  // WEFT_FABRIC_CONGESTION_WATCH_H_
