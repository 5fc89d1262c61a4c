#include "common/verify/column_walk.h"

#include <algorithm>

namespace weft {
namespace {

// What a worker needs to walk columns.
class ColumnWalker {
 public:
  ColumnWalker(const FabricIndex& index, std::span<const std::uint32_t> senders,
               Dependencies* dependencies)
      : index_(&index),
        senders_(senders),
        dependencies_(dependencies),
        tile_(index),
        order_(index.switch_count()),
        packets_(index.switch_count()) {}

  void walk(Rows rows, std::span<const Column> columns, std::span<ColumnResult> results) {
    tile_.load(rows, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      results[i] = dependencies_ != nullptr ? walk_column<true>(i, columns[i].destination)
                                            : walk_column<false>(i, columns[i].destination);
    }
  }

 private:
  template <bool kDependencies>
  ColumnResult walk_column(std::size_t i, SwitchIndex destination) {
    const auto next = tile_.next(i);
    std::copy(senders_.begin(), senders_.end(), packets_.begin());
    --packets_[destination];
    ColumnResult result;
    const auto pass = [&](SwitchIndex s) {
      const SwitchIndex n = next[s];
      if (n == kArrived) return;
      if (n == kDeadEnd) {
        result.lost += packets_[s];
        return;
      }
      packets_[n] += packets_[s];
      if (kDependencies && packets_[s] != 0) add_turn(i, s, n);
    };
    const auto cycle = [&](std::span<const SwitchIndex> members) {
      ++result.loops;
      std::uint64_t caught = 0;
      for (const SwitchIndex s : members) caught += packets_[s];
      result.lost += caught;
      if (!kDependencies || caught == 0) return;
      for (const SwitchIndex s : members) add_turn(i, s, next[s]);
    };
    order_.run(next, pass, cycle);
    return result;
  }

  // Packets from s go on at n: adds the dependency of the link to n on the link out of n, if any.
  void add_turn(std::size_t i, SwitchIndex s, SwitchIndex n) {
    const std::uint32_t onward = index_->slot_link(tile_.slot(i, n));
    if (onward != kNone) {
      dependencies_->add(index_->slot_link(tile_.slot(i, s)), 0, onward, 0);
    }
  }

  const FabricIndex* index_;
  std::span<const std::uint32_t> senders_;
  Dependencies* dependencies_;
  ColumnTile tile_;
  ColumnOrder order_;
  std::vector<std::uint32_t> packets_;  // by switch: packets that leave it, or end there
};

}  // namespace

void walk_columns(const FabricIndex& index, Rows rows, std::span<const Column> columns,
                  std::span<const std::uint32_t> senders, std::span<ColumnResult> results,
                  Dependencies* dependencies, const Workers& workers) {
  const std::size_t tiles = (columns.size() + ColumnTile::kWidth - 1) / ColumnTile::kWidth;
  std::vector<ColumnWalker> walkers;
  walkers.reserve(workers.threads());
  for (std::size_t i = 0; i < std::min<std::size_t>(workers.threads(), tiles); ++i) {
    walkers.emplace_back(index, senders, dependencies);
  }
  workers.parallel_for(tiles, 1, [&](unsigned worker, std::size_t tile, std::size_t) {
    const std::size_t first = tile * ColumnTile::kWidth;
    const std::size_t count = std::min(ColumnTile::kWidth, columns.size() - first);
    walkers[worker].walk(rows, columns.subspan(first, count), results.subspan(first, count));
  });
}

}  // namespace weft
