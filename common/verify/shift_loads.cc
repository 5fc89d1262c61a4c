#include "common/verify/shift_loads.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "common/verify/path_walk.h"

namespace weft {
namespace {

// Shifts that are counted at once: of a link, their counters fill a cache line. Ranks are distinct
// end ports with LIDs, so no link has more than kMaxUnicastLid flows.
constexpr std::size_t kLanes = 32;
struct alignas(64) Lanes {
  std::array<std::uint16_t, kLanes> flows{};

  void add(const Lanes& other) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      flows[lane] = static_cast<std::uint16_t>(flows[lane] + other.flows[lane]);
    }
  }
  void raise_to(const Lanes& other) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      flows[lane] = std::max(flows[lane], other.flows[lane]);
    }
  }
};

// Positions [first, end) whose ranks are on one switch.
struct Run {
  std::size_t first;
  std::size_t end;
  SwitchIndex sw;
};

std::vector<Run> find_runs(const Fabric& fabric, RankOrder order) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] == kNone) continue;
    const SwitchIndex sw = fabric.end_ports()[order[i]].sw;
    if (!runs.empty() && runs.back().end == i && runs.back().sw == sw) {
      ++runs.back().end;
    } else {
      runs.push_back({i, i + 1, sw});
    }
  }
  return runs;
}

class Counter {
 public:
  Counter(const FabricIndex& index, ConstTables tables, RankOrder order)
      : path_(index, tables), order_(order), links_(index.links().size()) {}

  // The shifts k = first + lane, as many as there are loads.
  void count(std::span<const Run> runs, std::size_t first, std::span<PhaseLoad> loads) {
    arrived_ = lost_ = {};
    for (const Run& run : runs) count(run, first, loads.size());
    Lanes busiest;
    for (Lanes& link : links_) {
      busiest.raise_to(link);
      link = {};
    }
    for (std::size_t lane = 0; lane < loads.size(); ++lane) {
      loads[lane].flows = std::uint64_t{arrived_.flows[lane]} + lost_.flows[lane];
      loads[lane].lost = lost_.flows[lane];
      loads[lane].busiest_link = busiest.flows[lane];
      // A shift is a permutation: an end port sends one flow and receives one.
      loads[lane].busiest_end_port = arrived_.flows[lane] != 0 ? 1 : 0;
    }
  }

 private:
  void count(const Run& run, std::size_t first_shift, std::size_t shifts) {
    const std::size_t positions = order_.size();
    std::size_t wrapped = (run.first + first_shift) % positions;
    // Position i sends to i + k, here not wrapped around.
    for (std::size_t to = run.first + first_shift; to + 1 < run.end + first_shift + shifts; ++to) {
      const EndPortIndex destination = order_[wrapped];
      wrapped = wrapped + 1 == positions ? 0 : wrapped + 1;
      if (destination == kNone) continue;
      Lanes flows;
      // The run's last rank has the smallest shift to it, the first one the largest.
      const std::size_t offset = to - run.first - first_shift;
      const std::size_t length = run.end - run.first;
      const std::size_t begin = offset < length ? 0 : offset - length + 1;
      const std::size_t end = std::min(offset + 1, shifts);
      for (std::size_t lane = begin; lane < end; ++lane) flows.flows[lane] = 1;
      if (!path_.walk(run.sw, destination)) {
        lost_.add(flows);
        continue;
      }
      arrived_.add(flows);
      for (const std::uint32_t link : path_.links()) links_[link].add(flows);
    }
  }

  PathWalk path_;
  RankOrder order_;
  std::vector<Lanes> links_;
  Lanes arrived_;
  Lanes lost_;
};

}  // namespace

std::vector<PhaseLoad> all_shift_loads(const FabricIndex& index, ConstTables tables,
                                       RankOrder order, const Workers& workers) {
  if (order.size() < 2) return {};
  const std::vector<Run> runs = find_runs(index.fabric(), order);
  std::vector<PhaseLoad> loads(order.size() - 1);
  const std::size_t batches = (loads.size() + kLanes - 1) / kLanes;
  std::vector<Counter> counters;
  const std::size_t used = std::min<std::size_t>(workers.threads(), batches);
  counters.reserve(used);
  for (std::size_t i = 0; i < used; ++i) counters.emplace_back(index, tables, order);
  workers.parallel_for(
      loads.size(), kLanes, [&](unsigned worker, std::size_t first, std::size_t last) {
        counters[worker].count(runs, first + 1, std::span(loads).subspan(first, last - first));
      });
  return loads;
}

}  // namespace weft
