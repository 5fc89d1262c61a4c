#include "plugins/nue/load_search.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace weft {

LoadSearch::LoadSearch(const Links& links, const TurnOrder& order, std::uint8_t min_vls,
                       std::uint64_t expected_mean)
    : links_(&links),
      rank_(order.rank),
      expected_mean_(expected_mean),
      paths_(links.switch_count()) {
  approaches_.reserve(links.count());
  first_approach_.reserve(links.switch_count() + std::size_t{1});
  for (SwitchIndex s = 0; s < links.switch_count(); ++s) {
    const std::size_t first = approaches_.size();
    first_approach_.push_back(static_cast<std::uint32_t>(first));
    for (std::uint32_t i = 0; i < links.count_of(s); ++i) {
      const LinkIndex in = links.opposite(links.first_of(s) + i);
      if (usable(links[in], min_vls)) approaches_.push_back({in, links[in].from, rank_[in]});
    }
    std::ranges::stable_sort(std::span(approaches_).subspan(first), {}, &Approach::rank);
  }
  first_approach_.push_back(static_cast<std::uint32_t>(approaches_.size()));
  hops_.reserve(links.switch_count());
}

void LoadSearch::route(SwitchIndex destination, std::span<const std::uint32_t> load) {
  weigh_mean(load);
  std::ranges::fill(paths_, Path{});
  hops_.clear();
  paths_[destination] = {.weight = 0, .hops = 0};
  offer_paths_through(destination, kNone, load);
  for (auto nearest = queue_.pop(); !nearest.empty(); nearest = queue_.pop()) {
    for (const auto& [distance, s] : nearest) {
      const Path& path = paths_[s];
      if (key(path.weight) != distance) continue;  // a better one was found
      hops_.push_back({s, path.next, links_->to(path.next), rank_[path.next]});
      offer_paths_through(s, rank_[path.next], load);
    }
  }
}

void LoadSearch::offer_paths_through(SwitchIndex s, std::uint32_t end,
                                     std::span<const std::uint32_t> load) {
  const std::uint64_t weight_here = paths_[s].weight;
  const std::uint32_t hops = paths_[s].hops + 1;
  const std::span<const Approach> approaches =
      std::span(approaches_).first(first_approach_[s + 1]).subspan(first_approach_[s]);
  const Cost cost = cost_;  // a local copy, which the compiler knows to be constant
  for (const auto& [link, from, rank] : approaches) {
    if (rank >= end) break;
    Path& path = paths_[from];
    if (path.weight <= weight_here) continue;
    const std::uint64_t weight = weight_here + cost.of(load[link]);
    if (std::tie(weight, hops, link) >= std::tie(path.weight, path.hops, path.next)) continue;
    if (key(weight) != key(path.weight)) queue_.push(key(weight), from);
    path = {weight, hops, link};
  }
}

// A link weighs by the square of its load over the mean, which relieves the busiest links at the
// price of others. Three tenths of the final mean limit detours (found by trials with tori,
// dragonflies and random graphs); with the present mean instead, the first paths would not be
// limited.
void LoadSearch::weigh_mean(std::span<const std::uint32_t> load) {
  const std::uint64_t sum = std::accumulate(load.begin(), load.end(), std::uint64_t{0});
  const std::uint64_t mean = 1 + sum / std::max<std::size_t>(1, load.size());
  cost_ = {.inverse_of_mean = (std::uint64_t{1} << 32) / mean,
           .detour = 1 + 3 * std::max(mean, expected_mean_) / 10};
  settled_together_ = static_cast<unsigned>(std::bit_width(cost_.detour)) - 1;
}

}  // namespace weft
