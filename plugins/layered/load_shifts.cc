#include "plugins/layered/load_shifts.h"

#include <algorithm>

#include "common/balance/sibling_costs.h"

namespace weft {
namespace {

constexpr std::uint64_t kMostWork = 100'000'000;

}  // namespace

LoadShifts::LoadShifts(const Links& links, std::span<const std::uint32_t> sources,
                       std::span<std::uint32_t> load, PathLayers& layers)
    : links_(links),
      sources_(sources),
      load_(load),
      layers_(layers),
      flow_(sources.size()),
      cost_(sources.size()),
      seen_(sources.size()) {}

void LoadShifts::shift(const MinimalPaths& paths, const DestinationUnit& unit,
                       std::span<const Lid> lids, Tables rows) {
  if (work_ > kMostWork) return;
  count_ = lids.size();
  read(paths, lids.front(), unit.sw, rows);
  const auto switches = paths.nearest_first();
  // Farthest first: these have the fewest paths over them, so they move most easily.
  for (std::size_t i = switches.size(); i-- > 0;) {
    const SwitchIndex s = switches[i];
    if (flow_[s] == 0) continue;
    const std::bitset<256> siblings =
        ports_of_siblings(layers_.request().fabric, lids.front(), rows.row(s));
    for (const MinimalPaths::Step step : paths.steps(i)) {
      const LinkIndex link = links_.first_of(s) + step;
      const SwitchIndex next = links_.to(link);
      if (link == tree_.link[s] || cost_[next] + load_[link] + flow_[s] >= cost_[s]) continue;
      if (work_ > kMostWork) return;
      if (!relieves(s, link) || siblings.test(links_[link].port) ||
          !move(switches, i, link, unit.sw))
        continue;
      cost_[s] = cost_[next] + load_[link];
      for (const Lid lid : lids) {
        rows.row(s)[lid] = links_[link].port;
        for (const auto& [moved, before] : moved_) {
          layers_.refit(moved, unit.sw, lid, tree_.fits[moved]);
        }
      }
    }
  }
}

void LoadShifts::read(const MinimalPaths& paths, Lid lid, SwitchIndex destination, Tables rows) {
  const auto switches = paths.nearest_first();
  tree_.link.assign(sources_.size(), kNone);
  tree_.fits.assign(sources_.size(), 0);
  cost_[destination] = 0;
  for (const SwitchIndex s : switches) {
    const LinkIndex link = links_.at(s, rows.row(s)[lid]);
    tree_.link[s] = link;
    tree_.fits[s] = layers_.fits(tree_, link, destination);
    cost_[s] = cost_[links_.to(link)] + load_[link];
    flow_[s] = sources_[s] * count_;
  }
  flow_[destination] = 0;
  for (std::size_t i = switches.size(); i-- > 0;) {
    flow_[links_.to(tree_.link[switches[i]])] += flow_[switches[i]];
  }
}

// Compares the path from s with the one that begins with a link, up to where they meet. Both are as
// long.
bool LoadShifts::relieves(SwitchIndex s, LinkIndex link) const {
  std::uint64_t left = 0;
  std::uint64_t taken = 0;
  std::uint64_t most_left = 0;
  std::uint64_t most_taken = 0;
  for (LinkIndex old = tree_.link[s];; old = tree_.link[links_.to(old)]) {
    left += load_[old];
    taken += load_[link] + flow_[s];
    most_left = std::max<std::uint64_t>(most_left, load_[old]);
    most_taken = std::max<std::uint64_t>(most_taken, load_[link] + flow_[s]);
    if (links_.to(old) == links_.to(link)) break;
    link = tree_.link[links_.to(link)];
  }
  return taken < left && most_taken <= most_left;
}

// Does nothing and returns false if some path would have no layer.
bool LoadShifts::move(std::span<const SwitchIndex> switches, std::size_t i, LinkIndex link,
                      SwitchIndex destination) {
  const SwitchIndex s = switches[i];
  const LinkIndex before = std::exchange(tree_.link[s], link);
  if (!refit(switches, i, destination)) {
    tree_.link[s] = before;
    for (const auto& [moved, fits] : moved_) tree_.fits[moved] = fits;
    return false;
  }
  const std::uint64_t flow = flow_[s];
  load(before, destination, std::uint64_t{0} - flow);
  load(link, destination, flow);
  return true;
}

// Finds the layers that the path from the i-th switch fits, and all paths over this switch.
bool LoadShifts::refit(std::span<const SwitchIndex> switches, std::size_t i,
                       SwitchIndex destination) {
  ++stamp_;
  moved_.clear();
  std::uint64_t rest = flow_[switches[i]];
  for (std::size_t j = i; rest > 0; ++j) {
    ++work_;
    const SwitchIndex s = switches[j];
    const LinkIndex link = tree_.link[s];
    if (j != i && seen_[links_.to(link)] != stamp_) continue;
    seen_[s] = stamp_;
    moved_.emplace_back(s, tree_.fits[s]);
    tree_.fits[s] = layers_.fits(tree_, link, destination);
    if (layers_.needs_layer(s) && (tree_.fits[s] & layers_.wanted(s, destination)) == 0) {
      return false;
    }
    rest -= sources_[s] * count_;
  }
  return true;
}

// Adds a flow, modulo 2^64, to a path that begins with a link.
void LoadShifts::load(LinkIndex first, SwitchIndex destination, std::uint64_t flow) {
  for (LinkIndex link = first;; link = tree_.link[links_.to(link)]) {
    load_[link] += static_cast<std::uint32_t>(flow);
    if (links_.to(link) == destination) return;
    flow_[links_.to(link)] += flow;
  }
}

}  // namespace weft
