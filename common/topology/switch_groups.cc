#include "common/topology/switch_groups.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/base/disjoint_sets.h"
#include "common/topology/switch_rows.h"

namespace weft {
namespace {

// Links between two rows whose two switches have no other neighbour in the other's row.
struct LinkedRows {
  std::uint32_t pairs = 0;
  std::uint32_t with_third = 0;  // those with a common neighbour, which is in a third row
};

// Unites rows whose switches are linked one to one.
DisjointSets unite_groups(const SwitchGraph& graph, std::span<const std::uint32_t> common,
                          const SwitchRows& rows) {
  const auto only_neighbour = [&](SwitchIndex s, std::uint32_t row) {
    SwitchIndex only = kNone;
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (rows.of[bundle.peer] != row) continue;
      if (only != kNone) return kNone;
      only = bundle.peer;
    }
    return only;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, LinkedRows> joined;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    const std::uint32_t own = rows.of[s];
    if (rows.sizes[own] < kFewestInRow) continue;
    std::uint32_t i = graph.first_bundle(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const std::uint32_t shared = common[i++];
      const std::uint32_t other = rows.of[bundle.peer];
      if (other <= own || rows.sizes[other] < kFewestInRow) continue;
      if (only_neighbour(s, other) != bundle.peer || only_neighbour(bundle.peer, own) != s)
        continue;
      LinkedRows& both = joined[{own, other}];
      ++both.pairs;
      both.with_third += shared > 0 ? 1 : 0;
    }
  }
  DisjointSets groups(rows.sizes.size());
  for (const auto& [both, count] : joined) {
    const std::uint32_t more = std::max(rows.sizes[both.first], rows.sizes[both.second]);
    const bool are_columns = 3 * count.with_third > 2 * more || 4 * count.pairs > 3 * more;
    if (are_columns) groups.unite(both.first, both.second);
  }
  return groups;
}

// Numbers the sets, in the order of their first members.
std::vector<std::uint32_t> number(DisjointSets& sets, std::size_t members, std::uint32_t& count) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(members);
  count = 0;
  for (std::uint32_t i = 0; i < members; ++i) {
    const std::uint32_t first = sets.find(i);
    numbers.push_back(first == i ? count++ : numbers[first]);
  }
  return numbers;
}

std::vector<std::uint32_t> find_columns(const SwitchGraph& graph, const SwitchGroups& groups) {
  DisjointSets columns(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (groups.of[bundle.peer] == groups.of[s] && groups.row[bundle.peer] != groups.row[s]) {
        columns.unite(s, bundle.peer);
      }
    }
  }
  std::uint32_t count = 0;
  return number(columns, graph.switch_count(), count);
}

bool have_different_places(const SwitchGroups& groups) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  places.reserve(groups.of.size());
  for (SwitchIndex s = 0; s < groups.of.size(); ++s) {
    places.emplace_back(groups.row[s], groups.column[s]);
  }
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) == places.end();
}

// Do rows and columns have at least three quarters of the possible links?
bool are_dense(const SwitchGraph& graph, const SwitchGroups& groups) {
  std::uint64_t possible = 0;
  std::uint64_t inside = 0;
  for (const std::vector<std::uint32_t>* lines : {&groups.row, &groups.column}) {
    std::vector<std::uint64_t> members(graph.switch_count());
    for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
      ++members[(*lines)[s]];
      inside += static_cast<std::uint64_t>(std::ranges::count_if(
          graph.bundles(s),
          [&](const LinkBundle& bundle) { return (*lines)[bundle.peer] == (*lines)[s]; }));
    }
    for (const std::uint64_t count : members) possible += count * (count - (count > 0 ? 1 : 0));
  }
  return 4 * inside >= 3 * possible;
}

bool are_large(const SwitchGroups& groups) {
  std::vector<std::uint32_t> members(groups.count);
  for (const std::uint32_t group : groups.of) ++members[group];
  std::size_t in_large = 0;
  for (const std::uint32_t count : members) in_large += count >= kFewestInRow ? count : 0;
  return 2 * in_large >= groups.of.size();
}

// Are at least half of all pairs of groups linked?
bool are_linked(const SwitchGraph& graph, const SwitchGroups& groups) {
  std::vector<bool> joined(std::size_t{groups.count} * groups.count);
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      joined[std::size_t{groups.of[s]} * groups.count + groups.of[bundle.peer]] =
          groups.of[s] != groups.of[bundle.peer];
    }
  }
  const auto pairs = static_cast<std::size_t>(std::ranges::count(joined, true));
  return 2 * pairs >= std::size_t{groups.count} * (groups.count - 1);
}

// Do switches have links to at most half of the rows of other groups, on average? Else links do
// not distinguish rows of one group from rows of others.
bool are_apart(const SwitchGraph& graph, const SwitchGroups& groups,
               std::span<const std::uint32_t> group_of_row) {
  std::vector<std::uint64_t> rows(groups.count);
  for (const std::uint32_t group : group_of_row) ++rows[group];
  std::uint64_t elsewhere = 0;
  std::uint64_t links = 0;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    elsewhere += group_of_row.size() - rows[groups.of[s]];
    links += static_cast<std::uint64_t>(std::ranges::count_if(
        graph.bundles(s),
        [&](const LinkBundle& bundle) { return groups.of[bundle.peer] != groups.of[s]; }));
  }
  return 2 * links <= elsewhere;
}

// The groups that united rows make, or none.
SwitchGroups groups_of_rows(const SwitchGraph& graph, const SwitchRows& rows, DisjointSets united) {
  SwitchGroups groups;
  groups.row = rows.of;
  const std::vector<std::uint32_t> group_of_row = number(united, rows.sizes.size(), groups.count);
  for (const std::uint32_t row : rows.of) groups.of.push_back(group_of_row[row]);
  groups.are_complete = groups.count == rows.sizes.size();
  // Too few switches in each group.
  if (groups.count < 2 || std::size_t{groups.count} * kFewestInRow > 2 * groups.of.size()) {
    return {};
  }
  groups.column = find_columns(graph, groups);
  if (!groups.are_complete && !are_apart(graph, groups, group_of_row)) return {};
  if (!have_different_places(groups) || !are_large(groups) || !are_dense(graph, groups) ||
      !are_linked(graph, groups)) {
    return {};
  }
  groups.joins.resize(std::size_t{graph.switch_count()} * groups.count);
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      groups.joins[std::size_t{s} * groups.count + groups.of[bundle.peer]] = true;
    }
  }
  return groups;
}

}  // namespace

bool SwitchGroups::begins_direct_path(const Link& link, SwitchIndex to) const {
  const std::uint32_t target = of[to];
  if (of[link.to] == target) return true;
  return of[link.to] == of[link.from] && joins[std::size_t{link.to} * count + target];
}

SwitchGroups find_groups(const SwitchGraph& graph) {
  const std::vector<std::uint32_t> common = count_common(graph);
  const SwitchRows rows = find_rows(graph, common);
  SwitchGroups groups = groups_of_rows(graph, rows, unite_groups(graph, common, rows));
  if (groups.found()) return groups;
  return groups_of_rows(graph, rows, DisjointSets(rows.sizes.size()));
}

std::vector<Orientation> group_orientations(const SwitchGroups& groups, unsigned lanes) {
  std::vector<Orientation> orientations(std::min(lanes, 4u));
  std::vector<SwitchIndex> switches(groups.of.size());
  for (unsigned lane = 0; lane < orientations.size(); ++lane) {
    std::iota(switches.begin(), switches.end(), SwitchIndex{0});
    std::ranges::sort(switches, [&](SwitchIndex a, SwitchIndex b) {
      if (groups.of[a] != groups.of[b]) return (groups.of[a] < groups.of[b]) == (lane < 2);
      return lane % 2 == 0 ? a < b : b < a;
    });
    orientations[lane].place.resize(switches.size());
    for (std::uint32_t i = 0; i < switches.size(); ++i) orientations[lane].place[switches[i]] = i;
  }
  return orientations;
}

}  // namespace weft
