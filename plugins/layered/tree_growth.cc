#include "plugins/layered/tree_growth.h"

#include <algorithm>
#include <limits>

#include "plugins/layered/least_sum.h"

namespace weft {

TreeGrowth::TreeGrowth(const Links& links, std::span<const std::uint32_t> sources)
    : load(links.count()),
      links_(links),
      sources_(sources),
      cost_(sources.size()),
      flow_(sources.size()),
      ahead_(kMaxPorts) {}

void TreeGrowth::grow(const MinimalPaths& minimal, PathTree& tree) {
  tree.link.assign(sources_.size(), kNone);
  cost_[minimal.destination()] = 0;
  const auto switches = minimal.nearest_first();
  for (std::size_t i = 0; i < switches.size(); ++i) {
    const CheapStep step = cheapest(minimal, i);
    tree.link[switches[i]] = step.link;
    cost_[switches[i]] = step.cost;
  }
}

bool TreeGrowth::grow_in_layers(const MinimalPaths& minimal, const PathLayers& layers,
                                PathTree& tree) {
  if (!minimal.is_complete()) return false;
  tree.link.assign(sources_.size(), kNone);
  tree.fits.assign(sources_.size(), 0);
  cost_[minimal.destination()] = 0;
  const auto switches = minimal.nearest_first();
  for (std::size_t i = 0; i < switches.size(); ++i) {
    const SwitchIndex s = switches[i];
    const LinkIndex link = fitting_step(minimal, i, layers, cheapest(minimal, i).link, tree);
    if (link == kNone) return false;
    tree.link[s] = link;
    cost_[s] = cost_[links_.to(link)] + load[link];
  }
  return true;
}

inline TreeGrowth::CheapStep TreeGrowth::cheapest(const MinimalPaths& minimal, std::size_t i) {
  return minimal.is_like_last(i) ? cheapest_of_alike(minimal, i) : cheapest_of_all(minimal, i);
}

// The first of the cheapest steps of the i-th switch. The processor could not predict a branch
// here, so cost and step are one number, whose minimum needs none.
inline TreeGrowth::CheapStep TreeGrowth::cheapest_of_all(const MinimalPaths& minimal,
                                                         std::size_t i) const {
  constexpr unsigned kStepBits = 8;
  const std::uint64_t* const cost = cost_.data();
  const std::uint32_t* const weight = load.data();
  const LinkIndex first = links_.first_of(minimal.nearest_first()[i]);
  const auto steps = minimal.steps(i);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t n = 0; n < steps.size(); ++n) {
    const LinkIndex link = first + steps[n];
    least = std::min(least, (cost[links_.to(link)] + weight[link]) << kStepBits | n);
  }
  return {first + steps[least & ((1u << kStepBits) - 1)], least >> kStepBits};
}

// The same where the i-th switch is like the last. The cost behind a step, together with the step,
// is one number, which is computed for the first of several such switches.
inline TreeGrowth::CheapStep TreeGrowth::cheapest_of_alike(const MinimalPaths& minimal,
                                                           std::size_t i) {
  const auto steps = minimal.steps(i);
  const LinkIndex first = links_.first_of(minimal.nearest_first()[i]) + steps.front();
  const auto count = static_cast<std::uint32_t>(steps.size());
  if (!minimal.is_like_last(i - 1)) {
    for (std::uint32_t n = 0; n < count; ++n) {
      ahead_[n] = static_cast<double>(cost_[links_.to(first + n)] * kLeastSumFactor + n);
    }
  }
  const auto least =
      static_cast<std::int64_t>(least_sum(ahead_.data(), load.data() + first, count));
  const auto step = static_cast<std::uint32_t>(least % kLeastSumFactor);
  return {first + std::min(step, count - 1), static_cast<std::uint64_t>(least / kLeastSumFactor)};
}

// The step that costs least among those that fit a layer, or most of them; kNone if none does.
LinkIndex TreeGrowth::fitting_step(const MinimalPaths& minimal, std::size_t i,
                                   const PathLayers& layers, LinkIndex cheapest,
                                   PathTree& tree) const {
  const SwitchIndex s = minimal.nearest_first()[i];
  const SwitchIndex destination = minimal.destination();
  const LayerSet wanted = layers.wanted(s, destination);
  const bool any = !layers.needs_layer(s);
  tree.fits[s] = layers.fits(tree, cheapest, destination);
  const std::uint32_t preferred = minimal.preferred(i);
  // Where no other step could fit more.
  const auto fitting = static_cast<LayerSet>(tree.fits[s] & wanted);
  const bool is_enough = layers.prefers_room()
                             ? fitting != 0 && fitting == (wanted & layers.open_layers())
                             : any || fitting != 0;
  if (preferred == 0 && is_enough) return cheapest;

  const auto steps = minimal.steps(i);
  LinkIndex best = kNone;
  unsigned most = 0;
  std::uint64_t least = 0;
  for (std::uint32_t n = 0; n < steps.size(); ++n) {
    if (n == preferred && best != kNone) break;
    const LinkIndex link = links_.first_of(s) + steps[n];
    const LayerSet fits = layers.fits(tree, link, destination);
    unsigned room = count_layers(static_cast<LayerSet>(fits & wanted));
    if (!layers.prefers_room()) room = std::min(room, 1u);
    const std::uint64_t cost = cost_[links_.to(link)] + load[link];
    if (room < most || room == 0 || (room == most && cost >= least)) continue;
    most = room;
    least = cost;
    best = link;
    tree.fits[s] = fits;
  }
  return best == kNone && any ? cheapest : best;
}

void TreeGrowth::add(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids) {
  change_load(minimal, tree, lids, [](std::uint32_t& sum, std::uint32_t flow) { sum += flow; });
}

void TreeGrowth::remove(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids) {
  change_load(minimal, tree, lids, [](std::uint32_t& sum, std::uint32_t flow) { sum -= flow; });
}

// From the farthest switches on, so that all paths over a switch are known when its turn comes.
template <typename Change>
void TreeGrowth::change_load(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids,
                             Change change) {
  if (lids == 0) return;
  const auto switches = minimal.nearest_first();
  for (std::size_t i = switches.size(); i-- > 0;) {
    const SwitchIndex s = switches[i];
    const LinkIndex link = tree.link[s];
    const std::uint32_t flow = flow_[s] + sources_[s] * lids;
    flow_[s] = 0;
    change(load[link], flow);
    flow_[links_.to(link)] += flow;
  }
  flow_[minimal.destination()] = 0;
}

}  // namespace weft
