#include "plugins/auto/shift_contention.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "common/patterns/each_phase.h"
#include "common/patterns/phases.h"
#include "common/verify/fabric_index.h"
#include "common/verify/path_walk.h"

namespace weft {
namespace {

constexpr unsigned kShifts = 8;

// Counts the flows of one shift at a time.
class Counter {
 public:
  Counter(const FabricIndex& index, const FatTree& tree, ConstTables tables)
      : index_(index), tree_(tree), path_(index, tables), flows_(index.links().count()) {
    for (unsigned rank = 1; rank < tree.height; ++rank) {
      std::vector<Border>& borders = borders_[rank];
      borders.resize(index.switch_count());
      for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
        if (tree.ranks[s] != rank) continue;
        const std::size_t first = index.fabric().switches()[s].first_port;
        for (std::size_t p = 1; p < index.fabric().ports(s).size(); ++p) {
          borders[tree.subtree[rank][s]].links += tree.slot[first + p] == kNoSlot ? 0 : 1;
        }
      }
    }
  }

  double contention(std::span<const Flow> flows) {
    std::ranges::fill(flows_, 0u);
    for (auto& borders : borders_) {
      for (Border& border : borders) border.out = border.in = 0;
    }
    std::uint32_t busiest = 0;
    for (const Flow& flow : flows) {
      const SwitchIndex from = index_.fabric().end_ports()[flow.source].sw;
      const SwitchIndex to = index_.fabric().end_ports()[flow.destination].sw;
      if (!path_.walk(from, flow.destination)) continue;
      for (const std::uint32_t link : path_.links()) busiest = std::max(busiest, ++flows_[link]);
      for (unsigned rank = 1; rank < tree_.height; ++rank) {
        const SwitchIndex here = tree_.subtree[rank][from];
        const SwitchIndex there = tree_.subtree[rank][to];
        if (here == there) continue;
        if (here != kNone) ++borders_[rank][here].out;
        if (there != kNone) ++borders_[rank][there].in;
      }
    }
    std::uint32_t least = 1;
    for (const auto& borders : borders_) {
      for (const Border& border : borders) {
        if (border.links == 0) continue;
        least =
            std::max(least, (std::max(border.in, border.out) + border.links - 1) / border.links);
      }
    }
    return std::max(1.0, static_cast<double>(busiest) / least);
  }

 private:
  // Of a subtree.
  struct Border {
    std::uint32_t links = 0;  // up
    std::uint32_t out = 0;    // flows
    std::uint32_t in = 0;
  };

  const FabricIndex& index_;
  const FatTree& tree_;
  PathWalk path_;
  std::vector<std::uint32_t> flows_;                     // by link
  std::array<std::vector<Border>, kMostRanks> borders_;  // by rank and subtree
};

}  // namespace

double shift_contention(const Fabric& fabric, const FatTree& tree, ConstTables tables,
                        RankOrder order, const Workers& workers) {
  const FabricIndex index(fabric);
  const Placement ranks(order);
  const Pattern some = {.kind = PatternKind::kShift, .phases = kShifts};
  Phases phases(fabric, ranks, some);
  if (phases.count() == 0) return 1;
  std::vector<double> of(phases.count());
  for_each_phase(
      phases, workers, [&] { return Counter(index, tree, tables); },
      [&](Counter& counter, std::size_t phase, std::span<const Flow> flows) {
        of[phase] = counter.contention(flows);
      });
  return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
}

}  // namespace weft
