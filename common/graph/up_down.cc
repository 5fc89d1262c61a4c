#include "common/graph/up_down.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

#include "common/base/disjoint_sets.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/bit_search.h"

namespace weft {
namespace {

// The longest path that a distance can hold. Larger values, as of a masked kFar, count as no path.
constexpr Hops kLongest = kUpFirst - 2;

// One batch of destinations.
class UpDownSearch {
 public:
  UpDownSearch(const SwitchGraph& graph, const Orientation& orientation)
      : graph_(&graph),
        orientation_(&orientation),
        from_the_top_(graph.switch_count()),
        seen_(graph.switch_count()),
        frontier_(graph.switch_count()),
        next_(graph.switch_count()),
        entered_(graph.switch_count() * kSearchBatch) {
    for (SwitchIndex s = 0; s < graph.switch_count(); ++s) from_the_top_[orientation.place[s]] = s;
  }

  void run(std::span<const SwitchIndex> destinations, std::size_t first, Distances& distances) {
    find_ways_down(destinations, first, distances);
    std::fill(entered_.begin(), entered_.end(), char{0});
    for (const SwitchIndex s : from_the_top_) choose_ways(s, destinations.size(), first, distances);
  }

 private:
  // The distances of paths that only go down.
  void find_ways_down(std::span<const SwitchIndex> destinations, std::size_t first,
                      Distances& distances) {
    std::fill(seen_.begin(), seen_.end(), SearchBits{});
    std::fill(frontier_.begin(), frontier_.end(), SearchBits{});
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      set_bit(seen_[destinations[i]], i);
      set_bit(frontier_[destinations[i]], i);
      distances.from(destinations[i])[first + i] = 0;
    }
    for (Hops distance = 1; distance <= kLongest && step_down(); ++distance) {
      for (SwitchIndex s = 0; s < graph_->switch_count(); ++s) {
        if (!any(frontier_[s])) continue;
        write_distances(distances.from(s).subspan(first), frontier_[s], distance);
      }
    }
  }

  // One step of all searches; false when none got any further.
  bool step_down() {
    bool moved = false;
    for (SwitchIndex s = 0; s < graph_->switch_count(); ++s) {
      SearchBits reached = {};
      for (const LinkBundle& bundle : graph_->bundles(s)) {
        if (!orientation_->goes_up(s, bundle.peer)) add(reached, frontier_[bundle.peer]);
      }
      remove(reached, seen_[s]);
      add(seen_[s], reached);
      next_[s] = reached;
      moved |= any(reached);
    }
    frontier_.swap(next_);
    return moved;
  }

  // Switches above s have chosen already; entered_ says for which destinations they send down
  // through it.
  void choose_ways(SwitchIndex s, std::size_t count, std::size_t first, Distances& distances) {
    Hops* const own = distances.from(s).data() + first;
    char* const entered = entered_.data() + s * kSearchBatch;
    std::array<Hops, kSearchBatch> up;  // hops of the shortest path over a switch above
    up.fill(kUpFirst);
    for (const LinkBundle& bundle : graph_->bundles(s)) {
      if (!orientation_->goes_up(s, bundle.peer)) continue;
      const Hops* const theirs = distances.from(bundle.peer).data() + first;
      for (std::size_t i = 0; i < count; ++i) {
        up[i] = std::min(up[i], static_cast<Hops>(hops_of(theirs[i]) + 1));
      }
    }
    std::array<Hops, kSearchBatch> down;  // hops of the path down, if it may be taken
    for (std::size_t i = 0; i < count; ++i) {
      const bool may_go_up = up[i] <= kLongest && up[i] <= own[i] && !entered[i];
      const bool up_first = may_go_up && up[i] < own[i];
      down[i] = up_first || own[i] == 0 ? kFar : own[i];
      const auto flags = static_cast<Hops>(up_first ? kUpFirst : may_go_up ? kUpOrDown : 0);
      own[i] = static_cast<Hops>((up_first ? up[i] : own[i]) | flags);
    }
    for (const LinkBundle& bundle : graph_->bundles(s)) {
      if (orientation_->goes_up(s, bundle.peer)) continue;
      // The neighbour's distance is still that of its path down.
      const Hops* const theirs = distances.from(bundle.peer).data() + first;
      char* const entered_there = entered_.data() + bundle.peer * kSearchBatch;
      for (std::size_t i = 0; i < count; ++i) {
        const bool enters = static_cast<Hops>(theirs[i] + 1) == down[i];
        entered_there[i] = static_cast<char>(entered_there[i] | static_cast<char>(enters));
      }
    }
  }

  const SwitchGraph* graph_;
  const Orientation* orientation_;
  std::vector<SwitchIndex> from_the_top_;
  std::vector<SearchBits> seen_;
  std::vector<SearchBits> frontier_;
  std::vector<SearchBits> next_;
  std::vector<char> entered_;  // [switch][destination]
};

}  // namespace

bool is_up_down_turn(const Links& links, const Orientation& orientation, LinkTurn turn) {
  const Link& from = links[turn.from];
  const Link& to = links[turn.to];
  return from.from != to.to &&
         (orientation.goes_up(from.from, from.to) || !orientation.goes_up(to.from, to.to));
}

std::vector<Hops> ranks_below(const SwitchGraph& graph, std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks(graph.switch_count(), kFar);
  for (const SwitchIndex root : roots) ranks[root] = 0;
  return complete_ranks(graph, std::move(ranks));
}

std::vector<Hops> complete_ranks(const SwitchGraph& graph, std::vector<Hops> given) {
  std::vector<std::vector<SwitchIndex>> by_rank;
  const auto add = [&](SwitchIndex s, std::size_t rank) {
    if (by_rank.size() <= rank) by_rank.resize(rank + 1);
    by_rank[rank].push_back(s);
  };
  for (SwitchIndex s = 0; s < given.size(); ++s) {
    if (given[s] != kFar) add(s, given[s]);
  }
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    for (const SwitchIndex s : std::exchange(by_rank[rank], {})) {
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (given[bundle.peer] != kFar) continue;
        given[bundle.peer] = static_cast<Hops>(rank + 1);
        add(bundle.peer, rank + 1);
      }
    }
  }
  return given;
}

namespace {

// By part (DisjointSets::find): has it leaf switches?
std::vector<bool> parts_with_leaves(const SwitchGraph& graph, std::span<const SwitchIndex> leaves,
                                    DisjointSets& parts) {
  std::vector<bool> has_leaves(graph.switch_count(), leaves.empty());
  for (const SwitchIndex s : leaves) has_leaves[parts.find(s)] = true;
  return has_leaves;
}

// Are two neighbours of a switch in different parts that both have leaf switches?
bool joins_some(const SwitchGraph& graph, SwitchIndex s, const std::vector<bool>& has_leaves,
                DisjointSets& parts) {
  SwitchIndex first = kNone;
  for (const LinkBundle& bundle : graph.bundles(s)) {
    const SwitchIndex part = parts.find(bundle.peer);
    if (!has_leaves[part] || part == first) continue;
    if (first != kNone) return true;
    first = part;
  }
  return false;
}

}  // namespace

void lift_dead_ends(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops>& ranks) {
  std::vector<bool> is_dead_end(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto bundles = graph.bundles(s);
    is_dead_end[s] = ranks[s] != kFar && ranks[s] >= 2 &&
                     std::all_of(bundles.begin(), bundles.end(), [&](const LinkBundle& b) {
                       return ranks[b.peer] + 1 == ranks[s];
                     });
  }
  const std::vector<SwitchIndex> leaves = leaf_switches(fabric);
  for (const SwitchIndex s : leaves) is_dead_end[s] = false;

  // From the lowest rank up: the parts that are connected without the dead ends.
  std::vector<SwitchIndex> order(fabric.switch_count());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return ranks[a] > ranks[b]; });
  DisjointSets subtrees(fabric.switch_count());
  std::vector<SwitchIndex> lifted;
  std::vector<SwitchIndex> dead_ends;  // of the rank below the current one
  for (std::size_t first = 0; first < order.size();) {
    const Hops rank = ranks[order[first]];
    std::vector<SwitchIndex> found;
    std::size_t last = first;
    for (; last < order.size() && ranks[order[last]] == rank; ++last) {
      const SwitchIndex s = order[last];
      if (is_dead_end[s]) found.push_back(s);
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (is_dead_end[s] || is_dead_end[bundle.peer] || ranks[bundle.peer] < rank) continue;
        subtrees.unite(s, bundle.peer);
      }
    }
    if (!dead_ends.empty()) {
      const std::vector<bool> has_leaves = parts_with_leaves(graph, leaves, subtrees);
      for (const SwitchIndex s : dead_ends) {
        if (joins_some(graph, s, has_leaves, subtrees)) lifted.push_back(s);
      }
    }
    dead_ends = std::move(found);
    first = last;
  }
  for (const SwitchIndex s : lifted) ranks[s] = static_cast<Hops>(ranks[s] - 2);
}

Orientation order_by_rank(std::span<const Hops> ranks, std::span<const std::uint64_t> ids) {
  std::vector<SwitchIndex> order(ranks.size());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  std::sort(order.begin(), order.end(), [&](SwitchIndex a, SwitchIndex b) {
    return std::tuple(ranks[a], ids[a], a) < std::tuple(ranks[b], ids[b], b);
  });
  Orientation orientation;
  orientation.place.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) orientation.place[order[i]] = i;
  return orientation;
}

Distances up_down_distances_to(const SwitchGraph& graph, const Orientation& orientation,
                               std::span<const SwitchIndex> destinations, const Workers& workers) {
  Distances distances(graph.switch_count(), destinations.size());
  const std::size_t batches = (destinations.size() + kSearchBatch - 1) / kSearchBatch;
  std::vector<UpDownSearch> searches(std::min<std::size_t>(workers.threads(), batches),
                                     UpDownSearch(graph, orientation));
  workers.parallel_for(batches, 1, [&](unsigned worker, std::size_t begin, std::size_t) {
    const std::size_t first = begin * kSearchBatch;
    const std::size_t count = std::min(kSearchBatch, destinations.size() - first);
    searches[worker].run(destinations.subspan(first, count), first, distances);
  });
  return distances;
}

}  // namespace weft
