#include "common/topology/tree_roots.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// Shares of the end ports that have to be near a root, in percent.
constexpr std::uint64_t kShares[] = {75, 50, 90, 100};

// A part of the fabric that no link connects to the others.
struct Piece {
  std::vector<SwitchIndex> switches;
  std::vector<SwitchIndex> goals;  // those to be near to
  std::uint64_t weight = 0;        // of all goals
};

// A switch is worth being near to for its end ports. Where a piece has none, its switches weigh 1
// each.
std::vector<Piece> weigh_pieces(const Fabric& fabric, std::vector<std::uint32_t>& weights) {
  const Pieces pieces = find_pieces(fabric);
  std::vector<Piece> list(pieces.count);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) list[pieces.of[s]].switches.push_back(s);
  std::vector<char> is_leaf(fabric.switch_count());
  for (const SwitchIndex s : leaf_switches(fabric)) is_leaf[s] = 1;
  for (Piece& piece : list) {
    const bool has_leaf = std::any_of(piece.switches.begin(), piece.switches.end(),
                                      [&](SwitchIndex s) { return is_leaf[s] != 0; });
    for (const SwitchIndex s : piece.switches) {
      if (has_leaf && !is_leaf[s]) weights[s] = 0;
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

// For each share: within how many hops of s that much of the weight lies.
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

}  // namespace

std::vector<SwitchIndex> leaf_switches(const Fabric& fabric) {
  std::vector<std::uint32_t> hosts(fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (is_host_port(fabric, e)) ++hosts[fabric.end_ports()[e].sw];
  }
  std::vector<std::uint32_t> most_first = hosts;
  std::sort(most_first.rbegin(), most_first.rend());
  const std::uint64_t all = std::accumulate(hosts.begin(), hosts.end(), std::uint64_t{0});
  if (all == 0) hosts = end_ports_by_switch(fabric);
  std::uint32_t median = 0;
  std::uint64_t before = 0;
  for (std::size_t i = 0; 2 * before < all; ++i) before += median = most_first[i];
  std::vector<SwitchIndex> leaves;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (hosts[s] > 0 && 4 * hosts[s] >= median) leaves.push_back(s);
  }
  return leaves;
}

std::vector<std::vector<SwitchIndex>> likely_roots(const Fabric& fabric, const Distances& between) {
  std::vector<std::uint32_t> weights = end_ports_by_switch(fabric);
  constexpr std::size_t kSets = std::size(kShares) + 1;
  std::vector<std::vector<SwitchIndex>> sets(kSets);
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
      for (std::size_t j = 0; j < reach.size(); ++j) {
        if (reach[j][i] == least) sets[i].push_back(piece.switches[j]);
      }
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
