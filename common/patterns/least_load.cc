#include "common/patterns/least_load.h"

#include <algorithm>
#include <cstddef>

namespace weft {

LeastLoad::LeastLoad(const FabricIndex& index)
    : links_(index.switch_count()), leaving_(index.switch_count()), coming_(index.switch_count()) {
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    for (const Port& port : index.fabric().ports(s)) {
      links_[s] += port.kind == PeerKind::kSwitch && port.peer != s ? 1 : 0;
    }
  }
}

std::uint64_t LeastLoad::take() {
  std::uint64_t least = 0;
  for (std::size_t s = 0; s < links_.size(); ++s) {
    const std::uint64_t flows = std::max(leaving_[s], coming_[s]);
    leaving_[s] = coming_[s] = 0;
    if (links_[s] != 0) least = std::max(least, (flows + links_[s] - 1) / links_[s]);
  }
  return least;
}

std::vector<std::uint64_t> least_shift_loads(const FabricIndex& index, RankOrder order,
                                             const Workers& workers) {
  const std::size_t n = order.size();
  std::vector<SwitchIndex> at(n, kNone);  // by position
  for (std::size_t i = 0; i < n; ++i) {
    if (order[i] != kNone) at[i] = index.fabric().end_ports()[order[i]].sw;
  }
  std::vector<std::uint64_t> least(n < 2 ? 0 : n - 1);
  std::vector<LeastLoad> counters(workers.threads(), LeastLoad(index));
  workers.parallel_for(least.size(), 16, [&](unsigned worker, std::size_t first, std::size_t last) {
    for (std::size_t k = first + 1; k <= last; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        const SwitchIndex to = at[i + k < n ? i + k : i + k - n];
        if (at[i] != kNone && to != kNone) counters[worker].add(at[i], to);
      }
      least[k - 1] = counters[worker].take();
    }
  });
  return least;
}

}  // namespace weft
