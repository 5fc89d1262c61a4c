#include "common/routing/minimal_paths.h"

namespace weft {

// Branches that depend on a link cannot be foretold, so there are none in the inner loops: what is
// not wanted is written over.
void MinimalPaths::find(const Links& links, const std::vector<bool>& usable,
                        SwitchIndex destination) {
  const bool all = usable.empty();
  const std::uint32_t switches = links.switch_count();
  hops_.assign(switches, kFar);
  hops_[destination] = 0;
  order_.resize(switches + std::size_t{1});
  order_[0] = destination;
  std::uint32_t found = 1;
  for (std::uint32_t done = 0; done < found && found < switches; ++done) {
    const SwitchIndex s = order_[done];
    const auto hops = static_cast<Hops>(hops_[s] + 1);
    const auto neighbours = links.neighbours(s);
    for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
      const SwitchIndex before = neighbours[i];
      const bool is_new =
          hops_[before] == kFar && (all || usable[links.opposite(links.first_of(s) + i)]);
      order_[found] = before;
      hops_[before] = is_new ? hops : hops_[before];
      found += is_new ? 1 : 0;
    }
  }
  order_.resize(found);

  preferred_.clear();
  first_.assign(1, 0);
  steps_.resize(links.count());
  std::uint32_t count = 0;
  for (const SwitchIndex s : order()) {
    const auto neighbours = links.neighbours(s);
    for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
      steps_[count] = static_cast<Step>(i);
      const bool is_step =
          hops_[neighbours[i]] + 1 == hops_[s] && (all || usable[links.first_of(s) + i]);
      count += is_step ? 1 : 0;
    }
    first_.push_back(count);
  }
  steps_.resize(count);
}

MinimalPaths MinimalPaths::compact() const {
  MinimalPaths copy;
  copy.order_ = order_;
  copy.first_ = first_;
  copy.steps_ = steps_;
  copy.preferred_ = preferred_;
  return copy;
}

}  // namespace weft
