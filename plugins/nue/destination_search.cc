#include "plugins/nue/destination_search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>

namespace weft {

bool DestinationSearch::Offer::operator>(const Offer& other) const {
  return std::tie(weight, hops, link) > std::tie(other.weight, other.hops, other.link);
}

DestinationSearch::DestinationSearch(const Links& links, const Orientation& direction,
                                     std::span<const std::uint32_t> sources, std::uint8_t min_vls)
    : links_(&links),
      sources_(sources),
      min_vls_(min_vls),
      distance_(sources.size(), kNone),
      next_(sources.size(), kNone),
      weight_(sources.size()),
      hops_(sources.size()),
      cost_(links.count()),
      flows_(sources.size()),
      waiting_(sources.size()) {
  goes_up_.reserve(links.count());
  for (const Link& link : links.all()) goes_up_.push_back(direction.goes_up(link.from, link.to));
}

void DestinationSearch::set_destination(SwitchIndex destination) {
  for (const SwitchIndex s : order_) {
    distance_[s] = kNone;
    next_[s] = kNone;
  }
  destination_ = destination;
  order_.assign(1, destination);
  distance_[destination] = 0;
  for (std::size_t done = 0; done < order_.size(); ++done) {
    const SwitchIndex s = order_[done];
    for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
      const LinkIndex in = links_->opposite(links_->first_of(s) + i);
      const SwitchIndex peer = (*links_)[in].from;
      if (!usable(in) || distance_[peer] != kNone) continue;
      distance_[peer] = distance_[s] + 1;
      order_.push_back(peer);
    }
  }
  minimal_links_.clear();
  first_.clear();
  for (const SwitchIndex s : order_) {
    first_.push_back(static_cast<std::uint32_t>(minimal_links_.size()));
    for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
      const LinkIndex out = links_->first_of(s) + i;
      if (usable(out) && distance_[behind(out)] + 1 == distance_[s]) minimal_links_.push_back(out);
    }
  }
  first_.push_back(static_cast<std::uint32_t>(minimal_links_.size()));
}

void DestinationSearch::route(std::span<const std::uint32_t> load) {
  minimal_ = minimal_ && route_minimal(load);
  if (!minimal_) route_by_load(load);
}

// Paths are counted from their beginnings: a switch passes them on when all that come through it
// are there.
void DestinationSearch::add_paths(std::span<std::uint32_t> load) {
  for (const SwitchIndex s : order_) {
    flows_[s] = sources_[s];
    waiting_[s] = 0;
  }
  for (const SwitchIndex s : order_) {
    if (s != destination_) ++waiting_[behind(next_[s])];
  }
  for (const SwitchIndex start : order_) {
    if (waiting_[start] != 0) continue;
    waiting_[start] = kNone;
    for (SwitchIndex s = start; s != destination_;) {
      const SwitchIndex then = behind(next_[s]);
      load[next_[s]] += flows_[s];
      flows_[then] += flows_[s];
      if (--waiting_[then] != 0) break;
      waiting_[then] = kNone;
      s = then;
    }
  }
}

// Does the path of the switch behind the link go on as packets that come by the link may?
bool DestinationSearch::may_turn(LinkIndex link) const {
  const SwitchIndex s = behind(link);
  return goes_up_[link] != 0 || s == destination_ || goes_up_[next_[s]] == 0;
}

// False if some switch found no path.
bool DestinationSearch::route_minimal(std::span<const std::uint32_t> load) {
  weight_[destination_] = 0;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    LinkIndex best = kNone;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t j = first_[i]; j < first_[i + 1]; ++j) {
      const LinkIndex link = minimal_links_[j];
      const std::uint64_t weight = load[link] + weight_[behind(link)];
      if (weight >= least || !may_turn(link)) continue;
      least = weight;
      best = link;
    }
    if (best == kNone) return false;
    next_[order_[i]] = best;
    weight_[order_[i]] = least;
  }
  return true;
}

void DestinationSearch::route_by_load(std::span<const std::uint32_t> load) {
  for (const SwitchIndex s : order_) next_[s] = kNone;
  weigh_links(load);
  weight_[destination_] = 0;
  hops_[destination_] = 0;
  offers_.clear();
  offer_links_to(destination_);
  while (!offers_.empty()) {
    std::pop_heap(offers_.begin(), offers_.end(), std::greater<>());
    const Offer offer = offers_.back();
    offers_.pop_back();
    const SwitchIndex s = (*links_)[offer.link].from;
    if (next_[s] != kNone) continue;
    next_[s] = offer.link;
    weight_[s] = offer.weight;
    hops_[s] = offer.hops;
    offer_links_to(s);
  }
}

// Load, load squared over the mean, and three tenths of the mean against detours: with the square,
// the busiest links are spared at the price of others (found by trying tori and dragonflies).
void DestinationSearch::weigh_links(std::span<const std::uint32_t> load) {
  const std::uint64_t sum = std::accumulate(load.begin(), load.end(), std::uint64_t{0});
  const std::uint64_t mean = 1 + sum / std::max<std::size_t>(1, load.size());
  const std::uint64_t inverse = (std::uint64_t{1} << 32) / mean;
  for (std::size_t link = 0; link < load.size(); ++link) {
    const std::uint64_t paths = load[link];
    const std::uint64_t means = paths * inverse >> 28;  // in sixteenths
    cost_[link] = 1 + paths + paths * means / 16 + 3 * mean / 10;
  }
}

void DestinationSearch::offer_links_to(SwitchIndex s) {
  for (std::uint32_t i = 0; i < links_->count_of(s); ++i) {
    const LinkIndex link = links_->opposite(links_->first_of(s) + i);
    const SwitchIndex from = (*links_)[link].from;
    if (!usable(link) || from == destination_ || next_[from] != kNone || !may_turn(link)) continue;
    offers_.push_back({weight_[s] + cost_[link], hops_[s] + 1, link});
    std::push_heap(offers_.begin(), offers_.end(), std::greater<>());
  }
}

}  // namespace weft
