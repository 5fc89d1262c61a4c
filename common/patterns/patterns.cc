#include "common/patterns/patterns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "common/patterns/each_phase.h"
#include "common/patterns/group_bound.h"
#include "common/patterns/least_load.h"
#include "common/patterns/link_times.h"
#include "common/patterns/shift_loads.h"
#include "common/verify/fabric_index.h"
#include "common/verify/path_walk.h"

namespace weft {
namespace {

// Counts the flows of a phase over links, including those of end ports.
class PhaseCounter {
 public:
  // parts: how many parts each flow is cut into.
  PhaseCounter(const FabricIndex& index, const LinkTimes& times, ConstTables tables,
               std::uint32_t parts = 1)
      : end_ports_(index.fabric().end_ports()),
        times_(&times),
        path_(index, tables),
        flows_(index.links().count()),
        sent_(end_ports_.size()),
        received_(end_ports_.size()),
        least_(index, times),
        share_(1.0 / parts) {}

  PhaseLoad count(std::span<const Flow> flows) {
    forget();
    PhaseLoad load;
    add(flows, load);
    return load;
  }

  void forget() {
    std::fill(flows_.begin(), flows_.end(), 0u);
    std::fill(sent_.begin(), sent_.end(), 0u);
    std::fill(received_.begin(), received_.end(), 0u);
  }

  // Adds flows to those since forget(). load: set to the load of all of them.
  void add(std::span<const Flow> flows, PhaseLoad& load) {
    for (const Flow& flow : flows) {
      load.flows += flow.weight;
      if (!walk(flow)) {
        load.lost += flow.weight;
        continue;
      }
      sent_[flow.source] += flow.weight;
      received_[flow.destination] += flow.weight;
      load.busiest_end_port = std::max(load.busiest_end_port, time_at_ends(flow));
      for (const std::uint32_t link : path_.links()) {
        flows_[link] += flow.weight;
        load.busiest_link = std::max(load.busiest_link, time_on(link));
      }
    }
  }

  void add_least(std::span<const Flow> flows) {
    for (const Flow& flow : flows) {
      least_.add(end_ports_[flow.source].sw, end_ports_[flow.destination].sw, flow.weight);
    }
  }
  double least_load() { return least_.take() * share_; }

  // The mean share of the flows of the last add().
  double bandwidth(std::span<const Flow> flows) {
    double sum = 0;
    for (const Flow& flow : flows) {
      if (!walk(flow)) continue;
      double most = time_at_ends(flow);
      for (const std::uint32_t link : path_.links()) most = std::max(most, time_on(link));
      sum += 1 / most;
    }
    return flows.empty() ? 0 : sum / static_cast<double>(flows.size());
  }

 private:
  bool walk(const Flow& flow) {
    return path_.walk(end_ports_[flow.source].sw, flow.destination, flow.path_bits);
  }

  double time_on(std::uint32_t link) const {
    return static_cast<double>(flows_[link]) * times_->of_link(link) * share_;
  }
  // On the source's and the destination's end port link.
  double time_at_ends(const Flow& flow) const {
    return share_ *
           std::max(static_cast<double>(sent_[flow.source]) * times_->of_end_port(flow.source),
                    static_cast<double>(received_[flow.destination]) *
                        times_->of_end_port(flow.destination));
  }

  std::span<const EndPort> end_ports_;
  const LinkTimes* times_;
  PathWalk path_;
  std::vector<std::uint64_t> flows_;     // by link
  std::vector<std::uint64_t> sent_;      // by end port
  std::vector<std::uint64_t> received_;  // by end port
  LeastLoad least_;
  double share_;  // share of one flow
};

// One worker's counts for its destinations.
class AllToAllCounter {
 public:
  AllToAllCounter(const FabricIndex& index, const LinkTimes& times, ConstTables tables)
      : link_flows(index.links().count()),
        reached(index.switch_count()),
        index_(&index),
        times_(&times),
        path_(index, tables) {}

  // ranks: number of ranks by switch; sources: the switches with ranks.
  void count(EndPortIndex destination, std::span<const SwitchIndex> sources,
             std::span<const std::uint32_t> ranks) {
    const SwitchIndex home = index_->fabric().end_ports()[destination].sw;
    std::uint32_t received = 0;
    for (const SwitchIndex s : sources) {
      const std::uint32_t senders = ranks[s] - (s == home ? 1 : 0);
      if (!path_.walk(s, destination)) {
        lost += senders;
        continue;
      }
      received += senders;
      ++reached[s];
      for (const std::uint32_t link : path_.links()) link_flows[link] += senders;
    }
    most_received = std::max(most_received, received * times_->of_end_port(destination));
  }

  std::vector<std::uint64_t> link_flows;  // by link
  std::vector<std::uint32_t> reached;     // by switch: destinations that its packets reach
  std::uint64_t lost = 0;
  double most_received = 0;  // in time

 private:
  const FabricIndex* index_;
  const LinkTimes* times_;
  PathWalk path_;
};

// For ranks that share ports or have several: sums shifts and keeps all counts.
void all_to_all_of_shifts(const FabricIndex& index, const LinkTimes& times, ConstTables tables,
                          const Placement& placement, PhaseLoad& load, double& least) {
  const Pattern shifts = {PatternKind::kShift};
  Phases phases(index.fabric(), placement, shifts);
  PhaseCounter counter(index, times, tables);
  std::vector<Flow> flows;
  for (std::uint32_t k = 0; k < phases.count(); ++k) {
    phases.next(flows);
    counter.add(flows, load);
    counter.add_least(flows);
  }
  least = counter.least_load();
}

PhaseLoad all_to_all(const FabricIndex& index, const LinkTimes& times, ConstTables tables,
                     RankOrder order, const Workers& workers) {
  const auto end_ports = index.fabric().end_ports();
  std::vector<EndPortIndex> ports;
  std::vector<std::uint32_t> ranks(index.switch_count());
  for (const EndPortIndex rank : order) {
    if (rank == kNone) continue;
    ports.push_back(rank);
    ++ranks[end_ports[rank].sw];
  }
  std::vector<SwitchIndex> sources;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    if (ranks[s] != 0) sources.push_back(s);
  }

  constexpr std::size_t kGrain = 64;
  std::vector<AllToAllCounter> counters;
  const std::size_t used =
      std::min<std::size_t>(workers.threads(), (ports.size() + kGrain - 1) / kGrain);
  counters.reserve(used);
  for (std::size_t i = 0; i < used; ++i) counters.emplace_back(index, times, tables);
  workers.parallel_for(ports.size(), kGrain,
                       [&](unsigned worker, std::size_t first, std::size_t last) {
                         for (std::size_t i = first; i < last; ++i) {
                           counters[worker].count(ports[i], sources, ranks);
                         }
                       });

  PhaseLoad load;
  load.flows = ports.empty() ? 0 : std::uint64_t{ports.size()} * (ports.size() - 1);
  for (LinkIndex link = 0; link < index.links().count(); ++link) {
    std::uint64_t flows = 0;
    for (const AllToAllCounter& counter : counters) flows += counter.link_flows[link];
    load.busiest_link =
        std::max(load.busiest_link, static_cast<double>(flows) * times.of_link(link));
  }
  for (const AllToAllCounter& counter : counters) {
    load.lost += counter.lost;
    load.busiest_end_port = std::max(load.busiest_end_port, counter.most_received);
  }
  PathWalk to_itself(index, tables);
  for (const EndPortIndex port : ports) {
    std::uint64_t sent = 0;
    for (const AllToAllCounter& counter : counters) sent += counter.reached[end_ports[port].sw];
    sent -= to_itself.walk(end_ports[port].sw, port) ? 1 : 0;
    load.busiest_end_port =
        std::max(load.busiest_end_port, static_cast<double>(sent) * times.of_end_port(port));
  }
  return load;
}

double least_all_to_all(const FabricIndex& index, const LinkTimes& times, RankOrder order) {
  std::vector<std::uint64_t> ranks(index.switch_count());
  std::uint64_t total = 0;
  for (const EndPortIndex rank : order) {
    if (rank == kNone) continue;
    ++ranks[index.fabric().end_ports()[rank].sw];
    ++total;
  }
  const LeastLoad switches(index, times);
  double least = 0;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    least = std::max(least, switches.time(s, ranks[s] * (total - ranks[s])));
  }
  return least;
}

// parts: how many parts each flow is cut into.
PatternFigures sum_up(std::span<const PhaseLoad> loads, std::span<const double> least,
                      std::uint32_t parts) {
  PatternFigures figures;
  figures.phases = loads.size();
  double busiest_sum = 0;
  double least_sum = 0;
  for (std::size_t phase = 0; phase < loads.size(); ++phase) {
    const PhaseLoad& load = loads[phase];
    const double busiest = std::max(load.busiest_link, load.busiest_end_port);
    figures.flows += load.flows;
    figures.lost_flows += load.lost;
    figures.max_busiest_link = std::max(figures.max_busiest_link, rounded_up(busiest));
    busiest_sum += busiest;
    least_sum += std::max(least[phase], load.busiest_end_port);
    figures.contention_free_phases +=
        load.lost == 0 && load.busiest_link <= load.busiest_end_port ? 1 : 0;
  }
  figures.flows /= parts;
  figures.lost_flows = (figures.lost_flows + parts - 1) / parts;
  if (!loads.empty()) {
    figures.mean_busiest_link = busiest_sum / static_cast<double>(loads.size());
    figures.mean_least_load = least_sum / static_cast<double>(loads.size());
  }
  return figures;
}

// Only if there are groups.
void raise_by_groups(const FabricIndex& index, const LinkTimes& times, Phases phases,
                     std::span<double> least) {
  GroupBound bound(index, times);
  const auto end_ports = index.fabric().end_ports();
  std::vector<Flow> flows;
  for (double& time : least) {
    phases.next(flows);
    for (const Flow& flow : flows) {
      bound.add(end_ports[flow.source].sw, end_ports[flow.destination].sw, flow.weight);
    }
    time = std::max(time, bound.take() / phases.parts());
  }
}

Estimate estimate(std::span<const double> samples) {
  if (samples.empty()) return {};
  const auto count = static_cast<double>(samples.size());
  double sum = 0;
  for (const double sample : samples) sum += sample;
  const double mean = sum / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double error = samples.size() < 2 ? 0 : std::sqrt(squares / (count - 1) / count);
  return {mean, mean - 1.96 * error, mean + 1.96 * error};
}

}  // namespace

std::uint64_t rounded_up(double time) {
  constexpr double kTolerance = 1e-6;  // rounding of sums
  return static_cast<std::uint64_t>(std::ceil(time - kTolerance));
}

std::vector<EndPortIndex> ranks_by_guid(const Fabric& fabric) {
  std::vector<EndPortIndex> ranks;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& end_port = fabric.end_ports()[e];
    if (end_port.type == NodeType::kCa && end_port.lid != 0) ranks.push_back(e);
  }
  return ranks;
}

std::vector<EndPortIndex> ranks_by_switch(const Fabric& fabric) {
  std::vector<EndPortIndex> ranks = ranks_by_guid(fabric);
  std::ranges::sort(ranks, {}, [&](EndPortIndex e) {
    return std::pair(fabric.end_ports()[e].sw, fabric.end_ports()[e].switch_port);
  });
  return ranks;
}

std::vector<EndPortIndex> ranks_along(const Fabric& fabric,
                                      const std::vector<EndPortIndex>& ca_order) {
  return ca_order.empty() ? ranks_by_switch(fabric) : ca_order;
}

PatternFigures judge_pattern(const Fabric& fabric, ConstTables tables, const Placement& placement,
                             const Pattern& pattern, const Workers& workers) {
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  Phases phases(fabric, placement, pattern);
  std::vector<PhaseLoad> loads(phases.count());
  std::vector<double> least(phases.count());
  const bool is_fast =
      pattern.kind == PatternKind::kAllToAll ||
      (pattern.kind == PatternKind::kShift && pattern.phases == 0 && !pattern.spread);
  const std::vector<EndPortIndex> order = is_fast ? placement.order() : std::vector<EndPortIndex>{};
  if (loads.empty()) return {};
  if (pattern.kind == PatternKind::kAllToAll) {
    if (order.empty()) {
      all_to_all_of_shifts(index, times, tables, placement, loads[0], least[0]);
    } else {
      loads[0] = all_to_all(index, times, tables, order, workers);
      least[0] = least_all_to_all(index, times, order);
    }
  } else if (!order.empty()) {
    loads = all_shift_loads(index, times, tables, order, workers);
    least = least_shift_loads(index, times, order, workers);
  } else {
    for_each_phase(
        phases, workers, [&] { return PhaseCounter(index, times, tables, phases.parts()); },
        [&](PhaseCounter& counter, std::size_t phase, std::span<const Flow> flows) {
          loads[phase] = counter.count(flows);
          counter.add_least(flows);
          least[phase] = counter.least_load();
        });
    if (pattern.kind == PatternKind::kAdversarial) {
      raise_by_groups(index, times, Phases(fabric, placement, pattern), least);
    }
  }
  return sum_up(loads, least, phases.parts());
}

Estimate effective_bisection_bandwidth(const Fabric& fabric, ConstTables tables,
                                       const Placement& placement, std::uint32_t bisections,
                                       std::uint64_t seed, const Workers& workers) {
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  const Pattern pattern = {PatternKind::kBisection, bisections, seed};
  Phases phases(fabric, placement, pattern);
  std::vector<double> shares(phases.count());
  for_each_phase(
      phases, workers, [&] { return PhaseCounter(index, times, tables, phases.parts()); },
      [&](PhaseCounter& counter, std::size_t phase, std::span<const Flow> flows) {
        counter.count(flows);
        shares[phase] = counter.bandwidth(flows);
      });
  return estimate(shares);
}

}  // namespace weft
