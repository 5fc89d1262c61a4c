#include "common/patterns/shift_loads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <utility>

#include "common/verify/path_walk.h"

namespace weft {
namespace {

// Shifts that are counted together: a link's counters fill one cache line. Ranks are distinct end
// ports with LIDs, so a link has at most kMaxUnicastLid flows.
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
  // Neighbours in the fabric share table rows and links.
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run& a, const Run& b) { return a.sw < b.sw; });
  return runs;
}

// The paths from a switch to all positions. Scattered ranks would otherwise walk them again for
// every 32 shifts.
class StoredPaths {
 public:
  void store(PathWalk& path, SwitchIndex source, RankOrder order) {
    first_.reserve(order.size() + 1);
    for (const EndPortIndex destination : order) {
      first_.push_back(static_cast<std::uint32_t>(links_.size()));
      if (destination == kNone) continue;
      if (!path.walk(source, destination)) {
        links_.push_back(kNone);
      } else {
        links_.insert(links_.end(), path.links().begin(), path.links().end());
      }
    }
    first_.push_back(static_cast<std::uint32_t>(links_.size()));
    links_.shrink_to_fit();
  }
  bool empty() const { return first_.empty(); }
  std::size_t bytes() const { return (first_.size() + links_.size()) * sizeof(std::uint32_t); }

  // The links of PathWalk; only kNone: packets do not arrive.
  std::span<const std::uint32_t> links(std::size_t position) const {
    return std::span(links_).subspan(first_[position], first_[position + 1] - first_[position]);
  }

 private:
  std::vector<std::uint32_t> first_;  // by position, and the end: its first link in links_
  std::vector<std::uint32_t> links_;
};

// By switch. Empty where memory does not suffice, and everywhere if it would save little.
std::vector<StoredPaths> store_paths(const FabricIndex& index, ConstTables tables, RankOrder order,
                                     std::span<const Run> runs, const Workers& workers) {
  constexpr std::size_t kMostBytes = std::size_t{512} << 20;
  constexpr std::size_t kWorthIt = 2;  // how often the average path would be walked
  std::vector<StoredPaths> stored(index.switch_count());
  std::vector<SwitchIndex> sources;
  for (const Run& run : runs) {  // in the order of switches
    if (sources.empty() || sources.back() != run.sw) sources.push_back(run.sw);
  }
  if (runs.size() + order.size() / kLanes < kWorthIt * sources.size()) return stored;

  std::vector<PathWalk> walks;
  const std::size_t used = std::min<std::size_t>(workers.threads(), sources.size());
  walks.reserve(used);
  for (std::size_t i = 0; i < used; ++i) walks.emplace_back(index, tables);
  std::atomic<std::size_t> bytes = 0;
  workers.parallel_for(sources.size(), 1, [&](unsigned worker, std::size_t i, std::size_t) {
    if (bytes > kMostBytes) return;
    StoredPaths paths;
    paths.store(walks[worker], sources[i], order);
    if ((bytes += paths.bytes()) <= kMostBytes) stored[sources[i]] = std::move(paths);
  });
  return stored;
}

class Counter {
 public:
  Counter(const FabricIndex& index, const LinkTimes& times, ConstTables tables, RankOrder order,
          std::span<const StoredPaths> stored)
      : path_(index, tables),
        times_(&times),
        order_(order),
        stored_(stored),
        links_(index.links().count()),
        busiest_(times.classes().size()) {}

  // Counts the shifts k = first + lane, one per element of loads.
  void count(std::span<const Run> runs, std::size_t first, std::span<PhaseLoad> loads) {
    arrived_ = lost_ = {};
    end_ports_ = {};
    for (const Run& run : runs) count(run, first, loads.size());
    std::ranges::fill(busiest_, Lanes());
    for (std::uint32_t link = 0; link < links_.size(); ++link) {
      busiest_[times_->class_of(link)].raise_to(links_[link]);
      links_[link] = {};
    }
    for (std::size_t lane = 0; lane < loads.size(); ++lane) {
      loads[lane].flows = std::uint64_t{arrived_.flows[lane]} + lost_.flows[lane];
      loads[lane].lost = lost_.flows[lane];
      loads[lane].busiest_link = 0;
      for (std::size_t i = 0; i < busiest_.size(); ++i) {
        loads[lane].busiest_link =
            std::max(loads[lane].busiest_link, busiest_[i].flows[lane] * times_->classes()[i]);
      }
      // A shift is a permutation: each end port sends and receives one flow.
      const double usual = arrived_.flows[lane] != 0 ? 1 : 0;
      loads[lane].busiest_end_port = times_->end_ports_differ() ? end_ports_[lane] : usual;
    }
  }

 private:
  void count(const Run& run, std::size_t first_shift, std::size_t shifts) {
    const std::size_t positions = order_.size();
    std::size_t wrapped = (run.first + first_shift) % positions;
    // Position i sends to i + k; this part does not wrap around.
    for (std::size_t to = run.first + first_shift; to + 1 < run.end + first_shift + shifts; ++to) {
      const std::size_t position = wrapped;
      wrapped = wrapped + 1 == positions ? 0 : wrapped + 1;
      if (order_[position] == kNone) continue;
      Lanes flows;
      // The smallest shift to this position is from the run's last rank, the largest from the
      // first.
      const std::size_t offset = to - run.first - first_shift;
      const std::size_t length = run.end - run.first;
      const std::size_t begin = offset < length ? 0 : offset - length + 1;
      const std::size_t end = std::min(offset + 1, shifts);
      for (std::size_t lane = begin; lane < end; ++lane) flows.flows[lane] = 1;
      const std::span<const std::uint32_t> path = links_to(run.sw, position);
      if (!path.empty() && path.front() == kNone) {
        lost_.add(flows);
        continue;
      }
      arrived_.add(flows);
      if (times_->end_ports_differ()) {
        for (std::size_t lane = begin; lane < end; ++lane) {
          const std::size_t from = to - first_shift - lane;
          end_ports_[lane] = std::max({end_ports_[lane], times_->of_end_port(order_[from]),
                                       times_->of_end_port(order_[position])});
        }
      }
      for (const std::uint32_t link : path) links_[link].add(flows);
    }
  }

  // In the format of StoredPaths.
  std::span<const std::uint32_t> links_to(SwitchIndex source, std::size_t position) {
    static constexpr std::uint32_t kLost[] = {kNone};
    if (!stored_[source].empty()) return stored_[source].links(position);
    if (!path_.walk(source, order_[position])) return kLost;
    return path_.links();
  }

  PathWalk path_;
  const LinkTimes* times_;
  RankOrder order_;
  std::span<const StoredPaths> stored_;
  std::vector<Lanes> links_;
  std::vector<Lanes> busiest_;  // by class of links
  Lanes arrived_;
  Lanes lost_;
  std::array<double, kLanes> end_ports_{};  // the busiest end port by lane
};

}  // namespace

std::vector<PhaseLoad> all_shift_loads(const FabricIndex& index, const LinkTimes& times,
                                       ConstTables tables, RankOrder order,
                                       const Workers& workers) {
  if (order.size() < 2) return {};
  const std::vector<Run> runs = find_runs(index.fabric(), order);
  const std::vector<StoredPaths> stored = store_paths(index, tables, order, runs, workers);
  std::vector<PhaseLoad> loads(order.size() - 1);
  const std::size_t batches = (loads.size() + kLanes - 1) / kLanes;
  std::vector<Counter> counters;
  const std::size_t used = std::min<std::size_t>(workers.threads(), batches);
  counters.reserve(used);
  for (std::size_t i = 0; i < used; ++i) counters.emplace_back(index, times, tables, order, stored);
  workers.parallel_for(
      loads.size(), kLanes, [&](unsigned worker, std::size_t first, std::size_t last) {
        counters[worker].count(runs, first + 1, std::span(loads).subspan(first, last - first));
      });
  return loads;
}

}  // namespace weft
