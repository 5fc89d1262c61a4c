#include "plugins/nue/minimal_search.h"

#include <algorithm>

namespace weft {

MinimalSearch::MinimalSearch(const Links& links, const TurnOrder& order, std::uint8_t min_vls)
    : links_(&links),
      rank_(order.rank),
      steps_(links.count() + std::size_t{1}),
      distance_(links.switch_count()),
      weight_(links.switch_count()),
      end_(links.switch_count()) {
  to_.reserve(links.count());
  for (const Link& link : links.all()) to_.push_back(usable(link, min_vls) ? link.to : link.from);
  hops_.reserve(links.switch_count());
  first_step_.reserve(links.switch_count() + std::size_t{1});
}

// A breadth-first search. When it comes to a switch, all that are nearer have their distances.
void MinimalSearch::set_destination(SwitchIndex destination) {
  routed_ = false;
  std::ranges::fill(distance_, kNone);
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
      steps_[steps] = link;  // The next one takes its place if it is none.
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
  bool growing = routed_;
  routed_ = true;
  for (std::size_t i = 0; i < hops_.size(); ++i) {
    FirstHop& hop = hops_[i];
    if (growing && allowed(hop.rank, hop.to) &&
        load[hop.link] + weight_[hop.to] == weight_[hop.from]) {
      continue;
    }
    const Best best = growing ? best_of_growing(i, load) : best_of_all(i, load);
    if (best.weight == kFarthest) return false;
    const LinkIndex link = steps_[best.step];
    growing = growing && rank_[link] <= end_[hop.from];
    best_[i] = best.step;
    weight_[hop.from] = best.weight;
    end_[hop.from] = rank_[link];
    hop = {hop.from, link, to_[link], rank_[link]};
  }
  return true;
}

// The first of those that weigh least, or the first that weighs `enough`.
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

// The best one so far weighs more now, or may not be taken any more. Those before it weighed more
// than it did, those after it as much at least.
MinimalSearch::Best MinimalSearch::best_of_growing(std::size_t i,
                                                   std::span<const std::uint32_t> load) const {
  const std::uint64_t before = weight_[hops_[i].from];
  const Best after = least(best_[i] + 1, first_step_[i + 1], before, load);
  if (after.weight == before) return after;
  const Best until = least(first_step_[i], best_[i] + 1, before, load);
  return until.weight <= after.weight ? until : after;
}

}  // namespace weft
