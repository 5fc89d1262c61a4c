#include "common/policy/drained_groups.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "common/policy/port_sets.h"

namespace weft {
namespace {

// The drained parts of each switch; attributes as of the group's part.
std::vector<DrainedPart> parts_in(const Fabric& fabric, const PortSelection& group,
                                  const DrainedPart& part) {
  std::vector<DrainedPart> parts;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    DrainedPart of_switch = {.guid = fabric.switches()[s].node_guid, .reason = part.reason};
    bool is_whole = true;
    const std::span<const Port> ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const auto port = static_cast<PortNum>(p);
      if (group.has_switch_port(fabric, s, port)) {
        of_switch.ports.push_back(port);
      } else {
        is_whole = false;
      }
    }
    if (of_switch.ports.empty()) continue;
    if (is_whole) of_switch.ports.clear();
    parts.push_back(std::move(of_switch));
  }
  return parts;
}

}  // namespace

std::vector<DrainedPart> expand_groups(std::span<const DrainedPart> parts,
                                       const ChainPolicy* policy, const Fabric& fabric,
                                       const Workers& workers) {
  const PortGroups predefined = predefined_groups();
  const PortGroups& groups = policy != nullptr ? policy->groups : predefined;
  const auto group_of = [&](const DrainedPart& part) {
    return part.group.empty() ? std::nullopt : find_group(groups, part.group);
  };
  std::map<GroupIndex, std::size_t> places;  // in `sets`
  for (const DrainedPart& part : parts) {
    if (const auto group = group_of(part)) places.emplace(*group, 0);
  }
  std::vector<GroupIndex> wanted;
  for (auto& [group, place] : places) {
    place = wanted.size();
    wanted.push_back(group);
  }
  std::vector<std::string> ignored;  // drain() reports empty groups
  std::vector<PortSelection> sets;
  if (!wanted.empty()) sets = evaluate_groups(fabric, groups, wanted, workers, ignored);
  std::vector<DrainedPart> expanded;
  for (const DrainedPart& part : parts) {
    std::vector<DrainedPart> in_group;
    if (const auto group = group_of(part); group && places.contains(*group)) {
      in_group = parts_in(fabric, sets[places[*group]], part);
      places.erase(*group);
    } else if (group) {
      continue;  // named before
    }
    if (in_group.empty()) in_group.push_back(part);
    expanded.insert(expanded.end(), in_group.begin(), in_group.end());
  }
  return expanded;
}

}  // namespace weft
