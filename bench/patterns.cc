#include "bench/patterns.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "common/base/random.h"

namespace weft::bench {
namespace {

struct Flow {
  EndPortIndex source;
  EndPortIndex destination;
};

// Flows over each directed link: what leaves a switch by its position in Fabric::all_ports(), what
// end ports inject behind that, by EndPortIndex.
class LinkFlows {
 public:
  LinkFlows(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric),
        tables_(tables),
        flows_(fabric.all_ports().size() + fabric.end_port_count(), 0) {}

  void count(std::span<const Flow> flows) {
    std::fill(flows_.begin(), flows_.end(), 0u);
    for (const Flow& flow : flows) {
      walk(flow, [this](std::size_t link) { ++flows_[link]; });
    }
  }

  std::uint32_t busiest() const {
    return flows_.empty() ? 0 : *std::max_element(flows_.begin(), flows_.end());
  }

  double bandwidth(const Flow& flow) const {
    std::uint32_t most = 1;
    const bool arrives = walk(flow, [&](std::size_t link) { most = std::max(most, flows_[link]); });
    return arrives ? 1.0 / most : 0.0;
  }

 private:
  // Calls use(link) along the path. False if it does not end at the destination; a path longer than
  // there are switches is a loop.
  template <typename Use>
  bool walk(const Flow& flow, Use use) const {
    const std::span<const EndPort> end_ports = fabric_.end_ports();
    const Lid lid = end_ports[flow.destination].lid;
    use(fabric_.all_ports().size() + flow.source);
    SwitchIndex at = end_ports[flow.source].sw;
    for (std::uint32_t hop = 0; hop < fabric_.switch_count(); ++hop) {
      const PortNum out = tables_.row(at)[lid];
      const std::span<const Port> ports = fabric_.ports(at);
      if (out >= ports.size()) return false;
      const Port& port = ports[out];
      if (port.kind == PeerKind::kNothing) return false;
      use(fabric_.switches()[at].first_port + std::size_t{out});
      if (port.kind == PeerKind::kEndPort) return port.peer == flow.destination;
      at = port.peer;
    }
    return false;
  }

  const Fabric& fabric_;
  ConstTables tables_;
  std::vector<std::uint32_t> flows_;
};

std::vector<EndPortIndex> cas_with_lids(const Fabric& fabric, ConstTables tables) {
  std::vector<EndPortIndex> cas;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& end_port = fabric.end_ports()[e];
    if (end_port.type == NodeType::kCa && end_port.lid != 0 && end_port.lid < tables.row_size()) {
      cas.push_back(e);
    }
  }
  return cas;
}

}  // namespace

double effective_bisection_bandwidth(const Fabric& fabric, ConstTables tables, unsigned bisections,
                                     std::uint64_t seed) {
  std::vector<EndPortIndex> cas = cas_with_lids(fabric, tables);
  const std::size_t half = cas.size() / 2;
  if (half == 0) return 0;
  LinkFlows links(fabric, tables);
  Random random(seed);
  std::vector<Flow> flows(half);
  double sum = 0;
  for (unsigned bisection = 0; bisection < bisections; ++bisection) {
    random.shuffle(cas);
    for (std::size_t i = 0; i < half; ++i) flows[i] = {cas[i], cas[half + i]};
    links.count(flows);
    for (const Flow& flow : flows) sum += links.bandwidth(flow);
  }
  return sum / (static_cast<double>(half) * bisections);
}

double shift_busiest_link(const Fabric& fabric, ConstTables tables, unsigned shifts,
                          std::uint64_t seed) {
  const std::vector<EndPortIndex> cas = cas_with_lids(fabric, tables);
  const std::size_t n = cas.size();
  if (n < 2) return 0;
  LinkFlows links(fabric, tables);
  Random random(seed);
  std::vector<Flow> flows(n);
  double sum = 0;
  for (unsigned shift = 0; shift < shifts; ++shift) {
    const std::size_t k = 1 + random.below(static_cast<std::uint32_t>(n - 1));
    for (std::size_t i = 0; i < n; ++i) flows[i] = {cas[i], cas[(i + k) % n]};
    links.count(flows);
    sum += links.busiest();
  }
  return sum / shifts;
}

}  // namespace weft::bench
