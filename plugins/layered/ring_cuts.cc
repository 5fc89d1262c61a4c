#include "plugins/layered/ring_cuts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/base/random.h"

namespace weft {
namespace {

using LaneSet = std::uint32_t;  // a bit a lane
// By set of lanes: pairs of nodes.
using Counts = std::vector<std::uint64_t>;

constexpr std::uint32_t kLargestRing = 128;

// A lane is spoiled for a path that goes through a node at which the lane cuts.
//
// Calls visit(the lanes spoiled for its path) for each pair of nodes of a ring. Between opposite
// nodes the path goes up if goes_up(from, the lanes spoiled on the way up, and down).
template <typename GoesUp, typename Visit>
void for_each_pair(std::uint32_t size, const RingCuts& cuts, GoesUp goes_up, Visit visit) {
  std::vector<LaneSet> up(size, 0);  // by node: the lanes that cut there
  std::vector<LaneSet> down(size, 0);
  for (std::size_t lane = 0; lane < cuts.up.size(); ++lane) {
    up[cuts.up[lane]] |= LaneSet{1} << lane;
    down[cuts.down[lane]] |= LaneSet{1} << lane;
  }
  for (std::uint32_t from = 0; from < size; ++from) {
    visit(LaneSet{0});  // to itself
    LaneSet up_spoils = 0;
    LaneSet down_spoils = 0;
    for (std::uint32_t hops = 1; 2 * hops <= size; ++hops) {
      if (2 * hops == size) {
        visit(goes_up(from, up_spoils, down_spoils) ? up_spoils : down_spoils);
        break;
      }
      visit(up_spoils);
      visit(down_spoils);
      up_spoils |= up[(from + hops) % size];
      down_spoils |= down[(from + size - hops) % size];
    }
  }
}

// Which paths between opposite nodes go up if both directions are as good: so the links of a ring
// carry the same if its size is a multiple of four.
bool evenly_up(std::uint32_t from, std::uint32_t size, Ways ways) {
  if (ways == Ways::kOne || 2 * from < size) return from % 2 == 0;
  return (from - size / 2) % 2 != 0;  // the way back
}

enum class SumOver { kSubsets, kSupersets };

// Adds to each set the counts of its subsets, or supersets; with sign -1 the reverse.
void accumulate(Counts& counts, SumOver over, int sign) {
  for (std::size_t bit = 1; bit < counts.size(); bit <<= 1) {
    for (std::size_t set = 0; set < counts.size(); ++set) {
      if ((set & bit) == 0) continue;
      auto& sum = over == SumOver::kSubsets ? counts[set] : counts[set ^ bit];
      const auto part = over == SumOver::kSubsets ? counts[set ^ bit] : counts[set];
      sum += sign > 0 ? part : std::uint64_t{0} - part;
    }
  }
}

class CutSearch {
 public:
  CutSearch(std::span<const std::uint32_t> sizes, unsigned lanes, Ways ways)
      : sizes_(sizes),
        lanes_(lanes),
        ways_(ways),
        all_((LaneSet{1} << lanes) - 1),
        cuts_(sizes.size()) {}

  void start(Random& random, bool shuffled);
  // Moves cuts while that helps. Returns the pairs of switches that have no lane.
  std::uint64_t descend();
  // Chooses the less loaded direction between opposite nodes if both cost the same. Returns the
  // paths between opposite nodes over the busiest link, summed over the dimensions.
  int even_out();
  const std::vector<RingCuts>& cuts() const { return cuts_; }

 private:
  template <typename Cost>
  void choose_directions(std::size_t dimension, Cost cost);
  Counts subset_counts(std::size_t dimension) const;
  Counts completions_of(std::size_t dimension) const;
  std::uint64_t improve(std::size_t dimension);

  std::span<const std::uint32_t> sizes_;
  unsigned lanes_;
  Ways ways_;
  LaneSet all_;
  std::vector<RingCuts> cuts_;
};

// Spreads the cuts of the lanes evenly over each ring, with the lanes in another order in each
// dimension. Cuts down lie between those up; with Ways::kBoth, at the same nodes.
void CutSearch::start(Random& random, bool shuffled) {
  for (std::size_t d = 0; d < cuts_.size(); ++d) {
    std::vector<std::uint32_t> order(lanes_);
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      order[lane] = static_cast<std::uint32_t>((lane + d) % lanes_);
    }
    if (shuffled) random.shuffle(order);
    cuts_[d] = {};
    for (const std::uint32_t place : order) {
      cuts_[d].up.push_back(place * sizes_[d] / lanes_);
      cuts_[d].down.push_back((2 * place + 1) * sizes_[d] / (2 * lanes_));
    }
    if (ways_ == Ways::kBoth) cuts_[d].down = cuts_[d].up;
    choose_directions(d, [](LaneSet) { return 0; });
  }
}

// Between opposite nodes: the direction with less cost(spoiled lanes), then with fewer of these.
template <typename Cost>
void CutSearch::choose_directions(std::size_t dimension, Cost cost) {
  const std::uint32_t size = sizes_[dimension];
  RingCuts& cuts = cuts_[dimension];
  cuts.opposite_up.assign(size, 0);
  const auto choose = [&](std::uint32_t from, LaneSet up, LaneSet down) {
    const auto up_cost = std::pair(cost(up), __builtin_popcountll(up));
    const auto down_cost = std::pair(cost(down), __builtin_popcountll(down));
    const bool goes_up = up_cost == down_cost ? evenly_up(from, size, ways_) : up_cost < down_cost;
    cuts.opposite_up[from] = goes_up ? 1 : 0;
    return goes_up;
  };
  for_each_pair(size, cuts, choose, [](LaneSet) {});
}

// By set of lanes: the pairs of nodes for which no other lane is spoiled.
Counts CutSearch::subset_counts(std::size_t dimension) const {
  const RingCuts& cuts = cuts_[dimension];
  Counts counts(std::size_t{all_} + 1, 0);
  for_each_pair(
      sizes_[dimension], cuts,
      [&](std::uint32_t from, LaneSet, LaneSet) { return cuts.opposite_up[from] != 0; },
      [&](LaneSet lanes) { ++counts[lanes]; });
  accumulate(counts, SumOver::kSubsets, 1);
  return counts;
}

// By set of lanes: in how many ways the other dimensions spoil all of it.
Counts CutSearch::completions_of(std::size_t dimension) const {
  Counts completions(std::size_t{all_} + 1, 1);
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    if (d == dimension) continue;
    const Counts counts = subset_counts(d);
    for (std::size_t set = 0; set < completions.size(); ++set) completions[set] *= counts[set];
  }
  accumulate(completions, SumOver::kSubsets, -1);
  accumulate(completions, SumOver::kSupersets, 1);
  return completions;
}

std::uint64_t CutSearch::improve(std::size_t dimension) {
  const Counts completions = completions_of(dimension);
  RingCuts& cuts = cuts_[dimension];
  const auto cost = [&](LaneSet lanes) { return completions[all_ & ~lanes]; };
  const auto pairs_without_lane = [&] {
    std::uint64_t sum = 0;
    for_each_pair(
        sizes_[dimension], cuts,
        [&](std::uint32_t, LaneSet up, LaneSet down) { return cost(up) <= cost(down); },
        [&](LaneSet lanes) { sum += cost(lanes); });
    return sum;
  };
  std::uint64_t least = pairs_without_lane();
  const auto move = [&](std::vector<std::uint32_t>& side, unsigned lane, std::uint32_t node) {
    side[lane] = node;
    if (ways_ == Ways::kBoth) cuts.down[lane] = node;
  };
  const auto improve_side = [&](std::vector<std::uint32_t>& side) {
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      std::uint32_t best = side[lane];
      for (std::uint32_t node = 0; node < sizes_[dimension] && least > 0; ++node) {
        move(side, lane, node);
        const std::uint64_t sum = pairs_without_lane();
        if (sum >= least) continue;
        least = sum;
        best = node;
      }
      move(side, lane, best);
    }
  };
  improve_side(cuts.up);
  if (ways_ == Ways::kOne) improve_side(cuts.down);
  choose_directions(dimension, cost);
  return least;
}

std::uint64_t CutSearch::descend() {
  constexpr int kSweeps = 8;
  std::uint64_t least = ~std::uint64_t{0};
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::uint64_t now = least;
    for (std::size_t d = 0; d < sizes_.size() && now > 0; ++d) now = improve(d);
    if (now >= least) break;
    least = now;
  }
  return least;
}

// What links of a ring carry between opposite nodes.
class OppositeLoad {
 public:
  explicit OppositeLoad(std::uint32_t size) : up_(size, 0), down_(size, 0) {}

  void add(std::uint32_t from, bool up, int paths) {
    for_links(from, up, [&](int& load) { load += paths; });
  }
  int on_the_way(std::uint32_t from, bool up) {
    int sum = 0;
    for_links(from, up, [&](int load) { sum += load; });
    return sum;
  }
  int busiest() const { return std::max(std::ranges::max(up_), std::ranges::max(down_)); }

 private:
  template <typename Visit>
  void for_links(std::uint32_t from, bool up, Visit visit) {
    const auto size = static_cast<std::uint32_t>(up_.size());
    for (std::uint32_t hop = 0; hop < size / 2; ++hop) {
      visit(up ? up_[(from + hop) % size] : down_[(from + size - 1 - hop) % size]);
    }
  }

  std::vector<int> up_;  // by node: of the link to the next
  std::vector<int> down_;
};

int CutSearch::even_out() {
  constexpr std::uint32_t kSweeps = 4;
  int busiest = 0;
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    const std::uint32_t size = sizes_[d];
    if (size % 2 != 0) continue;
    auto& opposite_up = cuts_[d].opposite_up;
    const Counts completions = completions_of(d);
    std::vector<bool> free(size);
    const auto compare = [&](std::uint32_t from, LaneSet up, LaneSet down) {
      free[from] = completions[all_ & ~up] == completions[all_ & ~down];
      return true;
    };
    for_each_pair(size, cuts_[d], compare, [](LaneSet) {});
    OppositeLoad load(size);
    for (std::uint32_t node = 0; node < size; ++node) load.add(node, opposite_up[node] != 0, 1);
    const auto reverse = [&](std::uint32_t node) {
      load.add(node, opposite_up[node] != 0, -1);
      opposite_up[node] ^= 1;
      load.add(node, opposite_up[node] != 0, 1);
    };
    const std::uint32_t nodes = ways_ == Ways::kBoth ? size / 2 : size;
    for (std::uint32_t i = 0; i < kSweeps * nodes; ++i) {
      const std::uint32_t node = i % nodes;
      const bool up = opposite_up[node] != 0;
      // Its own path counts where it goes now.
      const int own = static_cast<int>(size / 2);
      if (!free[node] || load.on_the_way(node, !up) + own >= load.on_the_way(node, up)) continue;
      reverse(node);
      if (ways_ == Ways::kBoth) reverse(node + size / 2);
    }
    busiest += load.busiest();
  }
  return busiest;
}

struct Found {
  std::vector<RingCuts> cuts;
  std::uint64_t without_lane;  // pairs of switches
  int busiest;                 // see CutSearch::even_out
};

Found search_cuts(std::span<const std::uint32_t> sizes, unsigned lanes, Ways ways) {
  constexpr int kStarts = 4;
  int even = 0;  // `busiest`, if all links carried the same
  for (const std::uint32_t size : sizes) even += size % 2 == 0 ? static_cast<int>(size + 3) / 4 : 0;
  CutSearch search(sizes, lanes, ways);
  Random random(1);
  Found best{{}, ~std::uint64_t{0}, 0};
  for (int start = 0; start < kStarts; ++start) {
    search.start(random, start > 0);
    const std::uint64_t without_lane = search.descend();
    const int busiest = search.even_out();
    if (start == 0 ||
        std::pair(without_lane, busiest) < std::pair(best.without_lane, best.busiest)) {
      best = {search.cuts(), without_lane, busiest};
    }
    if (best.without_lane == 0 && best.busiest <= even) break;
  }
  return best;
}

RingCuts stretched(const RingCuts& cuts, std::uint32_t from, std::uint32_t to) {
  RingCuts result;
  for (const std::uint32_t cut : cuts.up) result.up.push_back(cut * to / from);
  for (const std::uint32_t cut : cuts.down) result.down.push_back(cut * to / from);
  for (std::uint32_t node = 0; node < to; ++node) {
    result.opposite_up.push_back(cuts.opposite_up[node * from / to]);
  }
  return result;
}

}  // namespace

std::vector<RingCuts> choose_ring_cuts(std::span<const std::uint32_t> sizes, unsigned lanes,
                                       Ways ways) {
  if (sizes.empty()) return {};
  std::vector<std::uint32_t> searched(sizes.begin(), sizes.end());
  for (std::uint32_t& size : searched) size = std::min(size, kLargestRing);
  // Each dimension can spoil one lane.
  auto needed = static_cast<unsigned>(std::min<std::size_t>(sizes.size() + 1, lanes));
  Found found = search_cuts(searched, needed, ways);
  while (found.without_lane > 0 && needed < lanes) found = search_cuts(searched, ++needed, ways);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != searched[d]) found.cuts[d] = stretched(found.cuts[d], searched[d], sizes[d]);
  }
  return std::move(found.cuts);
}

}  // namespace weft
