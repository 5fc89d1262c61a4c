#include "common/graph/ring_cuts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/base/random.h"

namespace weft {
namespace {

using LaneSet = std::uint32_t;  // a bit a lane
// By set of lanes: pairs of nodes.
using Counts = std::vector<std::uint64_t>;

constexpr std::uint32_t kLargestRing = 16;

// Calls visit(lanes) for each pair of nodes of a ring: those that spoil its path, which between
// opposite nodes goes in the direction that is better by cost(lanes).
template <typename Cost, typename Visit>
void for_each_pair(std::uint32_t size, const RingCuts& cuts, Cost cost, Visit visit) {
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
        visit(cost(up_spoils) <= cost(down_spoils) ? up_spoils : down_spoils);
        break;
      }
      visit(up_spoils);
      visit(down_spoils);
      up_spoils |= up[(from + hops) % size];
      down_spoils |= down[(from + size - hops) % size];
    }
  }
}

enum class Direction { kSubsets, kSupersets };

// Adds to each set the counts of its subsets, or supersets; with sign -1 the reverse.
void accumulate(Counts& counts, Direction direction, int sign) {
  for (std::size_t bit = 1; bit < counts.size(); bit <<= 1) {
    for (std::size_t set = 0; set < counts.size(); ++set) {
      if ((set & bit) == 0) continue;
      auto& sum = direction == Direction::kSubsets ? counts[set] : counts[set ^ bit];
      const auto part = direction == Direction::kSubsets ? counts[set ^ bit] : counts[set];
      sum += sign > 0 ? part : std::uint64_t{0} - part;
    }
  }
}

class CutSearch {
 public:
  CutSearch(std::span<const std::uint32_t> sizes, unsigned lanes)
      : sizes_(sizes), lanes_(lanes), all_((LaneSet{1} << lanes) - 1), cuts_(sizes.size()) {}

  void start(Random& random, bool shuffled);
  // Moves cuts while that helps. Returns the pairs of switches that have no lane.
  std::uint64_t descend();
  const std::vector<RingCuts>& cuts() const { return cuts_; }

 private:
  Counts subset_counts(std::size_t dimension, const Counts& completions) const;
  Counts completions_of(std::size_t dimension) const;
  std::uint64_t improve(std::size_t dimension);

  std::span<const std::uint32_t> sizes_;
  unsigned lanes_;
  LaneSet all_;
  std::vector<RingCuts> cuts_;
};

// Evenly over the ring; the other direction between those, and in each dimension in another order.
void CutSearch::start(Random& random, bool shuffled) {
  for (std::size_t d = 0; d < cuts_.size(); ++d) {
    std::vector<std::uint32_t> order(lanes_);
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      order[lane] = static_cast<std::uint32_t>((lane + d) % lanes_);
    }
    if (shuffled) random.shuffle(order);
    cuts_[d] = {};
    for (const std::uint32_t turn : order) {
      cuts_[d].up.push_back(turn * sizes_[d] / lanes_);
      cuts_[d].down.push_back((2 * turn + 1) * sizes_[d] / (2 * lanes_));
    }
  }
}

// Pairs of nodes by the lanes that they spoil at most.
Counts CutSearch::subset_counts(std::size_t dimension, const Counts& completions) const {
  Counts counts(std::size_t{all_} + 1, 0);
  for_each_pair(
      sizes_[dimension], cuts_[dimension],
      [&](LaneSet lanes) { return completions[all_ & ~lanes]; },
      [&](LaneSet lanes) { ++counts[lanes]; });
  accumulate(counts, Direction::kSubsets, 1);
  return counts;
}

// Of each set of lanes: in how many ways the other dimensions spoil all of it.
Counts CutSearch::completions_of(std::size_t dimension) const {
  // Where a dimension does not know the others, fewer lanes spoilt are better.
  Counts fewer(std::size_t{all_} + 1);
  for (std::size_t set = 0; set < fewer.size(); ++set) {
    fewer[set] = lanes_ - static_cast<unsigned>(__builtin_popcountll(set));
  }
  Counts ways(std::size_t{all_} + 1, 1);
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    if (d == dimension) continue;
    const Counts counts = subset_counts(d, fewer);
    for (std::size_t set = 0; set < ways.size(); ++set) ways[set] *= counts[set];
  }
  accumulate(ways, Direction::kSubsets, -1);
  accumulate(ways, Direction::kSupersets, 1);
  return ways;
}

std::uint64_t CutSearch::improve(std::size_t dimension) {
  const Counts completions = completions_of(dimension);
  RingCuts& cuts = cuts_[dimension];
  const auto cost = [&](LaneSet lanes) { return completions[all_ & ~lanes]; };
  const auto pairs_without_lane = [&] {
    std::uint64_t sum = 0;
    for_each_pair(sizes_[dimension], cuts, cost, [&](LaneSet lanes) { sum += cost(lanes); });
    return sum;
  };
  std::uint64_t least = pairs_without_lane();
  for (auto* side : {&cuts.up, &cuts.down}) {
    for (std::uint32_t& cut : *side) {
      std::uint32_t best = cut;
      for (std::uint32_t node = 0; node < sizes_[dimension] && least > 0; ++node) {
        cut = node;
        const std::uint64_t sum = pairs_without_lane();
        if (sum >= least) continue;
        least = sum;
        best = node;
      }
      cut = best;
    }
  }
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

struct Found {
  std::vector<RingCuts> cuts;
  std::uint64_t without_lane;  // pairs of switches
};

Found search_cuts(std::span<const std::uint32_t> sizes, unsigned lanes) {
  constexpr int kStarts = 4;
  CutSearch search(sizes, lanes);
  Random random(1);
  Found best{{}, ~std::uint64_t{0}};
  for (int start = 0; start < kStarts && best.without_lane > 0; ++start) {
    search.start(random, start > 0);
    const std::uint64_t without_lane = search.descend();
    if (start == 0 || without_lane < best.without_lane) best = {search.cuts(), without_lane};
  }
  return best;
}

}  // namespace

std::vector<RingCuts> choose_ring_cuts(std::span<const std::uint32_t> sizes, unsigned lanes) {
  if (sizes.empty()) return {};
  std::vector<std::uint32_t> searched(sizes.begin(), sizes.end());
  for (std::uint32_t& size : searched) size = std::min(size, kLargestRing);
  // Each dimension can spoil a lane.
  auto needed = static_cast<unsigned>(std::min<std::size_t>(sizes.size() + 1, lanes));
  Found found = search_cuts(searched, needed);
  while (found.without_lane > 0 && needed < lanes) found = search_cuts(searched, ++needed);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    for (auto* side : {&found.cuts[d].up, &found.cuts[d].down}) {
      for (std::uint32_t& cut : *side) cut = cut * sizes[d] / searched[d];
    }
  }
  return std::move(found.cuts);
}

}  // namespace weft
