#include "common/repair/way_search.h"

namespace weft {

WaySearch::WaySearch(const Links& links, SwitchIndex destination,
                     const std::function<bool(LinkIndex)>& may_use)
    : links_(links),
      destination_(destination),
      may_use_(may_use),
      hops_(links.switch_count(), kNone),
      is_on_way_(links.switch_count()) {
  std::vector<SwitchIndex> queue = {destination};
  hops_[destination] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const SwitchIndex at = queue[i];
    for (std::uint32_t n = 0; n < links.count_of(at); ++n) {
      const SwitchIndex s = links.neighbours(at)[n];
      if (hops_[s] != kNone || !may_use(links.opposite(links.first_of(at) + n))) continue;
      hops_[s] = hops_[at] + 1;
      queue.push_back(s);
    }
  }
}

bool WaySearch::find(const Task& task, std::uint64_t& budget) {
  if (task.from == destination_ || hops_[task.from] == kNone) return false;
  for (unsigned longer = 0; longer <= task.most_longer; ++longer) {
    if (extend(task, task.from, hops_[task.from] + longer, budget)) return true;
  }
  return false;
}

// Tries all paths from a switch to the destination by exactly most_hops more hops.
bool WaySearch::extend(const Task& task, SwitchIndex at, unsigned most_hops,
                       std::uint64_t& budget) {
  if (at == destination_) return most_hops == 0 && task.accept(way_);
  is_on_way_[at] = 1;
  bool is_taken = false;
  const LinkIndex end = links_.first_of(at) + links_.count_of(at);
  for (LinkIndex link = links_.first_of(at); link < end && budget > 0 && !is_taken; ++link) {
    --budget;
    const SwitchIndex to = links_.to(link);
    if (is_on_way_[to] != 0 || hops_[to] == kNone || hops_[to] + 1 > most_hops) continue;
    if (!may_use_(link)) continue;
    if (!way_.empty() && !task.may_turn({way_.back(), link})) continue;
    way_.push_back(link);
    is_taken = extend(task, to, most_hops - 1, budget);
    way_.pop_back();
  }
  is_on_way_[at] = 0;
  return is_taken;
}

}  // namespace weft
