#include "plugins/layered/detour_trees.h"

#include <algorithm>
#include <utility>

#include "common/base/random.h"

namespace weft {
namespace {

// Of the doors that may be closed, one of so many stays open.
constexpr std::size_t kDoorsForOneOpen = 4;
// In another order of the switches other paths fit the layers.
constexpr unsigned kMostAttempts = 3;

}  // namespace

DetourTrees::DetourTrees(const Setup& setup, std::vector<std::uint64_t> load)
    : setup_(setup), load_(std::move(load)) {}

void DetourTrees::start(SwitchIndex destination) {
  const std::uint32_t switches = setup_.links.switch_count();
  const std::uint32_t doors = setup_.links.count_of(destination);
  destination_ = destination;
  attempts_ = 0;
  through_.assign(doors, 0);
  first_uses_.assign(setup_.links.count(), 0);
  door_uses_.assign(std::size_t{switches} * doors, 0);
  straight_.assign(switches, 0);
  open_.assign(doors, true);
  find_hops(fewest_);
  around_ = fewest_;
  find_closable();
}

// Breadth first through open doors; leaves the switches that it reaches in order_.
void DetourTrees::find_hops(std::vector<Hops>& hops) {
  const Links& links = setup_.links;
  hops.assign(links.switch_count(), kFar);
  hops[destination_] = 0;
  order_ = {destination_};
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const SwitchIndex at = order_[i];
    for (std::uint32_t n = 0; n < links.count_of(at); ++n) {
      const LinkIndex back = links.opposite(links.first_of(at) + n);
      const SwitchIndex next = links.neighbours(at)[n];
      if (hops[next] != kFar || !is_usable(back) || (i == 0 && !open_[n])) continue;
      hops[next] = static_cast<Hops>(hops[at] + 1);
      order_.push_back(next);
    }
  }
  order_.erase(order_.begin());
}

void DetourTrees::find_closable() {
  const Links& links = setup_.links;
  closable_.clear();
  if (order_.empty() || fewest_[order_.back()] > kNear || !setup_.may_be_longer) return;
  for (std::uint32_t n = 0; n < links.count_of(destination_); ++n) {
    const SwitchIndex neighbour = links.neighbours(destination_)[n];
    unsigned straight = 0;
    unsigned around = 0;
    for (const SwitchIndex next : links.neighbours(neighbour)) {
      straight += next == destination_ ? 1u : 0u;
      around += next != neighbour && fewest_[next] == 1 ? 1u : 0u;
    }
    if (straight == 1 && around == 0) closable_.push_back(n);
  }
}

// Opens those through which the fewest paths lead, and all without which their neighbour would have
// to go too far round.
void DetourTrees::choose_doors() {
  if (closable_.empty()) return;
  const Links& links = setup_.links;
  std::ranges::stable_sort(closable_, {}, [&](std::uint32_t n) {
    return std::pair(through_[n], load_[links.opposite(links.first_of(destination_) + n)]);
  });
  const std::size_t open = (closable_.size() + kDoorsForOneOpen - 1) / kDoorsForOneOpen;
  for (std::size_t i = 0; i < closable_.size(); ++i) open_[closable_[i]] = i < open;
  find_hops(around_);
  for (const std::uint32_t n : closable_) {
    if (around_[links.neighbours(destination_)[n]] > 1 + kMostLonger) open_[n] = true;
  }
  find_hops(around_);
}

// The nearest first, of these those that went straight the least often, at random.
void DetourTrees::order_switches() {
  Random random(destination_ * std::uint64_t{0x1'0000} + attempts_);
  random.shuffle(order_);
  std::ranges::stable_sort(order_, {},
                           [&](SwitchIndex s) { return std::pair(around_[s], straight_[s]); });
}

template <typename Visit>
void DetourTrees::walk(std::span<const LinkIndex> link, SwitchIndex from, Visit visit) const {
  for (SwitchIndex at = from; at != destination_; at = setup_.links.to(link[at])) visit(link[at]);
}

void DetourTrees::note(std::span<const LinkIndex> link) {
  const std::size_t doors = setup_.links.count_of(destination_);
  for (SwitchIndex s = 0; s < link.size(); ++s) {
    if (s == destination_ || link[s] == kNone) continue;
    LinkIndex last = kNone;
    Hops hops = 0;
    walk(link, s, [&](LinkIndex l) {
      last = l;
      ++hops;
    });
    straight_[s] += hops == fewest_[s] ? 1u : 0u;
    ++first_uses_[link[s]];
    ++door_uses_[s * doors + door(last)];
    through_[door(last)] += setup_.sources[s];
  }
}

void DetourTrees::add_load(std::span<const LinkIndex> link, std::uint32_t lids) {
  for (SwitchIndex s = 0; s < link.size(); ++s) {
    if (s == destination_ || link[s] == kNone) continue;
    walk(link, s, [&](LinkIndex l) { load_[l] += std::uint64_t{lids} * setup_.sources[s]; });
  }
}

double DetourTrees::share_without_lane() const {
  return choices_ == 0 ? 0 : static_cast<double>(without_lane_) / static_cast<double>(choices_);
}

bool DetourTrees::grow(std::uint32_t lids) {
  const Hops longer = setup_.may_be_longer ? 1 : 0;
  for (unsigned attempt = 0; attempt < kMostAttempts; ++attempt) {
    if (grow_once(lids, longer)) return true;
  }
  return longer != 0 && grow_once(lids, 0);
}

bool DetourTrees::grow_once(std::uint32_t lids, Hops longer) {
  longer_ = longer;
  ++attempts_;
  choose_doors();
  order_switches();
  link_.assign(setup_.links.switch_count(), kNone);
  hops_.assign(setup_.links.switch_count(), kFar);
  door_of_.assign(setup_.links.switch_count(), 0);
  hops_[destination_] = 0;
  setup_.layers.start(destination_);
  for (const SwitchIndex s : order_) {
    if (choose(s, lids)) continue;
    link_[s] = kNone;
    for (const SwitchIndex placed : order_) {
      if (hops_[placed] == kFar) break;
      walk(link_, placed,
           [&](LinkIndex l) { load_[l] -= std::uint64_t{lids} * setup_.sources[placed]; });
    }
    return false;
  }
  note(link_);
  return true;
}

bool DetourTrees::choose(SwitchIndex s, std::uint32_t lids) {
  find_candidates(s);
  for (const Candidate& candidate : candidates_) {
    link_[s] = candidate.link;
    if (!setup_.layers.place(s, link_, setup_.end_ports[s])) continue;
    if (setup_.end_ports[s] != 0) {
      ++choices_;
      without_lane_ += candidate.shared > candidates_.front().shared ? 1u : 0u;
    }
    const SwitchIndex next = setup_.links.to(candidate.link);
    hops_[s] = static_cast<Hops>(hops_[next] + 1);
    door_of_[s] = next == destination_ ? door(candidate.link) : door_of_[next];
    walk(link_, s, [&](LinkIndex l) { load_[l] += std::uint64_t{lids} * setup_.sources[s]; });
    return true;
  }
  return false;
}

void DetourTrees::find_candidates(SwitchIndex s) {
  const Links& links = setup_.links;
  const std::size_t doors = links.count_of(destination_);
  const unsigned most = std::max<unsigned>(unsigned{fewest_[s]} + longer_, around_[s]);
  candidates_.clear();
  for (std::uint32_t n = 0; n < links.count_of(s); ++n) {
    const LinkIndex link = links.first_of(s) + n;
    const SwitchIndex next = links.to(link);
    if (hops_[next] == kFar || !is_usable(link)) continue;
    const unsigned hops = hops_[next] + 1u;
    if (hops > unsigned{fewest_[s]} + (setup_.may_be_longer ? kMostLonger : 0)) continue;
    const std::uint32_t enters = next == destination_ ? door(link) : door_of_[next];
    link_[s] = link;
    std::uint64_t load = 0;
    walk(link_, s, [&](LinkIndex l) { load += load_[l]; });
    candidates_.push_back({.last_resort = hops > most || (next == destination_ && !open_[enters]),
                           .shared = first_uses_[link] + door_uses_[s * doors + enters],
                           .needs_turns = !setup_.layers.holds(s, link_),
                           .load = load,
                           .link = link});
  }
  std::ranges::sort(candidates_);
}

}  // namespace weft
