#include "common/fabric/congestion_watch.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

constexpr std::uint32_t kWord = 4;  // bytes of PortXmitData
constexpr std::chrono::minutes kWindow{1};
constexpr std::chrono::seconds kReading{1};  // all ports, one after the other

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
  // Less than before: the counter was cleared.
  const bool is_reset = count > ~std::uint64_t{0} / 2;
  if (std::exchange(read.is_first, false) || is_reset || seconds < 0) return std::nullopt;
  read.count += count;
  read.seconds += seconds;
  if (read.seconds == 0) return std::nullopt;
  const double possible =
      state->link.bytes_per_second * static_cast<double>(std::exchange(read.seconds, 0));
  const double bytes = static_cast<double>(std::exchange(read.count, 0)) * bytes_each;
  read.percent = possible > 0 ? std::min(100 * bytes / possible, 100.0) : 0;
  if (!judge(*state, now) || differs_since_ || congested_now() == in_force_) return std::nullopt;
  differs_since_ = now;
  return due(now);
}

// Has it become congested, or has that ended?
bool CongestionWatch::judge(State& state, Clock::time_point now) const {
  const double level =
      (state.data.percent * limits_.bandwidth_weight + state.wait.percent * limits_.wait_weight) /
      100;
  const double with_all = std::ranges::binary_search(in_force_, state.link.from)
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

CongestionWatch::Clock::time_point CongestionWatch::due(Clock::time_point now) const {
  return std::max(differs_since_.value_or(now) + kReading, earliest_change(now));
}

std::vector<LinkEnd> CongestionWatch::congested(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<LinkEnd> links = congested_now();
  if (links != in_force_ && earliest_change(now) > now) return in_force_;
  differs_since_.reset();
  if (links == in_force_) return links;
  in_force_ = links;
  changes_.push_back(now);
  while (changes_.front() + kWindow <= now) changes_.pop_front();
  return links;
}

std::optional<CongestionWatch::Clock::time_point> CongestionWatch::next_change(
    Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  if (congested_now() == in_force_) return std::nullopt;
  return due(now);
}

}  // namespace weft
