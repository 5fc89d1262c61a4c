#include "common/graph/up_down.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "common/graph/bit_search.h"

namespace weft {
namespace {

// The longest path that a distance can tell.
constexpr Hops kLongest = kUpFirst - 2;

// One batch of searches.
class Search {
 public:
  Search(const SwitchGraph& graph, const Orientation& orientation)
      : graph_(&graph),
        orientation_(&orientation),
        down_(graph.switch_count()),
        seen_(graph.switch_count()),
        frontier_(graph.switch_count()),
        next_(graph.switch_count()) {}

  void run(std::span<const SwitchIndex> destinations, std::size_t first, Distances& distances) {
    find_down(destinations);
    start(destinations);
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      distances.from(destinations[i])[first + i] = 0;
    }
    for (Hops distance = 1; distance <= kLongest; ++distance) {
      if (!advance(&Search::next_path)) return;
      for (SwitchIndex s = 0; s < graph_->switch_count(); ++s) {
        if (!any(frontier_[s])) continue;
        SearchBits up_first = frontier_[s];
        remove(up_first, down_[s]);
        write_distances(distances.from(s).subspan(first), frontier_[s], distance);
        write_distances(distances.from(s).subspan(first), up_first,
                        static_cast<Hops>(distance | kUpFirst));
      }
    }
  }

 private:
  void start(std::span<const SwitchIndex> destinations) {
    std::fill(seen_.begin(), seen_.end(), SearchBits{});
    std::fill(frontier_.begin(), frontier_.end(), SearchBits{});
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      set_bit(seen_[destinations[i]], i);
      set_bit(frontier_[destinations[i]], i);
    }
  }

  // Which switches can go down all the way.
  void find_down(std::span<const SwitchIndex> destinations) {
    start(destinations);
    for (Hops distance = 1; distance <= kLongest; ++distance) {
      if (!advance(&Search::next_down)) break;
    }
    down_ = seen_;
  }

  // One step of all searches; false when none got any further.
  bool advance(SearchBits (Search::*next)(SwitchIndex) const) {
    bool moved = false;
    for (SwitchIndex s = 0; s < graph_->switch_count(); ++s) {
      SearchBits reached = (this->*next)(s);
      remove(reached, seen_[s]);
      next_[s] = reached;
      moved |= any(reached);
    }
    for (SwitchIndex s = 0; s < graph_->switch_count(); ++s) add(seen_[s], next_[s]);
    frontier_.swap(next_);
    return moved;
  }

  SearchBits next_down(SwitchIndex s) const {
    SearchBits reached = {};
    for (const LinkBundle& bundle : graph_->bundles(s)) {
      if (!orientation_->goes_up(s, bundle.peer)) add(reached, frontier_[bundle.peer]);
    }
    return reached;
  }

  SearchBits next_path(SwitchIndex s) const {
    SearchBits below = {}, above = {};
    for (const LinkBundle& bundle : graph_->bundles(s)) {
      if (orientation_->goes_up(s, bundle.peer)) {
        add(above, frontier_[bundle.peer]);
      } else {
        SearchBits all_down = frontier_[bundle.peer];
        for (std::size_t w = 0; w < all_down.size(); ++w) all_down[w] &= down_[bundle.peer][w];
        add(below, all_down);
      }
    }
    remove(above, down_[s]);
    add(below, above);
    return below;
  }

  const SwitchGraph* graph_;
  const Orientation* orientation_;
  std::vector<SearchBits> down_;  // by switch: the destinations that it can go down to
  std::vector<SearchBits> seen_;
  std::vector<SearchBits> frontier_;
  std::vector<SearchBits> next_;
};

}  // namespace

std::vector<Hops> ranks_below(const SwitchGraph& graph, std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks(graph.switch_count(), kFar);
  std::vector<SwitchIndex> queue;
  for (const SwitchIndex root : roots) {
    if (ranks[root] == 0) continue;
    ranks[root] = 0;
    queue.push_back(root);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const SwitchIndex s = queue[next];
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (ranks[bundle.peer] != kFar) continue;
      ranks[bundle.peer] = static_cast<Hops>(ranks[s] + 1);
      queue.push_back(bundle.peer);
    }
  }
  return ranks;
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
  std::vector<Search> searches(std::min<std::size_t>(workers.threads(), batches),
                               Search(graph, orientation));
  workers.parallel_for(batches, 1, [&](unsigned worker, std::size_t begin, std::size_t) {
    const std::size_t first = begin * kSearchBatch;
    const std::size_t count = std::min(kSearchBatch, destinations.size() - first);
    searches[worker].run(destinations.subspan(first, count), first, distances);
  });
  return distances;
}

}  // namespace weft
