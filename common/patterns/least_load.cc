#include "common/patterns/least_load.h"

#include <algorithm>
#include <cstddef>

namespace weft {

LeastLoad::LeastLoad(const FabricIndex& index, const LinkTimes& times)
    : ways_(index.switch_count()), leaving_(index.switch_count()), coming_(index.switch_count()) {
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    const auto ports = index.fabric().ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      const double time = times.of_link(index.links().at(s, static_cast<PortNum>(p)));
      Way& way = ways_[s];
      if (way.links++ == 0) way.time = time;
      if (way.time != time) way.time = 0;
      way.capacity += 1 / time;
    }
  }
}

double LeastLoad::time(SwitchIndex s, std::uint64_t flows) const {
  const Way& way = ways_[s];
  if (way.links == 0) return 0;
  if (way.time == 0) return static_cast<double>(flows) / way.capacity;
  const std::uint64_t on_the_busiest = (flows + way.links - 1) / way.links;
  return static_cast<double>(on_the_busiest) * way.time;
}

double LeastLoad::take() {
  double least = 0;
  for (SwitchIndex s = 0; s < ways_.size(); ++s) {
    least = std::max(least, time(s, std::max(leaving_[s], coming_[s])));
    leaving_[s] = coming_[s] = 0;
  }
  return least;
}

std::vector<double> least_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                      RankOrder order, const Workers& workers, std::size_t step) {
  const std::size_t n = order.size();
  std::vector<SwitchIndex> at(n, kNone);  // by position
  for (std::size_t i = 0; i < n; ++i) {
    if (order[i] != kNone) at[i] = index.fabric().end_ports()[order[i]].sw;
  }
  std::vector<double> least(n < 2 ? 0 : (n - 1) / step);
  std::vector<LeastLoad> counters(workers.threads(), LeastLoad(index, times));
  workers.parallel_for(least.size(), 16, [&](unsigned worker, std::size_t first, std::size_t last) {
    for (std::size_t shift = first; shift < last; ++shift) {
      const std::size_t k = (shift + 1) * step;
      for (std::size_t i = 0; i < n; ++i) {
        const SwitchIndex to = at[i + k < n ? i + k : i + k - n];
        if (at[i] != kNone && to != kNone) counters[worker].add(at[i], to);
      }
      least[shift] = counters[worker].take();
    }
  });
  return least;
}

}  // namespace weft
