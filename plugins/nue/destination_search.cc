#include "plugins/nue/destination_search.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

namespace weft {

DestinationSearch::DestinationSearch(const Links& links, const TurnOrder& order,
                                     std::span<const std::uint32_t> sources, std::uint8_t min_vls,
                                     std::uint64_t expected_mean)
    : links_(&links),
      sources_(sources),
      min_vls_(min_vls),
      rank_(&order.rank),
      expected_mean_(expected_mean),
      paths_(sources.size()),
      flows_(sources.size()) {
  approaches_.reserve(links.count());
  for (SwitchIndex s = 0; s < sources.size(); ++s) {
    const std::size_t first = approaches_.size();
    first_approach_.push_back(static_cast<std::uint32_t>(first));
    for (std::uint32_t i = 0; i < links.count_of(s); ++i) {
      const LinkIndex in = links.opposite(links.first_of(s) + i);
      if (usable(in)) approaches_.push_back({in, links[in].from, order.rank[in]});
    }
    std::ranges::stable_sort(std::span(approaches_).subspan(first), {}, &Approach::rank);
  }
  first_approach_.push_back(static_cast<std::uint32_t>(approaches_.size()));
}

void DestinationSearch::set_destination(SwitchIndex destination) {
  destination_ = destination;
  if (minimal_) find_minimal_steps();
}

void DestinationSearch::route(std::span<const std::uint32_t> load) {
  minimal_ = minimal_ && route_minimal(load);
  if (!minimal_) route_by_load(load);
}

void DestinationSearch::add_paths(std::span<std::uint32_t> load) {
  for (const SwitchIndex s : order_) flows_[s] = sources_[s];
  for (std::size_t i = order_.size(); i-- > 1;) {
    const SwitchIndex s = order_[i];
    const LinkIndex next = paths_[s].next;
    load[next] += flows_[s];
    flows_[links_->to(next)] += flows_[s];
  }
}

bool DestinationSearch::usable(LinkIndex link) const {
  return (*links_)[link].data_vls >= min_vls_ && (*links_)[link].from != (*links_)[link].to;
}

std::span<const DestinationSearch::Approach> DestinationSearch::approaches(SwitchIndex s) const {
  return std::span(approaches_)
      .subspan(first_approach_[s], first_approach_[s + 1] - first_approach_[s]);
}

// Does the path of the switch behind the link go on as packets that come by the link may?
bool DestinationSearch::may_turn(const Step& step) const {
  return step.to == destination_ || (*rank_)[step.link] < (*rank_)[paths_[step.to].next];
}

void DestinationSearch::forget_paths() {
  for (const SwitchIndex s : order_) paths_[s] = {};
  order_.clear();
}

void DestinationSearch::find_minimal_steps() {
  forget_paths();
  order_.push_back(destination_);
  paths_[destination_] = {.weight = 0, .hops = 0};
  for (std::size_t done = 0; done < order_.size(); ++done) {
    const SwitchIndex s = order_[done];
    for (const Approach& approach : approaches(s)) {
      if (paths_[approach.from].hops != kNone) continue;
      paths_[approach.from].hops = paths_[s].hops + 1;
      order_.push_back(approach.from);
    }
  }
  minimal_steps_.clear();
  first_.clear();
  for (const SwitchIndex s : order_) {
    first_.push_back(static_cast<std::uint32_t>(minimal_steps_.size()));
    for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
      const LinkIndex out = links_->first_of(s) + i;
      const SwitchIndex to = links_->to(out);
      if (paths_[to].hops + 1 == paths_[s].hops && usable(out)) minimal_steps_.push_back({out, to});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(minimal_steps_.size()));
}

// False if some switch found no path.
bool DestinationSearch::route_minimal(std::span<const std::uint32_t> load) {
  for (std::size_t i = 1; i < order_.size(); ++i) {
    LinkIndex best = kNone;
    std::uint64_t least = kFarthest;
    for (std::size_t j = first_[i]; j < first_[i + 1]; ++j) {
      const Step& step = minimal_steps_[j];
      const std::uint64_t weight = load[step.link] + paths_[step.to].weight;
      if (weight >= least || !may_turn(step)) continue;
      least = weight;
      best = step.link;
    }
    if (best == kNone) return false;
    paths_[order_[i]].weight = least;
    paths_[order_[i]].next = best;
  }
  return true;
}

void DestinationSearch::route_by_load(std::span<const std::uint32_t> load) {
  forget_paths();
  weigh_mean(load);
  paths_[destination_] = {.weight = 0, .hops = 0};
  order_.push_back(destination_);
  offers_.clear();
  offer_paths_through(destination_, load);
  while (!offers_.empty()) {
    std::pop_heap(offers_.begin(), offers_.end(), std::greater<>());
    const Offer offer = offers_.back();
    offers_.pop_back();
    if (paths_[offer.from].next != offer.link) continue;  // There was a better one.
    order_.push_back(offer.from);
    offer_paths_through(offer.from, load);
  }
}

// All links cost something, so nothing better can come for a switch once its offer was taken.
void DestinationSearch::offer_paths_through(SwitchIndex s, std::span<const std::uint32_t> load) {
  const std::uint64_t weight_here = paths_[s].weight;
  const std::uint32_t hops = paths_[s].hops + 1;
  const std::uint32_t end = s == destination_ ? kNone : (*rank_)[paths_[s].next];
  for (const auto& [link, from, rank] : approaches(s)) {
    if (rank >= end) break;
    Path& path = paths_[from];
    if (path.weight <= weight_here) continue;
    const std::uint64_t weight = weight_here + cost(load[link]);
    if (std::tie(weight, hops, link) >= std::tie(path.weight, path.hops, path.next)) continue;
    path = {weight, hops, link};
    offers_.push_back({weight, hops, link, from});
    std::push_heap(offers_.begin(), offers_.end(), std::greater<>());
  }
}

// With the square of the load over the mean, the busiest links are spared at the price of others;
// three tenths of the mean that there will be are against detours (found by trying tori,
// dragonflies and random graphs): with those of the mean so far the first paths go any way.
void DestinationSearch::weigh_mean(std::span<const std::uint32_t> load) {
  const std::uint64_t sum = std::accumulate(load.begin(), load.end(), std::uint64_t{0});
  const std::uint64_t mean = 1 + sum / std::max<std::size_t>(1, load.size());
  inverse_of_mean_ = (std::uint64_t{1} << 32) / mean;
  detour_ = 1 + 3 * std::max(mean, expected_mean_) / 10;
}

std::uint64_t DestinationSearch::cost(std::uint64_t paths) const {
  const std::uint64_t means = paths * inverse_of_mean_ >> 28;  // in sixteenths
  return detour_ + paths + paths * means / 16;
}

}  // namespace weft
