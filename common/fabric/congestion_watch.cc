#include "common/fabric/congestion_watch.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

constexpr std::uint32_t kWord = 4;  // bytes of PortXmitData
constexpr std::chrono::minutes kWindow{1};
constexpr std::chrono::seconds kLongest{86'400};  // longest time between two readings
constexpr std::int64_t kPatience = 600;           // longest wait for links that are not read

}  // namespace

void CongestionWatch::watch(const std::vector<Link>& links, const CongestionLimits& limits) {
  const std::lock_guard lock(mutex_);
  limits_ = limits;
  std::vector<State> states;
  states.reserve(links.size());
  for (const Link& link : links) {
    const State* const known = find(link.from);
    State& state = states.emplace_back(known != nullptr ? *known : State());
    state.link = link;
  }
  std::ranges::sort(states, {}, [](const State& state) { return state.link.from; });
  states_ = std::move(states);
  // The current routes are computed without removed links.
  std::erase_if(avoided_, [&](const LinkEnd& from) { return find(from) == nullptr; });
  readings_due_ = 0;
  for (const State& state : states_) readings_due_ += state.data.is_due + state.wait.is_due;
  if (congested_now() == avoided_) patience_.reset();
}

CongestionWatch::State* CongestionWatch::find(const LinkEnd& from) {
  const auto place = std::ranges::lower_bound(
      states_, from, {}, [](const State& state) -> const LinkEnd& { return state.link.from; });
  return place != states_.end() && place->link.from == from ? &*place : nullptr;
}

std::optional<CongestionWatch::Clock::time_point> CongestionWatch::add_data(const LinkEnd& from,
                                                                            std::uint64_t words,
                                                                            std::int64_t seconds,
                                                                            Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  return add(from, &State::data, words, seconds, kWord, now);
}

std::optional<CongestionWatch::Clock::time_point> CongestionWatch::add_wait(const LinkEnd& from,
                                                                            std::uint64_t ticks,
                                                                            std::int64_t seconds,
                                                                            Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  return add(from, &State::wait, ticks, seconds, limits_.tick, now);
}

std::optional<CongestionWatch::Clock::time_point> CongestionWatch::add(
    const LinkEnd& from, Reading State::*reading, std::uint64_t count, std::int64_t seconds,
    std::uint32_t bytes_each, Clock::time_point now) {
  State* const state = find(from);
  if (state == nullptr) return std::nullopt;
  Reading& read = state->*reading;
  const bool was_last = std::exchange(read.is_due, false) && --readings_due_ == 0;
  const double possible = state->link.bytes_per_second;
  if (const std::int64_t interval = read.add(count, seconds, bytes_each, possible)) {
    if (judge(*state, now) && !patience_ && congested_now() != avoided_) {
      wait_for_all(now + std::chrono::seconds(std::min(2 * interval, kPatience)));
      return due(now);
    }
  }
  return was_last && patience_ ? std::optional(due(now)) : std::nullopt;
}

// Returns the seconds that the new level covers; 0: the level is unchanged.
std::int64_t CongestionWatch::Reading::add(std::uint64_t more, std::int64_t since,
                                           std::uint32_t bytes_each, double possible) {
  // A smaller count: the counter was cleared.
  const bool is_reset = more > ~std::uint64_t{0} / 2;
  if (std::exchange(is_first, false) || is_reset || since < 0) return 0;
  count += more;
  seconds += std::min(since, kLongest.count());
  if (seconds == 0) return 0;
  const std::int64_t interval = std::exchange(seconds, 0);
  const double bytes = static_cast<double>(std::exchange(count, 0)) * bytes_each;
  possible *= static_cast<double>(interval);
  percent = possible > 0 ? std::min(100 * bytes / possible, 100.0) : 0;
  return interval;
}

// True if the link has become congested or is no longer congested.
bool CongestionWatch::judge(State& state, Clock::time_point now) const {
  const double level =
      (state.data.percent * limits_.bandwidth_weight + state.wait.percent * limits_.wait_weight) /
      100;
  const double with_all = std::ranges::binary_search(avoided_, state.link.from)
                              ? level * 100 / std::max(100.0 - limits_.share, 1.0)
                              : level;
  if (state.is_congested ? with_all >= limits_.lower : level <= limits_.upper) return false;
  if (state.changed && now < *state.changed + std::chrono::seconds(limits_.dwell)) return false;
  state.is_congested = !state.is_congested;
  state.changed = now;
  return true;
}

std::vector<LinkEnd> CongestionWatch::congested_now() const {
  std::vector<LinkEnd> links;
  for (const State& state : states_) {
    if (state.is_congested) links.push_back(state.link.from);
  }
  return links;
}

CongestionWatch::Clock::time_point CongestionWatch::earliest_change(Clock::time_point now) const {
  if (changes_.size() < std::max(limits_.changes, 1u)) return now;
  return std::max(now, changes_[changes_.size() - std::max(limits_.changes, 1u)] + kWindow);
}

// Keeps the routes until all counters that were ever read are read again.
void CongestionWatch::wait_for_all(Clock::time_point until) {
  patience_ = until;
  readings_due_ = 0;
  for (State& state : states_) {
    for (Reading* const reading : {&state.data, &state.wait}) {
      reading->is_due = !reading->is_first;
      readings_due_ += reading->is_due;
    }
  }
}

CongestionWatch::Clock::time_point CongestionWatch::due(Clock::time_point now) const {
  const bool is_settled = readings_due_ == 0 || !patience_;
  return std::max(is_settled ? now : *patience_, earliest_change(now));
}

std::vector<LinkEnd> CongestionWatch::congested(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<LinkEnd> links = congested_now();
  if (links != avoided_ && due(now) > now) return avoided_;
  patience_.reset();
  if (links == avoided_) return links;
  avoided_ = links;
  changes_.push_back(now);
  while (changes_.front() + kWindow <= now) changes_.pop_front();
  return links;
}

std::optional<CongestionWatch::Clock::time_point> CongestionWatch::next_change(
    Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  if (congested_now() == avoided_) return std::nullopt;
  return due(now);
}

}  // namespace weft
