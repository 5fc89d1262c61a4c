#include "plugins/dragonfly/leaf_spine_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "common/base/disjoint_sets.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

std::vector<bool> find_leaves(const Fabric& fabric, std::uint32_t max_cas_on_spine) {
  std::vector<std::uint32_t> cas(fabric.switch_count());
  Guid last = 0;  // ports of a CA have neighbouring GUIDs, and so neighbouring indices
  SwitchIndex last_switch = kNone;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    if (!is_host_port(fabric, e) || (port.node_guid == last && port.sw == last_switch)) continue;
    ++cas[port.sw];
    last = port.node_guid;
    last_switch = port.sw;
  }
  std::vector<bool> is_leaf;
  is_leaf.reserve(cas.size());
  for (const std::uint32_t count : cas) is_leaf.push_back(count > max_cas_on_spine);
  return is_leaf;
}

// The groups, numbered in the order of their first switches.
SwitchGroups unite(const SwitchGraph& graph, const std::vector<bool>& is_leaf) {
  DisjointSets sets(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (is_leaf[s] && !is_leaf[bundle.peer]) sets.unite(s, bundle.peer);
    }
  }
  SwitchGroups groups;
  groups.of.reserve(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    const SwitchIndex first = sets.find(s);
    groups.of.push_back(first == s ? groups.count++ : groups.of[first]);
  }
  return groups;
}

void count_members(LeafSpineGroups& found) {
  found.leaves.resize(found.groups.count);
  found.spines.resize(found.groups.count);
  for (SwitchIndex s = 0; s < found.is_leaf.size(); ++s) {
    ++(found.is_leaf[s] ? found.leaves : found.spines)[found.groups.of[s]];
  }
}

void deal_turns(LeafSpineGroups& found) {
  found.turn.resize(found.is_leaf.size());
  std::vector<std::uint32_t> leaves(found.groups.count);
  std::vector<std::uint32_t> spines(found.groups.count);
  for (SwitchIndex s = 0; s < found.is_leaf.size(); ++s) {
    const std::uint32_t group = found.groups.of[s];
    const std::uint32_t kinds =
        !found.is_leaf[s] || found.leaves[group] < kLeafTurns ? kLeafTurns - 1 : kLeafTurns;
    found.turn[s] = static_cast<LeafTurn>((found.is_leaf[s] ? leaves : spines)[group]++ % kinds);
  }
}

// Are at least half of all pairs of groups linked, by links between spines?
bool are_linked(const SwitchGraph& graph, const LeafSpineGroups& found, std::size_t whole) {
  const std::size_t count = found.groups.count;
  std::vector<bool> joined(count * count);
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const std::uint32_t from = found.groups.of[s];
      const std::uint32_t to = found.groups.of[bundle.peer];
      if (from == to || found.is_leaf[s] || found.is_leaf[bundle.peer]) continue;
      joined[from * count + to] = found.is_whole(from) && found.is_whole(to);
    }
  }
  return 2 * static_cast<std::size_t>(std::ranges::count(joined, true)) >= whole * (whole - 1);
}

std::string find_refusal(const SwitchGraph& graph, const LeafSpineGroups& found,
                         std::uint32_t max_cas_on_spine) {
  std::size_t whole = 0;
  std::size_t members = 0;
  for (std::uint32_t group = 0; group < found.groups.count; ++group) {
    if (!found.is_whole(group)) continue;
    ++whole;
    members += found.leaves[group] + found.spines[group];
  }
  if (whole == 0) {
    return fmt::format(
        "the fabric is no Dragonfly+: there are no leaf switches with more than {} CAs each "
        "(dfp_max_cas_on_spine) that are linked by spines with fewer",
        max_cas_on_spine);
  }
  if (whole == 1 && 4 * members >= 3 * found.is_leaf.size()) {
    return "the fabric is no Dragonfly+: spines connect all leaf switches, as in a tree";
  }
  if (whole == 1 || 4 * members < 3 * found.is_leaf.size() || !are_linked(graph, found, whole)) {
    return "the fabric is no Dragonfly+: no links between spines connect its groups";
  }
  return "";
}

}  // namespace

LeafSpineGroups find_leaf_spine_groups(const Fabric& fabric, const SwitchGraph& graph,
                                       std::uint32_t max_cas_on_spine) {
  LeafSpineGroups found;
  found.is_leaf = find_leaves(fabric, max_cas_on_spine);
  found.groups = unite(graph, found.is_leaf);
  count_members(found);
  deal_turns(found);
  found.refusal = find_refusal(graph, found, max_cas_on_spine);
  return found;
}

}  // namespace weft
