// Patterns against a slow obvious walk: every flow hop by hop, over random fabrics and tables, good
// ones and bad ones.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/link_rate.h"
#include "common/patterns/fair_shares.h"
#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"

namespace weft {
namespace {

using LinkKey = std::pair<SwitchIndex, PortNum>;  // its sender

// In the time of a flow on the link of an end port that has the usual rate.
class SlowTimes {
 public:
  explicit SlowTimes(const Fabric& fabric) : fabric_(fabric) {
    std::map<unsigned, unsigned> counts;
    for (const EndPort& end : fabric.end_ports()) {
      ++counts[data_rate(fabric.ports(end.sw)[end.switch_port].link)];
    }
    unsigned most = 0;
    for (const auto& [rate, count] : counts) {
      if (count >= most) usual_ = rate;
      most = std::max(most, count);
    }
  }

  double on(const LinkKey& link, std::uint64_t flows) const {
    const Port& port = fabric_.ports(link.first)[link.second];
    return static_cast<double>(flows) * usual_ / data_rate(port.link);
  }
  double at(EndPortIndex e, std::uint64_t flows) const {
    const EndPort& end = fabric_.end_ports()[e];
    return on({end.sw, end.switch_port}, flows);
  }

 private:
  const Fabric& fabric_;
  double usual_ = 1;
};

struct SlowPhase {
  std::map<LinkKey, std::uint64_t> links;
  std::map<EndPortIndex, std::uint64_t> sent;
  std::map<EndPortIndex, std::uint64_t> received;
  std::uint64_t lost = 0;

  double busiest_end_port(const SlowTimes& times) const {
    double most = 0;
    for (const auto& [e, flows] : sent) most = std::max(most, times.at(e, flows));
    for (const auto& [e, flows] : received) most = std::max(most, times.at(e, flows));
    return most;
  }
  double busiest_link(const SlowTimes& times) const {
    double most = 0;
    for (const auto& [link, flows] : links) most = std::max(most, times.on(link, flows));
    return most;
  }
};

// The links between switches on the way; not arrived: nothing.
std::optional<std::vector<LinkKey>> slow_path(const Fabric& fabric, ConstTables tables,
                                              const Flow& flow) {
  const EndPort& end = fabric.end_ports()[flow.destination];
  std::vector<LinkKey> links;
  std::set<SwitchIndex> seen;
  SwitchIndex at = fabric.end_ports()[flow.source].sw;
  while (seen.insert(at).second) {
    const PortNum out = tables.row(at)[end.lid];
    if (out >= fabric.ports(at).size()) return std::nullopt;
    const Port& port = fabric.ports(at)[out];
    if (port.kind == PeerKind::kEndPort && port.peer == flow.destination) return links;
    if (port.kind != PeerKind::kSwitch) return std::nullopt;
    links.emplace_back(at, out);
    at = port.peer;
  }
  return std::nullopt;
}

SlowPhase slow_count(const Fabric& fabric, ConstTables tables, const std::vector<Flow>& flows) {
  SlowPhase phase;
  for (const Flow& flow : flows) {
    const auto path = slow_path(fabric, tables, flow);
    if (!path) {
      phase.lost += flow.weight;
      continue;
    }
    phase.sent[flow.source] += flow.weight;
    phase.received[flow.destination] += flow.weight;
    for (const LinkKey& link : *path) phase.links[link] += flow.weight;
  }
  return phase;
}

// A few switches in any way, or up to 200 end ports.
rc::Gen<test::DrawnFabric> any_fabric() {
  return test::drawn_fabric([](Random& random) {
    return random.below(2) == 0 ? test::random_tangle(random) : random_fabric(random.next());
  });
}

// The same, with links of several widths or as it is. The times on them are exact in binary.
Fabric with_any_widths(const Fabric& fabric, Random& random) {
  if (random.below(2) == 0) return fabric;
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    link.attributes.width = static_cast<std::uint8_t>(1u << random.below(4));
  }
  return blueprint.build();
}

// Any tables, or minimal paths with some holes at times.
test::RandomRouting random_case(const Fabric& drawn, Random& random) {
  Fabric fabric = with_any_widths(drawn, random);
  if (fabric.max_lid() == 0 || random.below(2) == 0) {
    return test::random_routing(std::move(fabric), random);
  }
  TableBlock tables = test::random_minimal_tables(fabric, random);
  for (std::uint32_t hole = random.below(2) * random.below(40); hole > 0; --hole) {
    tables.tables().row(random.below(fabric.switch_count()))[random.below(fabric.max_lid())] =
        static_cast<PortNum>(random.below(256));
  }
  return {std::move(fabric), std::move(tables), OneLane{}, {}, {}};
}

// Ranks of up to three rails, some of which share ports, and some dummies.
Placement random_placement(const Fabric& fabric, Random& random) {
  const std::vector<EndPortIndex> ports = ranks_by_guid(fabric);
  Placement placement;
  if (ports.empty()) return placement;
  for (std::uint32_t rank = random.below(30); rank > 0; --rank) {
    std::vector<EndPortIndex> rails(random.below(4));
    for (EndPortIndex& rail : rails) {
      rail = ports[random.below(static_cast<std::uint32_t>(ports.size()))];
    }
    placement.add(rails);
  }
  return placement;
}

// The CAs in any order, with some dummies.
std::vector<EndPortIndex> random_order(const Fabric& fabric, Random& random) {
  std::vector<EndPortIndex> order = ranks_by_guid(fabric);
  if (random.below(2) != 0) random.shuffle(order);
  for (EndPortIndex& rank : order) {
    if (random.below(6) == 0) rank = kNone;
  }
  return order;
}

std::vector<std::vector<Flow>> list_phases(const Fabric& fabric, const Placement& placement,
                                           const Pattern& pattern) {
  Phases phases(fabric, placement, pattern);
  std::vector<std::vector<Flow>> list(phases.count());
  for (std::vector<Flow>& flows : list) phases.next(flows);
  if (pattern.kind == PatternKind::kAllToAll && !list.empty()) {
    for (std::uint32_t from = 0; from < placement.size(); ++from) {
      for (std::uint32_t to = 0; to < placement.size(); ++to) {
        if (from != to) add_flows(placement, {from, to}, list[0]);
      }
    }
  }
  return list;
}

RC_GTEST_PROP(PatternsProperty, AgreeWithTheSlowWalk, ()) {
  auto [fabric, random] = *any_fabric();
  auto routing = random_case(fabric, random);
  const Placement order = random.below(2) == 0 ? random_placement(routing.fabric, random)
                                               : random_order(routing.fabric, random);
  const auto kind = static_cast<PatternKind>(random.below(12));
  Pattern pattern = {kind, random.below(2) == 0 ? 0 : random.below(40), random.next()};
  for (std::uint32_t pair = random.below(20); pair > 0 && order.size() != 0; --pair) {
    const auto size = static_cast<std::uint32_t>(order.size());
    pattern.pairs.push_back({random.below(size), random.below(size), 1 + random.below(9)});
  }

  const SlowTimes times(routing.fabric);
  PatternFigures slow;
  double busiest_sum = 0;
  for (const std::vector<Flow>& flows : list_phases(routing.fabric, order, pattern)) {
    const SlowPhase phase = slow_count(routing.fabric, routing.tables.tables(), flows);
    const double busiest = std::max(phase.busiest_link(times), phase.busiest_end_port(times));
    ++slow.phases;
    for (const Flow& flow : flows) slow.flows += flow.weight;
    slow.lost_flows += phase.lost;
    slow.max_busiest_link =
        std::max(slow.max_busiest_link, static_cast<std::uint64_t>(std::ceil(busiest)));
    busiest_sum += busiest;
    if (phase.lost == 0 && phase.busiest_link(times) <= phase.busiest_end_port(times)) {
      ++slow.contention_free_phases;
    }
  }
  for (const unsigned threads : {1u, 3u}) {
    const PatternFigures figures =
        judge_pattern(routing.fabric, routing.tables.tables(), order, pattern, Workers(threads));
    RC_ASSERT(figures.phases == slow.phases);
    RC_ASSERT(figures.flows == slow.flows);
    RC_ASSERT(figures.lost_flows == slow.lost_flows);
    RC_ASSERT(figures.max_busiest_link == slow.max_busiest_link);
    RC_ASSERT(figures.contention_free_phases == slow.contention_free_phases);
    if (slow.phases != 0) {
      RC_ASSERT(figures.mean_busiest_link == busiest_sum / static_cast<double>(slow.phases));
    }
  }
}

RC_GTEST_PROP(PatternsProperty, BandwidthIsThatOfTheSlowWalk, ()) {
  auto [fabric, random] = *any_fabric();
  auto routing = random_case(fabric, random);
  const Placement order = random.below(2) == 0 ? random_placement(routing.fabric, random)
                                               : random_order(routing.fabric, random);
  const Pattern pattern = {PatternKind::kBisection, 1 + random.below(40), random.next()};

  const SlowTimes times(routing.fabric);
  double sum = 0;
  const auto phases = list_phases(routing.fabric, order, pattern);
  for (const std::vector<Flow>& flows : phases) {
    const SlowPhase phase = slow_count(routing.fabric, routing.tables.tables(), flows);
    double shares = 0;
    for (const Flow& flow : flows) {
      const auto path = slow_path(routing.fabric, routing.tables.tables(), flow);
      if (!path) continue;
      double most = std::max(times.at(flow.source, phase.sent.at(flow.source)),
                             times.at(flow.destination, phase.received.at(flow.destination)));
      for (const LinkKey& link : *path) most = std::max(most, times.on(link, phase.links.at(link)));
      shares += 1 / most;
    }
    if (!flows.empty()) sum += shares / static_cast<double>(flows.size());
  }
  const double mean = phases.empty() ? 0 : sum / static_cast<double>(phases.size());
  for (const unsigned threads : {1u, 3u}) {
    const Estimate estimate =
        effective_bisection_bandwidth(routing.fabric, routing.tables.tables(), order,
                                      pattern.phases, pattern.seed, Workers(threads));
    RC_ASSERT(estimate.mean == mean);
    RC_ASSERT(estimate.low <= mean && mean <= estimate.high);
  }
}

// All rates rise alike; the first link that is full stops those that cross it.
std::vector<double> slow_fair_shares(const Fabric& fabric, ConstTables tables,
                                     const std::vector<Flow>& flows) {
  const SlowTimes times(fabric);
  enum class At { kLink, kSender, kReceiver };
  using Resource = std::pair<At, LinkKey>;
  const auto port_of = [&](EndPortIndex e) {
    return LinkKey(fabric.end_ports()[e].sw, fabric.end_ports()[e].switch_port);
  };
  std::vector<std::vector<Resource>> paths;
  std::vector<double> shares;
  for (const Flow& flow : flows) {
    const auto links = slow_path(fabric, tables, flow);
    std::vector<Resource>& path = paths.emplace_back();
    shares.push_back(links ? -1 : 0);
    if (!links) continue;
    for (const LinkKey& link : *links) path.emplace_back(At::kLink, link);
    path.emplace_back(At::kSender, port_of(flow.source));
    path.emplace_back(At::kReceiver, port_of(flow.destination));
  }
  while (std::ranges::count(shares, -1) > 0) {
    std::map<Resource, double> used;
    std::map<Resource, std::uint64_t> waiting;
    for (std::size_t f = 0; f < flows.size(); ++f) {
      for (const Resource& resource : paths[f]) {
        if (shares[f] >= 0) used[resource] += shares[f] * flows[f].weight;
        if (shares[f] < 0) waiting[resource] += flows[f].weight;
      }
    }
    Resource narrowest;
    double least = -1;
    for (const auto& [resource, count] : waiting) {
      const double capacity = 1 / times.on(resource.second, 1);
      const double share = (capacity - used[resource]) / static_cast<double>(count);
      if (least < 0 || share < least) std::tie(narrowest, least) = std::tuple(resource, share);
    }
    for (std::size_t f = 0; f < flows.size(); ++f) {
      const bool is_full = std::ranges::find(paths[f], narrowest) != paths[f].end();
      if (shares[f] < 0 && is_full) shares[f] = std::max(least, 0.0);
    }
  }
  return shares;
}

RC_GTEST_PROP(FairSharesProperty, AreThoseOfRatesThatRiseAlike, ()) {
  auto [fabric, random] = *any_fabric();
  auto routing = random_case(fabric, random);
  const Placement order = random_placement(routing.fabric, random);
  std::vector<Flow> flows;
  for (std::uint32_t pair = random.below(60); pair > 0 && order.size() != 0; --pair) {
    const auto size = static_cast<std::uint32_t>(order.size());
    add_flows(order, {random.below(size), random.below(size), 1 + random.below(3)}, flows);
  }
  const FabricIndex index(routing.fabric);
  FairShares fair(index, LinkTimes(index), routing.tables.tables());
  fair.share(flows);  // what was in hand before is forgotten
  const auto shares = fair.share(flows);
  const auto slow = slow_fair_shares(routing.fabric, routing.tables.tables(), flows);
  RC_ASSERT(shares.size() == slow.size());
  for (std::size_t f = 0; f < slow.size(); ++f) {
    RC_ASSERT(std::abs(shares[f] - slow[f]) <= 1e-9 * std::max(slow[f], 1.0));
  }
}

RC_GTEST_PROP(ThroughputProperty, IsThatOfThePhasesAndWithinTheBound, ()) {
  auto [fabric, random] = *any_fabric();
  auto routing = random_case(fabric, random);
  const Placement order = random_order(routing.fabric, random);
  const auto kind = static_cast<PatternKind>(random.below(12));
  const Pattern pattern = {kind, 1 + random.below(40), random.next()};
  const auto tables = routing.tables.tables();
  const Throughput throughput =
      measure_throughput(routing.fabric, tables, order, pattern, Workers(1 + random.below(3)));
  const auto figures = judge_pattern(routing.fabric, tables, order, pattern, Workers(1));
  if (figures.lost_flows == 0) RC_ASSERT(throughput.share <= throughput.most * (1 + 1e-9));
  if (is_in_step(kind)) {
    const double most = figures.mean_busiest_link;
    const auto arrived = static_cast<double>(figures.flows - figures.lost_flows);
    const double share = most == 0 ? 0 : arrived / static_cast<double>(figures.flows) / most;
    RC_ASSERT(std::abs(throughput.share - share) <= 1e-9);
    return;
  }
  double sum = 0;
  double count = 0;
  for (const std::vector<Flow>& flows : list_phases(routing.fabric, order, pattern)) {
    for (const double share : slow_fair_shares(routing.fabric, tables, flows)) sum += share;
    count += static_cast<double>(flows.size());
  }
  RC_ASSERT(std::abs(throughput.share - (count > 0 ? sum / count : 0)) <= 1e-9);
}

}  // namespace
}  // namespace weft
