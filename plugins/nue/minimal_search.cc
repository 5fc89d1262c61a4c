#include "plugins/nue/minimal_search.h"

#include <algorithm>
#include <tuple>

namespace weft {

MinimalSearch::MinimalSearch(const Links& links, const TurnOrder& order,
                             std::span<const std::uint32_t> sources, std::uint8_t min_vls)
    : links_(&links),
      rank_(order.rank),
      sources_(sources),
      steps_(links.count() + std::size_t{1}),
      distance_(links.switch_count()),
      weight_(links.switch_count()),
      end_(links.switch_count()),
      at_(links.switch_count()) {
  to_.reserve(links.count());
  for (const Link& link : links.all()) to_.push_back(usable(link, min_vls) ? link.to : link.from);
  hops_.reserve(links.switch_count());
  first_step_.reserve(links.switch_count() + std::size_t{1});
}

// A breadth-first search. When it comes to a switch, all that are nearer have their distances.
void MinimalSearch::set_destination(SwitchIndex destination) {
  std::ranges::fill(distance_, kNone);
  std::ranges::fill(weight_, kFarthest);
  std::ranges::fill(end_, kNone);
  hops_.clear();
  first_step_.clear();
  distance_[destination] = 0;
  weight_[destination] = 0;
  end_[destination] = kNone;
  std::uint32_t steps = 0;
  const auto visit = [&](SwitchIndex s) {
    const std::uint32_t distance = distance_[s];
    const LinkIndex first = links_->first_of(s);
    const LinkIndex last = first + links_->count_of(s);
    for (LinkIndex link = first; link < last; ++link) {
      const SwitchIndex to = to_[link];
      if (distance_[to] == kNone) {
        distance_[to] = distance + 1;
        hops_.push_back({to, kNone, kNone, 0});
      }
      steps_[steps] = link;  // overwritten by the next link if it is no step
      steps += distance_[to] + 1 == distance ? 1u : 0u;
    }
  };
  visit(destination);
  for (std::size_t done = 0; done < hops_.size(); ++done) {
    first_step_.push_back(steps);
    visit(hops_[done].from);
  }
  first_step_.push_back(steps);
  best_.resize(hops_.size());
}

bool MinimalSearch::route(std::span<const std::uint32_t> load) {
  stuck_.clear();
  for (std::size_t i = 0; i < hops_.size(); ++i) {
    const FirstHop& hop = hops_[i];
    const SwitchIndex s = hop.from;
    const std::uint64_t before = weight_[s];
    if (before != kFarthest && allowed(hop.rank, hop.to) &&
        load[hop.link] + weight_[hop.to] == before) {
      continue;
    }
    const Best best = before == kFarthest ? best_of_all(i, load) : best_of_growing(i, load);
    best_[i] = best.step;
    weight_[s] = best.weight;
    if (best.weight == kFarthest) {
      if (sources_[s] > 0) return false;
      stuck_.push_back(s);
      at_[s] = static_cast<std::uint32_t>(i);
      hops_[i] = {s, kNone, s, 0};
      end_[s] = 0;
      continue;
    }
    const LinkIndex link = steps_[best.step];
    if (rank_[link] > end_[s]) look_again_beyond(s);
    begin_with(i, link);
  }
  // If many switches take detours, a search over all links is faster.
  return stuck_.empty() || (stuck_.size() <= hops_.size() / 4 && add_detours(load));
}

void MinimalSearch::begin_with(std::size_t i, LinkIndex link) {
  hops_[i] = {hops_[i].from, link, to_[link], rank_[link]};
  end_[hops_[i].from] = rank_[link];
}

void MinimalSearch::look_again_beyond(SwitchIndex s) {
  for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
    const SwitchIndex other = links_->to(links_->first_of(s) + i);
    if (distance_[other] > distance_[s]) weight_[other] = kFarthest;
  }
}

// A breadth-first search from all switches with minimal paths over those without. It reaches all
// switches that can be reached (destination_search.h).
bool MinimalSearch::add_detours(std::span<const std::uint32_t> load) {
  on_detours_.clear();
  const auto settle = [&](SwitchIndex s, LinkIndex link) {
    begin_with(at_[s], link);
    on_detours_.push_back(s);
  };
  for (const SwitchIndex s : stuck_) {
    const LinkIndex link = shortest_detour(s, load);
    if (link != kNone) settle(s, link);
  }
  for (std::size_t done = 0; done < on_detours_.size() && on_detours_.size() < stuck_.size();
       ++done) {
    const SwitchIndex to = on_detours_[done];
    for (std::uint32_t i = 0; i < links_->count_of(to); ++i) {
      const LinkIndex link = links_->opposite(links_->first_of(to) + i);
      const SwitchIndex from = (*links_)[link].from;
      if (is_stuck(from) && hops_[at_[from]].link == kNone && to_[link] == to &&
          allowed(rank_[link], to)) {
        settle(from, link);
      }
    }
  }
  for (const SwitchIndex s : on_detours_) end_[s] = 0;
  return on_detours_.size() == stuck_.size();
}

// The best link to a neighbour with a minimal path; kNone: there is none.
LinkIndex MinimalSearch::shortest_detour(SwitchIndex s, std::span<const std::uint32_t> load) const {
  LinkIndex best = kNone;
  auto least = std::tuple(kNone, kFarthest);
  for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
    const LinkIndex link = links_->first_of(s) + i;
    const SwitchIndex to = to_[link];
    if (is_stuck(to) || !allowed(rank_[link], to)) continue;
    const auto length = std::tuple(distance_[to], load[link] + weight_[to]);
    if (length >= least) continue;
    least = length;
    best = link;
  }
  return best;
}

// The first step with the least weight, or the first that weighs `enough`.
MinimalSearch::Best MinimalSearch::least(std::uint32_t first, std::uint32_t last,
                                         std::uint64_t enough,
                                         std::span<const std::uint32_t> load) const {
  Best best{first, kFarthest};
  for (std::uint32_t i = first; i < last; ++i) {
    const LinkIndex link = steps_[i];
    const std::uint64_t weight = load[link] + weight_[to_[link]];
    if (weight >= best.weight || !allowed(rank_[link], to_[link])) continue;
    best = {i, weight};
    if (weight == enough) break;
  }
  return best;
}

MinimalSearch::Best MinimalSearch::best_of_all(std::size_t i,
                                               std::span<const std::uint32_t> load) const {
  return least(first_step_[i], first_step_[i + 1], 0, load);
}

// Called if the best step so far weighs more now, or may not be taken any more. Steps before it
// weighed more than it did, steps after it at least as much.
MinimalSearch::Best MinimalSearch::best_of_growing(std::size_t i,
                                                   std::span<const std::uint32_t> load) const {
  const std::uint64_t before = weight_[hops_[i].from];
  const Best after = least(best_[i] + 1, first_step_[i + 1], before, load);
  if (after.weight == before) return after;
  const Best until = least(first_step_[i], best_[i] + 1, before, load);
  return until.weight <= after.weight ? until : after;
}

}  // namespace weft
