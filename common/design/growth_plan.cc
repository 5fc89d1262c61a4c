#include "common/design/growth_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/part.h"
#include "common/fabric/port_selection.h"

namespace weft {
namespace {

class Steps {
 public:
  Steps(const Fabric& whole, std::uint32_t unit) : whole_(whole), unit_(unit) {
    level_.resize(whole.switch_count(), kNone);
    std::vector<SwitchIndex> reached;
    for (const EndPort& port : whole.end_ports()) {
      if (level_[port.sw] == kNone) reached.push_back(port.sw);
      level_[port.sw] = 0;
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const SwitchIndex peer : neighbours(reached[i])) {
        if (level_[peer] != kNone) continue;
        level_[peer] = level_[reached[i]] + 1;
        reached.push_back(peer);
        upwards_.push_back(peer);
      }
    }
  }

  GrowthStep with(std::uint32_t hosts, bool is_last) const {
    std::vector<bool> switches(whole_.switch_count(), is_last);
    PortSelection end_ports(whole_);
    std::uint32_t nodes = 0;
    Guid before = 0;
    for (EndPortIndex e = 0; e < whole_.end_port_count(); ++e) {
      const EndPort& port = whole_.end_ports()[e];
      if (port.node_guid != before && ++nodes > hosts) break;
      before = port.node_guid;
      end_ports.add_end_port(e);
      const SwitchIndex first = port.sw / unit_ * unit_;
      for (SwitchIndex s = first; s < first + unit_ && s < switches.size(); ++s) switches[s] = true;
    }
    if (!is_last) add_joining(switches);
    PortSelection ports(whole_);
    for (SwitchIndex s = 0; s < whole_.switch_count(); ++s) {
      for (std::size_t p = 0; switches[s] && p < whole_.ports(s).size(); ++p) {
        ports.add_switch_port(whole_, s, static_cast<PortNum>(p));
      }
    }
    GrowthStep step = {hosts, take_part(whole_, ports, end_ports, std::nullopt).fabric};
    step.ports_held_free = links_of(switches) - plugged(step.fabric);
    return step;
  }

 private:
  // Adds the switches above present switches, then removes those that link fewer than two present
  // switches, until none is left.
  void add_joining(std::vector<bool>& switches) const {
    for (const SwitchIndex s : upwards_) {
      for (const SwitchIndex peer : neighbours(s)) {
        if (level_[peer] + 1 == level_[s] && switches[peer]) switches[s] = true;
      }
    }
    std::vector<SwitchIndex> idle;
    std::vector<std::uint32_t> joined(switches.size(), 0);
    for (const SwitchIndex s : upwards_) {
      if (!switches[s]) continue;
      for (const SwitchIndex peer : neighbours(s)) joined[s] += switches[peer] ? 1 : 0;
      if (joined[s] < 2) idle.push_back(s);
    }
    while (!idle.empty()) {
      const SwitchIndex s = idle.back();
      idle.pop_back();
      switches[s] = false;
      for (const SwitchIndex peer : neighbours(s)) {
        if (level_[peer] > 0 && switches[peer] && joined[peer]-- == 2) idle.push_back(peer);
      }
    }
  }

  // Each neighbour once.
  std::vector<SwitchIndex> neighbours(SwitchIndex s) const {
    std::vector<SwitchIndex> found;
    for (const Port& port : whole_.ports(s)) {
      if (port.kind == PeerKind::kSwitch) found.push_back(port.peer);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  std::uint64_t links_of(const std::vector<bool>& switches) const {
    std::uint64_t links = 0;
    for (SwitchIndex s = 0; s < switches.size(); ++s) {
      if (switches[s]) links += plugged(whole_.ports(s));
    }
    return links;
  }

  static std::uint64_t plugged(std::span<const Port> ports) {
    std::uint64_t count = 0;
    for (const Port& port : ports) count += port.kind != PeerKind::kNothing ? 1 : 0;
    return count;
  }
  static std::uint64_t plugged(const Fabric& fabric) { return plugged(fabric.all_ports()); }

  const Fabric& whole_;
  std::uint32_t unit_;
  std::vector<std::uint32_t> level_;  // by switch: links to the nearest switch with hosts
  std::vector<SwitchIndex> upwards_;  // switches without hosts, by level
};

// The numbers of an option in a valid line of `weft generate`; empty: the option is not given.
std::vector<unsigned> numbers_of(std::string_view line, std::string_view option) {
  std::vector<unsigned> numbers;
  Scanner scanner(line);
  while (!scanner.at_end() && scanner.word() != option) {
  }
  while (const auto number = scanner.number<unsigned>()) {
    numbers.push_back(*number);
    scanner.eat(',');
  }
  return numbers;
}

}  // namespace

std::uint32_t find_growth_unit(std::string_view line) {
  const std::string_view topology = topology_of_line(line);
  if (topology == "xgft") return 1;
  if (topology == "dragonfly") {
    const std::vector<unsigned> rows = numbers_of(line, "--rows");
    return numbers_of(line, "--routers").at(0) * (rows.empty() ? 1 : rows.front());
  }
  if (topology == "hyperx") {
    std::uint32_t unit = 1;
    const std::vector<unsigned> dims = numbers_of(line, "--dims");
    for (std::size_t d = 1; d < dims.size(); ++d) unit *= dims[d];
    return unit;
  }
  if (topology == "torus" || topology == "ring") {
    throw BadInput(
        "a torus cannot grow without cables that are plugged again: switches that come into a ring "
        "stand between two that are joined. Trees, dragonflies and HyperX can");
  }
  throw BadInput(
      fmt::format("{} is none of the shapes whose growth is planned: xgft, dragonfly and hyperx",
                  quote(topology)));
}

std::vector<std::uint32_t> hosts_of_steps(std::uint32_t first, std::uint32_t last,
                                          std::uint32_t steps) {
  std::vector<std::uint32_t> hosts = {first};
  for (std::uint64_t step = 1; step <= steps; ++step) {
    hosts.push_back(static_cast<std::uint32_t>(first + (last - first) * step / steps));
  }
  return hosts;
}

std::vector<GrowthStep> plan_growth(const Fabric& whole, std::uint32_t unit,
                                    std::span<const std::uint32_t> hosts) {
  const std::uint32_t all = count_cas(whole);
  const bool ascend =
      std::ranges::adjacent_find(hosts, std::ranges::greater_equal()) == hosts.end();
  if (hosts.empty() || hosts.front() == 0 || hosts.back() != all || !ascend) {
    throw BadInput(
        fmt::format("a plan of {} hosts cannot grow by such steps: each has more hosts "
                    "than the one before, the first one at least",
                    all));
  }
  const Steps steps(whole, unit);
  std::vector<GrowthStep> plan;
  for (const std::uint32_t count : hosts) plan.push_back(steps.with(count, count == all));
  return plan;
}

}  // namespace weft
