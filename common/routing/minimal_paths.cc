#include "common/routing/minimal_paths.h"

namespace weft {

void MinimalPaths::find(const Links& links, const std::vector<bool>& usable,
                        SwitchIndex destination) {
  const bool all = usable.empty();
  hops_.assign(links.switch_count(), kNone);
  order_.assign(1, destination);
  hops_[destination] = 0;
  for (std::size_t done = 0; done < order_.size(); ++done) {
    const SwitchIndex s = order_[done];
    const auto neighbours = links.neighbours(s);
    for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
      const SwitchIndex before = neighbours[i];
      if (hops_[before] != kNone) continue;
      if (!all && !usable[links.opposite(links.first_of(s) + i)]) continue;
      hops_[before] = hops_[s] + 1;
      order_.push_back(before);
    }
  }
  steps_.clear();
  preferred_.clear();
  first_.assign(1, 0);
  for (const SwitchIndex s : order()) {
    const auto neighbours = links.neighbours(s);
    for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
      const LinkIndex link = links.first_of(s) + i;
      if (hops_[neighbours[i]] + 1 == hops_[s] && (all || usable[link])) {
        steps_.push_back({link, neighbours[i]});
      }
    }
    first_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
}

void MinimalPaths::shrink() {
  hops_ = {};
  order_.shrink_to_fit();
  first_.shrink_to_fit();
  steps_.shrink_to_fit();
}

}  // namespace weft
