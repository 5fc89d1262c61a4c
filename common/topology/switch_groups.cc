#include "common/topology/switch_groups.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

constexpr std::uint32_t kFewest = 3;  // switches of a group, and of a row

// How many neighbours two that are joined have in common; by bundle.
std::vector<std::uint32_t> count_common(const SwitchGraph& graph) {
  std::vector<std::uint32_t> common(graph.bundle_count());
  std::vector<SwitchIndex> near(graph.switch_count(), kNone);  // the last one it is a neighbour of
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) near[bundle.peer] = s;
    std::uint32_t i = graph.first_bundle(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const auto others = graph.bundles(bundle.peer);
      common[i++] = static_cast<std::uint32_t>(std::ranges::count_if(
          others, [&](const LinkBundle& other) { return near[other.peer] == s; }));
    }
  }
  return common;
}

// What is united and how large it is.
class Sets {
 public:
  explicit Sets(std::size_t count) : sets_(count), sizes_(count, 1) {}

  std::uint32_t find(std::uint32_t i) { return sets_.find(i); }
  std::uint32_t size(std::uint32_t i) { return sizes_[find(i)]; }
  void unite(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t sum = size(a) + size(b);
    if (sets_.unite(a, b)) sizes_[find(a)] = sum;
  }

 private:
  DisjointSets sets_;
  std::vector<std::uint32_t> sizes_;
};

// Neighbours that have more than three quarters as many others in common, with themselves, as
// either has with any neighbour.
Sets unite_rows(const SwitchGraph& graph, std::span<const std::uint32_t> common) {
  std::vector<std::uint32_t> most(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (std::uint32_t i = 0; i < graph.bundles(s).size(); ++i) {
      most[s] = std::max(most[s], common[graph.first_bundle(s) + i]);
    }
  }
  Sets rows(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    std::uint32_t i = graph.first_bundle(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const std::uint32_t shared = common[i++];
      if (shared == 0) continue;
      const std::uint32_t least = std::max(most[s], most[bundle.peer]);
      if (4 * (shared + 2) > 3 * (least + 2)) rows.unite(s, bundle.peer);
    }
  }
  return rows;
}

// Those who lack links of a small row have little in common with the others: they join the row that
// they have most neighbours in, if these are half of it.
void add_stragglers(const SwitchGraph& graph, Sets& rows) {
  std::map<std::uint32_t, std::uint32_t> neighbours;  // by row
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    if (rows.size(s) >= kFewest) continue;
    neighbours.clear();
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (rows.size(bundle.peer) > 1) ++neighbours[rows.find(bundle.peer)];
    }
    if (neighbours.empty()) continue;
    const auto best =
        std::ranges::max_element(neighbours, {}, &decltype(neighbours)::value_type::second);
    if (2 * best->second >= rows.size(best->first) && best->second >= 2) {
      rows.unite(s, best->first);
    }
  }
}

// Pairs of switches of two rows that have no other neighbour in the other's row.
struct RowsJoined {
  std::uint32_t pairs = 0;
  std::uint32_t with_third = 0;  // of them, with a common neighbour: in the third row of a column
};

// Rows whose switches are joined one to one.
Sets unite_groups(const SwitchGraph& graph, std::span<const std::uint32_t> common, Sets& rows) {
  const auto only_neighbour = [&](SwitchIndex s, std::uint32_t row) {
    SwitchIndex only = kNone;
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (rows.find(bundle.peer) != row) continue;
      if (only != kNone) return kNone;
      only = bundle.peer;
    }
    return only;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, RowsJoined> joined;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    const std::uint32_t own = rows.find(s);
    if (rows.size(s) < kFewest) continue;
    std::uint32_t i = graph.first_bundle(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const std::uint32_t shared = common[i++];
      const std::uint32_t other = rows.find(bundle.peer);
      if (other <= own || rows.size(other) < kFewest) continue;
      if (only_neighbour(s, other) != bundle.peer || only_neighbour(bundle.peer, own) != s)
        continue;
      RowsJoined& both = joined[{own, other}];
      ++both.pairs;
      both.with_third += shared > 0 ? 1 : 0;
    }
  }
  Sets groups(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) groups.unite(s, rows.find(s));
  for (const auto& [both, count] : joined) {
    const std::uint32_t more = std::max(rows.size(both.first), rows.size(both.second));
    const bool are_columns = 3 * count.with_third > 2 * more || 4 * count.pairs > 3 * more;
    if (are_columns) groups.unite(both.first, both.second);
  }
  return groups;
}

// In the order of their first switches.
std::vector<std::uint32_t> number(Sets& sets, std::uint32_t switches, std::uint32_t& count) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(switches);
  count = 0;
  for (SwitchIndex s = 0; s < switches; ++s) {
    const SwitchIndex first = sets.find(s);
    numbers.push_back(first == s ? count++ : numbers[first]);
  }
  return numbers;
}

Sets unite_columns(const SwitchGraph& graph, const SwitchGroups& groups) {
  Sets columns(graph.switch_count());
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (groups.of[bundle.peer] == groups.of[s] && groups.row[bundle.peer] != groups.row[s]) {
        columns.unite(s, bundle.peer);
      }
    }
  }
  return columns;
}

bool have_places_of_their_own(const SwitchGroups& groups) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  places.reserve(groups.of.size());
  for (SwitchIndex s = 0; s < groups.of.size(); ++s) {
    places.emplace_back(groups.row[s], groups.column[s]);
  }
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) == places.end();
}

// Members of sets of these numbers, and links inside of them.
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
  for (const std::uint32_t count : members) in_large += count >= kFewest ? count : 0;
  return 2 * in_large >= groups.of.size();
}

// At least half of all pairs of groups.
bool are_joined(const SwitchGraph& graph, const SwitchGroups& groups) {
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

}  // namespace

bool SwitchGroups::begins_direct_path(const Link& link, SwitchIndex to) const {
  const std::uint32_t target = of[to];
  if (of[link.to] == target) return true;
  return of[link.to] == of[link.from] && joins[std::size_t{link.to} * count + target];
}

SwitchGroups find_groups(const SwitchGraph& graph) {
  const std::vector<std::uint32_t> common = count_common(graph);
  Sets rows = unite_rows(graph, common);
  add_stragglers(graph, rows);
  Sets united = unite_groups(graph, common, rows);
  SwitchGroups groups;
  std::uint32_t count = 0;
  groups.row = number(rows, graph.switch_count(), count);
  groups.of = number(united, graph.switch_count(), groups.count);
  groups.are_complete = count == groups.count;
  // Of a few switches each.
  if (groups.count < 2 || std::size_t{groups.count} * kFewest > 2 * groups.of.size()) return {};
  Sets columns = unite_columns(graph, groups);
  groups.column = number(columns, graph.switch_count(), count);
  if (!have_places_of_their_own(groups) || !are_large(groups) || !are_dense(graph, groups) ||
      !are_joined(graph, groups)) {
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
