// Which links between switches are congested, by what the performance manager reads of their
// sending ports.
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

// The level of a link is a sum of what part of its bandwidth it sent with, and in what part of the
// time it waited, each with its weight; all in percent.
struct CongestionLimits {
  std::uint32_t upper = 80;  // above that it is congested, ...
  std::uint32_t lower = 50;  // ... until it is below that
  std::uint32_t bandwidth_weight = 100;
  std::uint32_t wait_weight = 50;
  std::uint32_t tick = 8;     // of PortXmitWait: the bytes that the port could have sent in it
  std::uint32_t dwell = 30;   // seconds for which a link stays what it has become
  std::uint32_t changes = 6;  // of routes, in a minute at most
  std::uint32_t share = 95;   // of the paths over a congested link, to be led elsewhere: percent

  friend bool operator==(const CongestionLimits&, const CongestionLimits&) = default;
};

// All functions may be called from any thread. What paths were led off a congested link does not
// load it, and would come back all at once: so it counts as below the lower threshold where that is
// true also for the level that it would have with them, as those that have stayed let expect.
class CongestionWatch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Link {
    LinkEnd from;                 // that sends
    double bytes_per_second = 0;  // that it can
  };

  // From now on these, and no others; what is known of one stays known. Cost: O(links x log of
  // them). Throws std::bad_alloc.
  void watch(const std::vector<Link>& links, const CongestionLimits& limits);

  // What a port has sent, in words of four bytes, or how many ticks it waited, since it was read
  // last, and how many seconds ago that was. The first reading of a port is left out: it may be of
  // any age. Returns when the routes are to be made anew, if that has changed: once all links were
  // read, since the performance manager reads port after port, and routes would lead paths over
  // what turns out to be congested too; or after twice that time, or ten minutes, as a switch may
  // not answer. Cost: O(log of the links); where a link's state changes, O(links).
  std::optional<Clock::time_point> add_data(const LinkEnd& from, std::uint64_t words,
                                            std::int64_t seconds, Clock::time_point now);
  std::optional<Clock::time_point> add_wait(const LinkEnd& from, std::uint64_t ticks,
                                            std::int64_t seconds, Clock::time_point now);

  // What the routes that are made now are to keep off, sorted: what is congested, or what it was
  // at the last call where the routes are not to change yet.
  std::vector<LinkEnd> congested(Clock::time_point now);
  // When the routes are to be made anew; nothing: they are as they should be.
  std::optional<Clock::time_point> next_change(Clock::time_point now) const;

 private:
  // What was read of one counter.
  struct Reading {
    std::int64_t add(std::uint64_t more, std::int64_t since, std::uint32_t bytes_each,
                     double possible);

    bool is_first = true;
    std::uint64_t count = 0;   // in ...
    std::int64_t seconds = 0;  // ..., which may be none
    bool is_due = false;       // not read since the routes are not as they should be
    double percent = 0;        // of what there can be, as of the last time that had seconds
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
  std::vector<LinkEnd> avoided_;           // that the routes keep off
  std::deque<Clock::time_point> changes_;  // of the routes, in the last minute
  // The routes are not as they should be. They stay until then, while readings are due.
  std::optional<Clock::time_point> patience_;
  std::size_t readings_due_ = 0;
};

}  // namespace weft

#endif  // WEFT_FABRIC_CONGESTION_WATCH_H_
