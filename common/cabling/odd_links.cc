#include "common/cabling/odd_links.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

// A group of fewer peers is not judged.
constexpr std::size_t kFewestPeers = 3;
// In a tree, links inside ranks are odd if at most one of kOneInside linked pairs has them.
constexpr std::size_t kOneInside = 20;
constexpr std::size_t kFewInside = 4;  // this number of pairs is odd in any tree
// If at most one of kOneOfPairs pairs of groups is odd, cables may have changed places.
constexpr std::size_t kOneOfPairs = 10;
constexpr std::size_t kOneVacant = 8;  // at most one of this many places of a product is odd

// The number that at least two thirds of the numbers are equal to; nullopt if there is none.
std::optional<std::uint32_t> agreed(std::span<const std::uint32_t> numbers) {
  std::map<std::uint32_t, std::size_t> count;
  for (const std::uint32_t number : numbers) ++count[number];
  for (const auto& [number, times] : count) {
    if (3 * times >= 2 * numbers.size()) return number;
  }
  return std::nullopt;
}

std::uint32_t median(std::vector<std::uint32_t> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

class TreePeers {
 public:
  TreePeers(const SwitchGraph& graph, std::span<const Hops> ranks)
      : graph_(graph), ranks_(ranks), sets_(graph.switch_count()), up_(graph.switch_count()) {
    for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (is_up(s, bundle.peer)) up_[s] += bundle.port_count;
      }
    }
  }

  OddParts run() && {
    for (SwitchIndex above = 0; above < graph_.switch_count(); ++above) unite_below(above);
    std::map<std::uint32_t, Peers> groups;
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      if (up_[s] > 0) groups[sets_.find(s)].members.push_back(s);
    }
    add_poor_switches(groups);
    for (const auto& [first, peers] : groups) {
      if (peers.members.size() >= kFewestPeers) judge(peers);
    }
    add_links_inside_ranks();
    std::ranges::sort(result_.links, {},
                      [](const OddLinks& odd) { return std::pair(odd.a, odd.b); });
    std::ranges::sort(result_.switches, {}, &OddSwitch::sw);
    return std::move(result_);
  }

 private:
  struct Peers {
    std::vector<SwitchIndex> members;  // they say what is usual
    std::vector<SwitchIndex> poor;     // are judged by it
  };

  bool is_up(SwitchIndex s, SwitchIndex to) const {
    return ranks_[s] != kFar && ranks_[to] < ranks_[s];
  }

  // Makes peers of the switches below `above` that share most of their neighbours above.
  void unite_below(SwitchIndex above) {
    for (const LinkBundle& first : graph_.bundles(above)) {
      for (const LinkBundle& second : graph_.bundles(above)) {
        const SwitchIndex a = first.peer;
        const SwitchIndex b = second.peer;
        if (a >= b || !is_up(a, above) || ranks_[a] != ranks_[b]) continue;
        if (sets_.find(a) == sets_.find(b)) continue;
        if (2 * shared(a, b) >= std::max(up_[a], up_[b])) sets_.unite(a, b);
      }
    }
  }

  // Adds to each group of peers the switches without peers whose links all lead to where those of
  // the group do: they have lost most of their links, and so share too few to be peers.
  void add_poor_switches(std::map<std::uint32_t, Peers>& groups) const {
    for (const auto& [first, few] : groups) {
      if (few.members.size() >= kFewestPeers) continue;
      for (const SwitchIndex s : few.members) {
        const auto found = std::ranges::find_if(groups, [&](const auto& group) {
          const std::vector<SwitchIndex>& peers = group.second.members;
          return peers.size() >= kFewestPeers && ranks_[peers.front()] == ranks_[s] &&
                 std::ranges::any_of(peers,
                                     [&](SwitchIndex peer) { return shared(s, peer) == up_[s]; });
        });
        if (found != groups.end()) found->second.poor.push_back(s);
      }
    }
  }

  std::uint32_t shared(SwitchIndex a, SwitchIndex b) const {
    std::uint32_t links = 0;
    for (const LinkBundle& bundle : graph_.bundles(a)) {
      if (is_up(a, bundle.peer)) {
        links += std::min<std::uint32_t>(bundle.port_count, links_between(b, bundle.peer));
      }
    }
    return links;
  }

  std::uint32_t links_between(SwitchIndex s, SwitchIndex to) const {
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (bundle.peer == to) return bundle.port_count;
    }
    return 0;
  }

  void judge(const Peers& peers) {
    const std::vector<SwitchIndex>& members = peers.members;
    std::map<SwitchIndex, std::vector<std::uint32_t>> by_above;  // links, by index in members
    for (std::size_t m = 0; m < members.size(); ++m) {
      for (const LinkBundle& bundle : graph_.bundles(members[m])) {
        if (!is_up(members[m], bundle.peer)) continue;
        auto& links = by_above[bundle.peer];
        links.resize(members.size());
        links[m] = bundle.port_count;
      }
    }
    std::vector<std::uint32_t> totals;
    for (const auto& [above, links] : by_above) {
      const std::uint32_t total = sum(links);
      if (std::size_t{3} * total >= members.size()) totals.push_back(total);
    }
    const std::uint32_t usual = totals.empty() ? 0 : median(totals);
    std::map<SwitchIndex, std::uint32_t> expected;
    for (const auto& [above, links] : by_above) {
      if (const auto number = agreed(links)) {
        expected.emplace(above, *number);
      } else if (4 * sum(links) < 3 * usual) {
        result_.switches.push_back({above, OddSwitch::Kind::kFewDown, sum(links), usual});
      }
    }
    std::uint32_t wanted = 0;
    for (const auto& [above, number] : expected) wanted += number;
    std::vector<std::uint32_t> up;
    up.reserve(members.size());
    for (const SwitchIndex s : members) up.push_back(up_[s]);
    if (4 * wanted < 3 * median(up)) return;  // the peers agree on too little
    for (const SwitchIndex s : members) judge_member(s, expected, wanted);
    for (const SwitchIndex s : peers.poor) judge_member(s, expected, wanted);
  }

  // wanted: the sum of the expected links.
  void judge_member(SwitchIndex s, const std::map<SwitchIndex, std::uint32_t>& expected,
                    std::uint32_t wanted) {
    std::uint32_t in_common = 0;
    std::uint32_t links = 0;
    for (const auto& [above, number] : expected) {
      in_common += std::min(number, links_between(s, above));
      links += links_between(s, above);
    }
    result_.matched += in_common;
    // Of few links, one that is wrong is no sign of a wrong switch.
    if (4 * in_common < 3 * wanted && wanted - in_common > 1) {
      result_.switches.push_back(
          {s, links > in_common ? OddSwitch::Kind::kElsewhere : OddSwitch::Kind::kFewUp, links,
           wanted});
      return;
    }
    for (const auto& [above, number] : expected) {
      const auto more =
          static_cast<std::int32_t>(links_between(s, above)) - static_cast<std::int32_t>(number);
      if (more != 0) result_.links.push_back({s, above, more, number == 0});
    }
  }

  static std::uint32_t sum(std::span<const std::uint32_t> numbers) {
    std::uint32_t all = 0;
    for (const std::uint32_t number : numbers) all += number;
    return all;
  }

  // Also between roots, where no path uses them. Many links inside ranks, as in a Dragonfly+, are a
  // design.
  void add_links_inside_ranks() {
    std::vector<OddLinks> inside;
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (bundle.peer <= s || ranks_[s] == kFar || ranks_[bundle.peer] != ranks_[s]) continue;
        inside.push_back({s, bundle.peer, bundle.port_count, true});
      }
    }
    if (inside.size() > kFewInside && kOneInside * inside.size() > graph_.bundle_count() / 2)
      return;
    result_.links.insert(result_.links.end(), inside.begin(), inside.end());
  }

  const SwitchGraph& graph_;
  std::span<const Hops> ranks_;
  DisjointSets sets_;
  std::vector<std::uint32_t> up_;  // links up, by switch
  OddParts result_;
};

using Pair = std::pair<SwitchIndex, SwitchIndex>;

// Pairs of switches that should be linked, by kind. Most pairs of a kind say how many links each
// has.
class ExpectedPairs {
 public:
  explicit ExpectedPairs(const SwitchGraph& graph) : graph_(graph) {}

  void add(SwitchIndex a, SwitchIndex b, std::uint32_t kind) {
    pairs_.emplace(Pair(std::min(a, b), std::max(a, b)), kind);
  }

  // The links of a pair of this kind; 0: too few pairs agree. Valid after run().
  std::uint32_t usual(std::uint32_t kind) const {
    const auto found = usual_.find(kind);
    return found == usual_.end() ? 0 : found->second;
  }

  // is_judged(a, b): is a link between a and b foreign if the pair is not expected?
  template <typename IsJudged>
  OddParts run(IsJudged is_judged) {
    std::map<Pair, std::uint32_t> links;
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (s < bundle.peer) links[{s, bundle.peer}] = bundle.port_count;
      }
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_kind;
    for (const auto& [pair, kind] : pairs_) {
      const auto found = links.find(pair);
      of_kind[kind].push_back(found == links.end() ? 0 : found->second);
    }
    for (const auto& [kind, numbers] : of_kind) {
      const auto number = agreed(numbers);
      if (number && *number > 0) usual_.emplace(kind, *number);
    }
    OddParts result;
    for (const auto& [pair, kind] : pairs_) {
      const auto wanted = usual_.find(kind);
      if (wanted == usual_.end()) continue;
      const auto found = links.find(pair);
      const std::uint32_t there = found == links.end() ? 0 : found->second;
      const std::int64_t more = std::int64_t{there} - std::int64_t{wanted->second};
      result.matched += std::min(there, wanted->second);
      if (more != 0) {
        result.links.push_back({pair.first, pair.second, static_cast<std::int32_t>(more), false});
      }
    }
    for (const auto& [pair, count] : links) {
      if (pairs_.contains(pair) || !is_judged(pair.first, pair.second)) continue;
      result.links.push_back({pair.first, pair.second, static_cast<std::int32_t>(count), true});
    }
    std::ranges::sort(result.links, {}, [](const OddLinks& odd) { return Pair(odd.a, odd.b); });
    return result;
  }

 private:
  const SwitchGraph& graph_;
  std::map<Pair, std::uint32_t> pairs_;           // with their kinds
  std::map<std::uint32_t, std::uint32_t> usual_;  // links, by kind
};

using Place = std::vector<std::uint32_t>;

// Calls visit(dimension, place) for the neighbours of a place in a product.
template <typename Visit>
void for_each_neighbour(const Product& product, const Place& place, Visit visit) {
  for (std::uint32_t d = 0; d < product.dimensions.size(); ++d) {
    Place other = place;
    for (other[d] = 0; other[d] < product.dimensions[d].size; ++other[d]) {
      if (product.step(place, other).dimension == d) visit(d, other);
    }
  }
}

OddParts odd_in_products(const SwitchGraph& graph, const ProductLabels& labels) {
  ExpectedPairs expected(graph);
  std::vector<std::map<Place, SwitchIndex>> at(labels.products.size());
  const auto kind_of = [](std::uint32_t product, std::uint32_t d) { return product << 8 | d; };
  for (std::uint32_t p = 0; p < labels.products.size(); ++p) {
    const Product& product = labels.products[p];
    for (std::size_t i = 0; i < product.switches.size(); ++i) {
      const auto place = product.place(i);
      at[p].emplace(Place(place.begin(), place.end()), product.switches[i]);
    }
    for (const auto& [place, here] : at[p]) {
      const SwitchIndex s = here;
      for_each_neighbour(product, place, [&](std::uint32_t d, const Place& other) {
        const auto found = at[p].find(other);
        if (found != at[p].end()) expected.add(s, found->second, kind_of(p, d));
      });
    }
  }
  OddParts odd = expected.run([&](SwitchIndex a, SwitchIndex b) {
    return labels.product_of[a] != kNone && labels.product_of[b] != kNone;
  });
  for (std::uint32_t p = 0; p < labels.products.size(); ++p) {
    std::map<Place, VacantPlace> vacant;
    for (const auto& [place, here] : at[p]) {
      const SwitchIndex s = here;
      for_each_neighbour(labels.products[p], place, [&](std::uint32_t d, const Place& other) {
        if (at[p].contains(other)) return;
        vacant[other].neighbours.push_back(s);
        vacant[other].links += expected.usual(kind_of(p, d));
      });
    }
    if (kOneVacant * vacant.size() > at[p].size()) continue;
    for (auto& [place, found] : vacant) odd.vacant.push_back(std::move(found));
  }
  return odd;
}

// The links between the groups of a dragonfly.
class GroupLinks {
 public:
  GroupLinks(const SwitchGraph& graph, const SwitchGroups& groups)
      : count_(groups.count), first_(count_, kNone), links_(count_ * count_), total_(count_) {
    for (SwitchIndex s = graph.switch_count(); s-- > 0;) {
      const std::uint32_t group = groups.of[s];
      first_[group] = s;
      for (const LinkBundle& bundle : graph.bundles(s)) {
        const std::uint32_t other = groups.of[bundle.peer];
        if (other == group) continue;
        links_[group * count_ + other] += bundle.port_count;
        total_[group] += bundle.port_count;
      }
    }
    for_each_pair([&](std::size_t a, std::size_t b) { numbers_.push_back(between(a, b)); });
  }

  // Is it a dragonfly: are most pairs of its groups joined?
  bool are_joined() const {
    const auto joined =
        numbers_.size() - static_cast<std::size_t>(std::ranges::count(numbers_, 0u));
    return 4 * joined >= 3 * numbers_.size();
  }

  // If the ports of a group cannot be shared out evenly, some pairs have fewer links by design: all
  // groups then have the same number of links. Cables that have changed places leave these
  // numbers, too, but also pairs with more links than others.
  std::vector<OddGroups> odd() const {
    std::vector<OddGroups> odd;
    const auto expected = agreed(numbers_);
    if (!expected) return odd;
    const std::uint32_t usual = median(total_);
    const auto more = std::ranges::count_if(numbers_, [&](auto n) { return n > *expected; });
    const auto other = std::ranges::count_if(numbers_, [&](auto n) { return n != *expected; });
    const bool may_be_moved =
        more > 0 && kOneOfPairs * static_cast<std::size_t>(other) <= numbers_.size();
    for_each_pair([&](std::size_t a, std::size_t b) {
      const std::int64_t difference = std::int64_t{between(a, b)} - std::int64_t{*expected};
      const bool lack = total_[a] < usual && total_[b] < usual;
      if (difference == 0 || (difference < 0 && !lack && !may_be_moved)) return;
      odd.push_back({first_[a], first_[b], static_cast<std::int32_t>(difference)});
    });
    return odd;
  }

 private:
  std::uint32_t between(std::size_t a, std::size_t b) const { return links_[a * count_ + b]; }
  template <typename Visit>
  void for_each_pair(Visit visit) const {
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = a + 1; b < count_; ++b) visit(a, b);
    }
  }

  std::size_t count_;
  std::vector<SwitchIndex> first_;  // switch, by group
  std::vector<std::uint32_t> links_;
  std::vector<std::uint32_t> total_;    // links to others, by group
  std::vector<std::uint32_t> numbers_;  // of links, by pair
};

OddParts odd_in_groups(const SwitchGraph& graph, const SwitchGroups& groups) {
  const GroupLinks group_links(graph, groups);
  if (!group_links.are_joined()) return {};
  ExpectedPairs expected(graph);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<SwitchIndex>> lines;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    lines[{groups.of[s], groups.row[s]}].push_back(s);
    // In fully linked groups each switch is a column by itself.
    lines[{groups.of[s], 0x80000000 | groups.column[s]}].push_back(s);
  }
  for (const auto& [line, members] : lines) {
    for (const SwitchIndex a : members) {
      for (const SwitchIndex b : members) {
        if (a < b) expected.add(a, b, line.second >> 31);
      }
    }
  }
  // A design is free to choose the switches of the links between groups: only the sum is judged.
  OddParts odd =
      expected.run([&](SwitchIndex a, SwitchIndex b) { return groups.of[a] == groups.of[b]; });
  odd.groups = group_links.odd();
  return odd;
}

}  // namespace

OddParts find_odd_links(const SwitchGraph& graph, const FabricShape& shape) {
  switch (shape.kind) {
    case ShapeKind::kTree:
      return TreePeers(graph, shape.tree.ranks).run();
    case ShapeKind::kProduct:
      return odd_in_products(graph, shape.labels);
    case ShapeKind::kGroups:
      return odd_in_groups(graph, shape.groups);
    case ShapeKind::kOther:
      break;
  }
  return {};
}

}  // namespace weft
