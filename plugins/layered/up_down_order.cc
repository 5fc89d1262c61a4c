#include "plugins/layered/up_down_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "common/fabric/counts.h"
#include "common/topology/tree_roots.h"

namespace weft {
namespace {

// Roots are good enough if so many paths are minimal.
constexpr double kGood = 0.95;

RankedTree rank_below(const Fabric& fabric, const SwitchGraph& graph,
                      std::span<const SwitchIndex> roots) {
  RankedTree tree = {.ranks = ranks_below(graph, roots), .orientation = {}};
  lift_dead_ends(fabric, graph, tree.ranks);
  tree.orientation = order_by_rank(tree.ranks, guids_by_switch(fabric));
  return tree;
}

// The pairs of end ports whose paths are as short as they can be.
double count_minimal(const Distances& minimal, const Distances& distances,
                     std::span<const std::uint32_t> sources) {
  double sum = 0;
  for (SwitchIndex s = 0; s < sources.size(); ++s) {
    if (sources[s] == 0) continue;
    std::uint64_t kept = 0;
    for (SwitchIndex d = 0; d < sources.size(); ++d) {
      const Hops hops = distances.from(s)[d];
      if (hops != kFar && hops_of(hops) == minimal.from(s)[d]) kept += sources[d];
    }
    sum += static_cast<double>(sources[s]) * static_cast<double>(kept);
  }
  return sum;
}

}  // namespace

RankedTree likely_tree(const RouteRequest& request, const SwitchGraph& graph) {
  const Fabric& fabric = request.fabric;
  const std::vector<SwitchIndex> all = all_switches(fabric);
  const auto sets = likely_roots(fabric, distances_to(graph, all, request.workers));
  return rank_below(fabric, graph, sets.front());
}

RankedTree best_tree(const RouteRequest& request, const SwitchGraph& graph,
                     std::span<const std::uint32_t> sources) {
  const std::vector<SwitchIndex> all = all_switches(request.fabric);
  const Distances minimal = distances_to(graph, all, request.workers);
  const double good = kGood * count_minimal(minimal, minimal, sources);
  RankedTree best;
  double most = -1;
  for (const std::vector<SwitchIndex>& roots : likely_roots(request.fabric, minimal)) {
    RankedTree tree = rank_below(request.fabric, graph, roots);
    const double kept = count_minimal(
        minimal, up_down_distances_to(graph, tree.orientation, all, request.workers), sources);
    if (kept > most) best = std::move(tree);
    most = std::max(most, kept);
    if (most >= good) break;
  }
  return best;
}

std::vector<LinkIndex> up_down_order(const Links& links, const Orientation& orientation) {
  std::vector<std::pair<std::int64_t, LinkIndex>> keyed;
  keyed.reserve(links.count());
  for (LinkIndex l = 0; l < links.count(); ++l) {
    const std::int64_t place = orientation.place[links[l].from];
    keyed.emplace_back(orientation.goes_up(links[l].from, links[l].to) ? -1 - place : 1 + place, l);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<LinkIndex> order;
  order.reserve(keyed.size());
  for (const auto& [key, link] : keyed) order.push_back(link);
  return order;
}

Orientation orientation_below(const Fabric& fabric, const Links& links,
                              const std::vector<bool>& usable, std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks(links.switch_count(), kFar);
  std::vector<SwitchIndex> queue;
  for (const SwitchIndex root : roots) {
    if (ranks[root] != kFar) continue;
    ranks[root] = 0;
    queue.assign(1, root);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const SwitchIndex s = queue[next];
      for (LinkIndex l = links.first_of(s); l < links.first_of(s) + links.count_of(s); ++l) {
        const SwitchIndex to = links.to(l);
        if (ranks[to] != kFar || (!usable.empty() && !usable[l])) continue;
        ranks[to] = static_cast<Hops>(ranks[s] + 1);
        queue.push_back(to);
      }
    }
  }
  return order_by_rank(ranks, guids_by_switch(fabric));
}

}  // namespace weft
