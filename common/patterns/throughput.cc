#include "common/patterns/throughput.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "common/patterns/each_phase.h"
#include "common/patterns/fair_shares.h"
#include "common/patterns/job_islands.h"
#include "common/patterns/link_times.h"
#include "common/routing/node_roles.h"
#include "common/verify/fabric_index.h"

namespace weft {
namespace {

// An upper bound for the total rate of a phase's flows under any routing.
class MostTogether {
 public:
  MostTogether(const FabricIndex& index, const LinkTimes& times)
      : end_ports_(index.fabric().end_ports()),
        times_(&times),
        carries_(index.switch_count()),
        sent_(end_ports_.size()),
        received_(end_ports_.size()) {
    for (LinkIndex link = 0; link < index.links().count(); ++link) {
      carries_[index.links()[link].from].out += 1 / times.of_link(link);
      carries_[index.links().to(link)].in += 1 / times.of_link(link);
    }
  }

  // parts: how many parts each flow is cut into.
  double of(std::span<const Flow> flows, std::uint32_t parts) {
    for (const Flow& flow : flows) {
      const double rate = flow.weight / (parts * std::max(times_->of_end_port(flow.source),
                                                          times_->of_end_port(flow.destination)));
      const bool is_local = end_ports_[flow.source].sw == end_ports_[flow.destination].sw;
      for (Rate* const of : {&sent_[flow.source], &received_[flow.destination]}) {
        of->all += rate;
        if (is_local) of->local += rate;
      }
    }
    return std::min(take(sent_, &Carries::out), take(received_, &Carries::in));
  }

 private:
  struct Carries {
    double out = 0;
    double in = 0;
  };

  // The rate of an end port if only the two ends limit its flows.
  struct Rate {
    double all = 0;
    double local = 0;  // of flows to or from end ports of the same switch
  };

  // The sum over switches: the rate of their end ports, limited by local flows plus the capacity of
  // the switch's links. Clears the rates.
  double take(std::vector<Rate>& rates, double Carries::*capacity) {
    std::vector<Rate> of_switch(carries_.size());
    for (EndPortIndex e = 0; e < rates.size(); ++e) {
      const double most = 1 / times_->of_end_port(e);
      of_switch[end_ports_[e].sw].all += std::min(rates[e].all, most);
      of_switch[end_ports_[e].sw].local += std::min(rates[e].local, most);
      rates[e] = {};
    }
    double sum = 0;
    for (SwitchIndex s = 0; s < of_switch.size(); ++s) {
      sum += std::min(of_switch[s].all, of_switch[s].local + carries_[s].*capacity);
    }
    return sum;
  }

  std::span<const EndPort> end_ports_;
  const LinkTimes* times_;
  std::vector<Carries> carries_;  // by switch: the capacity of its links
  std::vector<Rate> sent_;        // by end port
  std::vector<Rate> received_;
};

constexpr std::size_t kMostIslands = 16;   // a hostile fabric has many
constexpr std::uint64_t kLeastPhases = 4;  // of an island

// How many phases of an island to judge. Each costs O(ports of the fabric), so islands share by
// their ranks the phases that one with all ranks would have. 0: all phases. most: of all ranks.
std::uint32_t phases_to_judge(PatternKind kind, std::uint64_t ranks, std::uint64_t all_ranks,
                              std::uint64_t most) {
  if (kind == PatternKind::kShift && ranks <= most) return 0;
  const std::uint64_t shared =
      std::max(most * ranks / std::max<std::uint64_t>(all_ranks, 1), std::min(most, kLeastPhases));
  return static_cast<std::uint32_t>(
      kind == PatternKind::kShift ? shared : std::min<std::uint64_t>(shared, kRandomPhases));
}

// The mean of a flow: an island counts by the flows that it has at a time.
Throughput mean_of_islands(const Fabric& fabric, ConstTables tables,
                           std::span<const Island> islands, Pattern pattern,
                           std::uint64_t most_phases, const Workers& workers) {
  Throughput mean;
  double flows = 0;
  std::uint64_t all_ranks = 0;
  for (const Island& island : islands) all_ranks += island.ranks.size();
  for (const auto& [ranks, storage] : islands) {
    pattern.storage = storage;
    pattern.phases = phases_to_judge(pattern.kind, ranks.size(), all_ranks, most_phases);
    const Throughput of = measure_throughput(fabric, tables, ranks, pattern, workers);
    if (of.most == 0) continue;
    const auto count = static_cast<double>(ranks.size() - ranks.dummies());
    const double at_a_time = pattern.kind == PatternKind::kAllToAll ? count * (count - 1) : count;
    flows += at_a_time;
    mean.share += (of.share - mean.share) * at_a_time / flows;
    mean.most += (of.most - mean.most) * at_a_time / flows;
  }
  return mean;
}

// For flows that do not wait for each other.
Throughput of_fair_shares(const Fabric& fabric, ConstTables tables, const Placement& placement,
                          const Pattern& pattern, const Workers& workers) {
  struct Sums {
    double shares = 0;
    double most = 0;
    std::uint64_t flows = 0;
  };
  struct Hand {
    FairShares shares;
    MostTogether most;
  };
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  Phases phases(fabric, placement, pattern);
  std::vector<Sums> sums(phases.count());
  for_each_phase(
      phases, workers,
      [&] {
        return Hand{{index, times, tables}, {index, times}};
      },
      [&](Hand& hand, std::size_t phase, std::span<const Flow> flows) {
        Sums& sum = sums[phase];
        const std::span<const double> shares = hand.shares.share(flows);
        for (std::size_t f = 0; f < flows.size(); ++f) {
          sum.shares += shares[f] * flows[f].weight;
          sum.flows += flows[f].weight;
        }
        sum.most = hand.most.of(flows, phases.parts());
      });
  Sums all;
  for (const Sums& sum : sums) {
    all.shares += sum.shares;
    all.most += sum.most;
    all.flows += sum.flows;
  }
  if (all.flows == 0) return {};
  // A flow counts as many times as it was cut into parts.
  const double flows = static_cast<double>(all.flows) / phases.parts();
  return {all.shares / flows, all.most / flows};
}

}  // namespace

bool is_in_step(PatternKind kind) {
  switch (kind) {
    case PatternKind::kBisection:
    case PatternKind::kRandom:
    case PatternKind::kJobs:
    case PatternKind::kStorage:
    case PatternKind::kPairs:
      return false;
    case PatternKind::kShift:
    case PatternKind::kRing:
    case PatternKind::kAllToAll:
    case PatternKind::kStencil:
    case PatternKind::kHalo:
    case PatternKind::kDoubling:
    case PatternKind::kHierarchical:
    case PatternKind::kAdversarial:
      break;
  }
  return true;
}

Throughput measure_throughput(const Fabric& fabric, ConstTables tables, const Placement& placement,
                              const Pattern& pattern, const Workers& workers) {
  if (!is_in_step(pattern.kind)) {
    return of_fair_shares(fabric, tables, placement, pattern, workers);
  }
  return throughput_in_step(judge_pattern(fabric, tables, placement, pattern, workers));
}

Throughput throughput_in_step(const PatternFigures& figures) {
  if (figures.flows == 0) return {};
  const double most = figures.mean_least_load > 0 ? 1 / figures.mean_least_load : 1;
  if (figures.mean_busiest_link == 0) return {0, most};  // none arrives
  const double arrived =
      1 - static_cast<double>(figures.lost_flows) / static_cast<double>(figures.flows);
  return {arrived / figures.mean_busiest_link, most};
}

std::vector<Bottleneck> find_bottlenecks(const Fabric& fabric, ConstTables tables,
                                         const Placement& placement, const Pattern& pattern) {
  constexpr std::uint32_t kPhases = 32;
  if (pattern.kind == PatternKind::kAllToAll) return {};
  const FabricIndex index(fabric);
  const LinkTimes times(index);
  FairShares shares(index, times, tables);
  Phases phases(fabric, placement, pattern);
  // Odd, since some patterns alternate between two kinds of phases.
  const std::uint32_t step = phases.count() / kPhases | 1u;
  std::vector<std::uint64_t> held(index.links().count());
  std::uint32_t looked_at = 0;
  std::vector<Flow> flows;
  for (std::uint32_t phase = 0; phase < phases.count(); ++phase) {
    phases.next(flows);
    if (phase % step != 0) continue;
    ++looked_at;
    shares.share(flows);
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (const LinkIndex link = shares.held_back_by()[f]; link != kNone) {
        held[link] += flows[f].weight;
      }
    }
  }
  std::vector<Bottleneck> bottlenecks;
  for (LinkIndex link = 0; link < held.size(); ++link) {
    if (held[link] == 0) continue;
    const double each = static_cast<double>(held[link]) / (looked_at * phases.parts());
    bottlenecks.push_back({index.links()[link].from, index.links()[link].port, each});
  }
  std::ranges::stable_sort(bottlenecks, std::ranges::greater(), &Bottleneck::flows);
  return bottlenecks;
}

Traffic traffic_of(const Fabric& fabric, const Options& options) {
  Traffic traffic = {options.traffic};
  const std::vector<NodeRole> roles = node_roles(fabric, options);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& end = fabric.end_ports()[e];
    if (end.type != NodeType::kCa || end.lid == 0) continue;
    if (roles[e] == NodeRole::kIo) traffic.storage.push_back(e);
    traffic.spread |= end.lmc > 0;
  }
  const bool is_known = std::ranges::any_of(traffic.mix, [&](const WeightedPattern& pattern) {
    return pattern.weight > 0 &&
           (pattern.kind != PatternKind::kStorage || !traffic.storage.empty());
  });
  if (!is_known) traffic.mix = usual_traffic();
  return traffic;
}

DeliveredTraffic measure_traffic(const Fabric& fabric, ConstTables tables,
                                 const Placement& placement, const Traffic& traffic,
                                 std::uint64_t flows, const Workers& workers) {
  std::vector<Island> islands = split_by_island(fabric, placement, traffic.storage);
  if (islands.size() > kMostIslands) islands.resize(kMostIslands);
  const std::uint64_t ranks = std::max<std::uint64_t>(placement.size(), 1);
  std::uint8_t lmc = 0;
  for (const EndPort& end : fabric.end_ports()) lmc = std::max(lmc, end.lmc);
  const std::uint64_t parts = traffic.spread ? std::uint64_t{1} << lmc : 1;
  const std::uint64_t most = std::max<std::uint64_t>(flows / (ranks * parts), 1);
  DeliveredTraffic delivered;
  double sum = 0;
  double weights = 0;
  for (const auto& [kind, weight] : traffic.mix) {
    const Pattern pattern = {.kind = kind,
                             .spread = traffic.spread && kind != PatternKind::kAllToAll};
    delivered.of.push_back(weight == 0
                               ? Throughput()
                               : mean_of_islands(fabric, tables, islands, pattern, most, workers));
    if (delivered.of.back().most == 0) continue;
    sum += weight * delivered.of.back().part();
    weights += weight;
  }
  if (weights > 0) delivered.part = sum / weights;
  return delivered;
}

std::string describe_traffic(const TrafficMix& mix, const DeliveredTraffic& delivered) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < mix.size(); ++i) {
    if (delivered.of[i].most == 0) continue;
    parts.push_back(fmt::format("{} {:.0f} %", name_of(mix[i].kind), 100 * delivered.of[i].part()));
  }
  return fmt::format("jobs get {:.0f} % of what the fabric can carry{}", 100 * delivered.part,
                     parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", ")));
}

}  // namespace weft
