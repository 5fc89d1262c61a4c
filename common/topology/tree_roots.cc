#include "common/topology/tree_roots.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "common/base/disjoint_sets.h"
#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// Shares of the end ports that must be near a root, in percent.
constexpr std::uint64_t kShares[] = {75, 50, 90, 100};

// An island of the fabric.
struct Piece {
  std::vector<SwitchIndex> switches;
  std::vector<SwitchIndex> goals;   // roots are near these switches
  std::vector<SwitchIndex> leaves;  // of leaf_switches
  std::uint64_t weight = 0;         // of all goals
};

// The weight of a switch is the number of its end ports. In an island without end ports each switch
// weighs 1.
std::vector<Piece> weigh_pieces(const Fabric& fabric, std::vector<std::uint32_t>& weights) {
  const Pieces pieces = find_pieces(fabric);
  std::vector<Piece> list(pieces.count);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) list[pieces.of[s]].switches.push_back(s);
  const std::vector<char> is_leaf = leaf_flags(fabric);
  for (Piece& piece : list) {
    const bool has_leaf = std::any_of(piece.switches.begin(), piece.switches.end(),
                                      [&](SwitchIndex s) { return is_leaf[s] != 0; });
    for (const SwitchIndex s : piece.switches) {
      if (has_leaf && !is_leaf[s]) weights[s] = 0;
      if (is_leaf[s]) piece.leaves.push_back(s);
    }
    const bool bare = std::all_of(piece.switches.begin(), piece.switches.end(),
                                  [&](SwitchIndex s) { return weights[s] == 0; });
    for (const SwitchIndex s : piece.switches) {
      if (bare) weights[s] = 1;
      if (weights[s] == 0) continue;
      piece.goals.push_back(s);
      piece.weight += weights[s];
    }
  }
  return list;
}

// For each share: the number of hops from s within which that much of the weight is.
std::vector<Hops> reaches(const Piece& piece, const std::vector<std::uint32_t>& weights,
                          std::span<const Hops> row, std::vector<std::uint64_t>& histogram) {
  Hops farthest = 0;
  for (const SwitchIndex goal : piece.goals) farthest = std::max(farthest, row[goal]);
  histogram.assign(farthest + std::size_t{1}, 0);
  for (const SwitchIndex goal : piece.goals) histogram[row[goal]] += weights[goal];
  std::vector<Hops> result;
  for (const std::uint64_t share : kShares) {
    Hops hops = 0;
    for (std::uint64_t near = histogram[0]; near * 100 < piece.weight * share;) {
      near += histogram[++hops];
    }
    result.push_back(hops);
  }
  return result;
}

// By switch of an island, in its order: its distance from the nearest leaf switch.
std::vector<Hops> heights_of(const Piece& piece, const Distances& between) {
  std::vector<Hops> heights;
  heights.reserve(piece.switches.size());
  for (const SwitchIndex s : piece.switches) {
    Hops least = kFar;
    for (const SwitchIndex leaf : piece.leaves) least = std::min(least, between.from(s)[leaf]);
    heights.push_back(least);
  }
  return heights;
}

// Adds higher and higher switches to the leaf switches, until these are connected.
class TopFinder {
 public:
  TopFinder(const Fabric& fabric, const Piece& piece, const Distances& between)
      : fabric_(fabric), piece_(piece), height_(fabric.switch_count(), kFar) {
    const std::vector<Hops> heights = heights_of(piece, between);
    for (std::size_t i = 0; i < heights.size(); ++i) height_[piece.switches[i]] = heights[i];
  }

  // The switches that connect parts of the island at the height at which all leaf switches become
  // connected, in the order of Piece::switches. None if leaf switches are connected without others,
  // or if there are none.
  std::vector<SwitchIndex> run() {
    std::vector<SwitchIndex> top;
    if (piece_.leaves.empty()) return top;
    for (Hops height = 0; !hang_together(); ++height) {
      top.clear();
      for (const SwitchIndex s : piece_.switches) {
        if (height > 0 && height_[s] == height && joins_some(s)) top.push_back(s);
      }
      for (const SwitchIndex s : piece_.switches) {
        if (height_[s] == height) add(s);
      }
    }
    return top;
  }

  // After run(), which returned `top`: does a straight way up lead from each of these to one of it?
  bool are_below(std::span<const SwitchIndex> lower, std::span<const SwitchIndex> top,
                 const Distances& between) const {
    return std::ranges::all_of(lower, [&](SwitchIndex s) {
      return std::ranges::any_of(top, [&](SwitchIndex up) {
        return height_[s] < height_[up] && between.from(s)[up] + height_[s] == height_[up];
      });
    });
  }

 private:
  bool hang_together() {
    return std::ranges::all_of(piece_.leaves, [&](SwitchIndex s) {
      return parts_.find(s) == parts_.find(piece_.leaves.front());
    });
  }

  bool joins_some(SwitchIndex s) {
    SwitchIndex first = kNone;
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind != PeerKind::kSwitch || height_[port.peer] >= height_[s]) continue;
      const SwitchIndex part = parts_.find(port.peer);
      if (first != kNone && part != first) return true;
      first = part;
    }
    return false;
  }

  void add(SwitchIndex s) {
    for (const Port& port : fabric_.ports(s)) {
      const bool is_in = port.kind == PeerKind::kSwitch && height_[port.peer] <= height_[s];
      if (is_in) parts_.unite(s, port.peer);
    }
  }

  const Fabric& fabric_;
  const Piece& piece_;
  std::vector<Hops> height_;  // by switch; kFar: of another island
  DisjointSets parts_{fabric_.switch_count()};
};

}  // namespace

std::vector<std::vector<SwitchIndex>> likely_roots(const Fabric& fabric, const Distances& between) {
  std::vector<std::uint32_t> weights = end_ports_by_switch(fabric);
  constexpr std::size_t kSets = std::size(kShares) + 2;
  std::vector<std::vector<SwitchIndex>> sets(kSets);  // the top, one for each share, the centre
  std::vector<std::uint64_t> histogram;
  for (const Piece& piece : weigh_pieces(fabric, weights)) {
    std::vector<std::vector<Hops>> reach;
    std::uint64_t least_total = ~std::uint64_t{0};
    SwitchIndex centre = kNone;
    for (const SwitchIndex s : piece.switches) {
      reach.push_back(reaches(piece, weights, between.from(s), histogram));
      std::uint64_t total = 0;
      for (std::size_t hops = 0; hops < histogram.size(); ++hops) total += hops * histogram[hops];
      if (total >= least_total) continue;
      least_total = total;
      centre = s;
    }
    for (std::size_t i = 0; i < std::size(kShares); ++i) {
      Hops least = kFar;
      for (const auto& hops : reach) least = std::min(least, hops[i]);
      std::vector<SwitchIndex> nearest;
      for (std::size_t j = 0; j < reach.size(); ++j) {
        if (reach[j][i] == least) nearest.push_back(piece.switches[j]);
      }
      sets[i + 1].insert(sets[i + 1].end(), nearest.begin(), nearest.end());
      if (i > 0) continue;
      TopFinder finder(fabric, piece, between);
      const std::vector<SwitchIndex> top = finder.run();
      const bool is_top =
          std::ranges::includes(top, nearest) || finder.are_below(nearest, top, between);
      const auto& first = is_top ? top : nearest;
      sets.front().insert(sets.front().end(), first.begin(), first.end());
    }
    sets.back().push_back(centre);
  }
  std::vector<std::vector<SwitchIndex>> distinct;
  for (std::vector<SwitchIndex>& set : sets) {
    std::sort(set.begin(), set.end());
    if (!set.empty() && std::find(distinct.begin(), distinct.end(), set) == distinct.end()) {
      distinct.push_back(std::move(set));
    }
  }
  return distinct;
}

}  // namespace weft
