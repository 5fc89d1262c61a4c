#include "plugins/chain/step_parts.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "common/policy/port_sets.h"

namespace weft {

StepParts::StepParts(const Fabric& fabric, const ChainPolicy& policy, const Workers& workers,
                     std::vector<std::string>& warnings)
    : fabric_(fabric), policy_(policy) {
  std::set<GroupIndex> wanted;
  const auto want = [&](const ChainStep& step) {
    if (step.topology == kNone && !step.path_bit) return;
    const Topology topology = topology_of(step);
    wanted.insert(topology.switches);
    wanted.insert(topology.hcas);
  };
  for (const ChainLink& link : policy.links) {
    want(link.step);
    for (const ChainStep& fallback : link.fallbacks) want(fallback);
  }
  const std::vector<GroupIndex> groups(wanted.begin(), wanted.end());
  std::vector<PortSelection> sets =
      evaluate_groups(fabric, policy.groups, groups, workers, warnings);
  for (std::size_t i = 0; i < groups.size(); ++i) sets_.emplace(groups[i], std::move(sets[i]));
  for (const Topology& topology : policy.topologies) warn_of_others(topology, warnings);
}

// Warns of ports that do not count: sw-grp is for ports of switches only, hca-grp for those of CAs
// and routers, and these need the switch ports that they are linked to.
void StepParts::warn_of_others(const Topology& topology, std::vector<std::string>& warnings) const {
  const auto switches = sets_.find(topology.switches);
  const auto hcas = sets_.find(topology.hcas);
  if (switches == sets_.end() || hcas == sets_.end()) return;
  const auto name_of = [this](GroupIndex group) { return policy_.groups.groups[group].name; };
  std::uint64_t end_ports = 0;
  std::uint64_t taken = 0;
  std::uint64_t unlinked = 0;
  for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
    if (hcas->second.has_end_port(e)) {
      const EndPort& end = fabric_.end_ports()[e];
      ++(switches->second.has_switch_port(fabric_, end.sw, end.switch_port) ? taken : unlinked);
    } else if (switches->second.has_end_port(e)) {
      ++end_ports;
    }
  }
  std::uint64_t switch_ports = 0;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      switch_ports += hcas->second.has_switch_port(fabric_, s, port) &&
                              !switches->second.has_switch_port(fabric_, s, port)
                          ? 1
                          : 0;
    }
  }
  const auto warn = [&](std::uint64_t ports, std::string_view what, std::string_view of,
                        GroupIndex group, std::string_view other) {
    if (ports == 0 || group < kFixedGroups) return;
    warnings.push_back(
        fmt::format("topology {}: {} {} ports of {} «{}» are not part of it: add them to {}",
                    topology.id, ports, what, of, name_of(group), other));
  };
  warn(end_ports, "CA and router", "sw-grp", topology.switches, "hca-grp");
  warn(switch_ports, "switch", "hca-grp", topology.hcas, "sw-grp");
  // A predefined group may well be of a larger part of the fabric.
  if (unlinked == 0 || (topology.hcas < kPredefinedGroups && taken > 0)) return;
  warnings.push_back(
      fmt::format("topology {}: {} CA and router ports of hca-grp «{}» are not part of it: add the "
                  "switch ports "
                  "that they are linked to to sw-grp",
                  topology.id, unlinked, name_of(topology.hcas)));
}

std::shared_ptr<const FabricPart> StepParts::of(const ChainStep& step, bool first) const {
  const std::optional<std::uint8_t> path_bit = first ? std::nullopt : step.path_bit;
  if (step.topology == kNone && !path_bit) return nullptr;
  const Topology topology = topology_of(step);
  return std::make_shared<const FabricPart>(
      take_part(fabric_, sets_.at(topology.switches), sets_.at(topology.hcas), path_bit));
}

Topology StepParts::topology_of(const ChainStep& step) const {
  constexpr auto kAll = static_cast<GroupIndex>(PredefinedGroup::kAll);
  if (step.topology == kNone) return {.id = 0, .switches = kAll, .hcas = kAll};
  return policy_.topologies[step.topology];
}

}  // namespace weft
