#include "plugins/chain/step_parts.h"

#include <cstdint>
#include <optional>
#include <set>
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
