#include "common/export/switch_levels.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "common/base/disjoint_sets.h"
#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/topology/fat_tree.h"
#include "common/topology/switch_groups.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_roots.h"

namespace weft {
namespace {

// Ranks by the distance from the leaf switches, up to the distance at which all leaf switches are
// connected; more distant switches get no rank. So a spine with lost links keeps its rank. nullopt:
// more ranks than a tree can have.
std::optional<std::vector<Hops>> ranks_above_leaves(const Fabric& fabric,
                                                    const SwitchGraph& graph) {
  const std::vector<SwitchIndex> leaves = leaf_switches(fabric);
  std::vector<Hops> ranks = ranks_below(graph, leaves);
  DisjointSets sets(fabric.switch_count());
  const auto hang_together = [&] {
    return std::all_of(leaves.begin(), leaves.end(),
                       [&](SwitchIndex s) { return sets.find(s) == sets.find(leaves.front()); });
  };
  Hops top = 0;
  for (;; ++top) {
    if (top == kMostRanks) return std::nullopt;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (ranks[s] != top) continue;
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (ranks[bundle.peer] <= top) sets.unite(s, bundle.peer);
      }
    }
    if (hang_together()) break;
  }
  for (Hops& rank : ranks) rank = rank > top ? kFar : static_cast<Hops>(top - rank);
  return ranks;
}

std::vector<Hops> ranks_below_roots(const Fabric& fabric, const SwitchGraph& graph,
                                    std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks = ranks_below(graph, roots);
  lift_dead_ends(fabric, graph, ranks);
  return ranks;
}

double odd_share_of(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  const bool is_low = std::all_of(ranks.begin(), ranks.end(),
                                  [](Hops rank) { return rank < kMostRanks || rank == kFar; });
  return is_low ? odd_share(fabric, graph, ranks) : 1;
}

// Another tree is preferred if its odd share is smaller by at least this.
constexpr double kClearlyLess = 0.1;

// Ranks above the leaf switches, unless ranks below likely roots clearly fit a tree better: for
// example if hosts on switches half-way up make these look like leaf switches.
std::optional<FatTree> likeliest_tree(const Fabric& fabric, const SwitchGraph& graph,
                                      const Workers& workers) {
  std::optional<std::vector<Hops>> best = ranks_above_leaves(fabric, graph);
  double least = best ? odd_share_of(fabric, graph, *best) : 1;
  if (least > kClearlyLess) {
    const Distances between = distances_to(graph, all_switches(fabric), workers);
    for (const std::vector<SwitchIndex>& roots : likely_roots(fabric, between)) {
      std::vector<Hops> ranks = ranks_below_roots(fabric, graph, roots);
      const double odd = odd_share_of(fabric, graph, ranks);
      if (odd >= least - kClearlyLess) continue;
      least = odd;
      best = std::move(ranks);
    }
  }
  if (!best || least > kMostOddOfATree) return std::nullopt;
  return find_fat_tree(fabric, graph, std::move(*best));
}

// The subtrees that contain each switch, from rank 1 down.
std::vector<std::vector<std::uint32_t>> subtrees(const FatTree& tree, std::uint32_t switches) {
  std::vector<std::vector<std::uint32_t>> groups(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    for (unsigned rank = 1; rank < tree.height && rank <= tree.ranks[s]; ++rank) {
      groups[s].push_back(tree.subtree[rank][s]);
    }
  }
  return groups;
}

}  // namespace

SwitchLevels find_switch_levels(const Fabric& fabric, const Workers& workers) {
  const SwitchGraph graph(fabric);
  if (const auto tree = likeliest_tree(fabric, graph, workers)) {
    return {LevelsFound::kTree, subtrees(*tree, fabric.switch_count())};
  }
  SwitchLevels levels = {LevelsFound::kNothing, {}};
  levels.groups.resize(fabric.switch_count());
  const SwitchGroups groups = find_groups(graph);
  if (!groups.found()) return levels;
  levels.found = LevelsFound::kDragonfly;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) levels.groups[s] = {groups.of[s]};
  return levels;
}

}  // namespace weft
