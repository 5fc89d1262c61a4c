#include "common/topology/switch_groups.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

// Unites neighbours that have much in common.
DisjointSets unite_similar(const SwitchGraph& graph) {
  DisjointSets sets(graph.switch_count());
  std::vector<SwitchIndex> near(graph.switch_count(), kNone);  // the last one it is a neighbour of
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    near[s] = s;
    for (const LinkBundle& bundle : graph.bundles(s)) near[bundle.peer] = s;
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const auto others = graph.bundles(bundle.peer);
      const auto common = std::ranges::count_if(
          others, [&](const LinkBundle& other) { return near[other.peer] == s; });
      if (common < 2) continue;  // only s
      // Both are neighbours of themselves here.
      const std::size_t most = 1 + std::max(others.size(), graph.bundles(s).size());
      if (2 * (static_cast<std::size_t>(common) + 1) >= most) sets.unite(s, bundle.peer);
    }
  }
  return sets;
}

bool are_dense(const SwitchGraph& graph, const SwitchGroups& groups) {
  std::vector<std::uint64_t> members(groups.count);
  std::uint64_t inside = 0;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    ++members[groups.of[s]];
    for (const LinkBundle& bundle : graph.bundles(s)) {
      inside += groups.of[bundle.peer] == groups.of[s] ? 1 : 0;
    }
  }
  std::uint64_t possible = 0;
  std::uint64_t in_large = 0;
  for (const std::uint64_t count : members) {
    possible += count * (count - 1);
    if (count >= 3) in_large += count;
  }
  return 2 * in_large >= graph.switch_count() && 4 * inside >= 3 * possible;
}

}  // namespace

bool SwitchGroups::begins_direct_path(const Link& link, SwitchIndex to) const {
  const std::uint32_t target = of[to];
  if (of[link.to] == target) return true;
  return of[link.to] == of[link.from] && joins[std::size_t{link.to} * count + target];
}

SwitchGroups find_groups(const SwitchGraph& graph) {
  DisjointSets sets = unite_similar(graph);
  SwitchGroups groups;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    const SwitchIndex first = sets.find(s);
    groups.of.push_back(first == s ? groups.count++ : groups.of[first]);
  }
  if (groups.count < 2 || !are_dense(graph, groups)) return {};
  groups.joins.resize(std::size_t{graph.switch_count()} * groups.count);
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      groups.joins[std::size_t{s} * groups.count + groups.of[bundle.peer]] = true;
    }
  }
  return groups;
}

std::vector<Orientation> group_orientations(const SwitchGroups& groups, unsigned lanes) {
  std::vector<Orientation> orientations(std::min(lanes, 4u));
  std::vector<SwitchIndex> switches(groups.of.size());
  for (unsigned lane = 0; lane < orientations.size(); ++lane) {
    std::iota(switches.begin(), switches.end(), SwitchIndex{0});
    std::ranges::sort(switches, [&](SwitchIndex a, SwitchIndex b) {
      if (groups.of[a] != groups.of[b]) return (groups.of[a] < groups.of[b]) == (lane < 2);
      return (a < b) == (lane % 2 == 0);
    });
    orientations[lane].place.resize(switches.size());
    for (std::uint32_t i = 0; i < switches.size(); ++i) orientations[lane].place[switches[i]] = i;
  }
  return orientations;
}

}  // namespace weft
