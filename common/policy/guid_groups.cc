#include "common/policy/guid_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "common/policy/chain_policy.h"
#include "common/policy/port_sets.h"

namespace weft {
namespace {

struct GroupFile {
  std::string_view key;
  std::optional<std::vector<Guid>> Options::*guids;
  std::vector<std::string> Options::*groups;
};
constexpr GroupFile kFiles[] = {{"root_guid_file", &Options::root_guids, &Options::root_groups},
                                {"cn_guid_file", &Options::compute_nodes, &Options::compute_groups},
                                {"io_guid_file", &Options::io_nodes, &Options::io_groups}};

std::vector<Guid> guids_in(const Fabric& fabric, const PortSelection& ports) {
  std::vector<Guid> guids;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    bool is_in = false;
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
      is_in = is_in || ports.has_switch_port(fabric, s, static_cast<PortNum>(p));
    }
    if (is_in) guids.push_back(fabric.switches()[s].node_guid);
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (ports.has_end_port(e)) guids.push_back(fabric.end_ports()[e].port_guid);
  }
  return guids;
}

}  // namespace

bool names_groups(const Configuration& all) {
  return std::ranges::any_of(all.drained,
                             [](const DrainedPart& part) { return !part.group.empty(); }) ||
         names_groups(all.routing);
}

bool names_groups(const Options& options) {
  return std::ranges::any_of(
      kFiles, [&](const GroupFile& file) { return !(options.*file.groups).empty(); });
}

Options with_nodes_of_groups(Options options, const Fabric& fabric, const Workers& workers,
                             std::vector<std::string>& warnings) {
  if (!names_groups(options)) return options;
  const ChainPolicy* const policy = options.port_groups.get();
  const auto find = [&](const std::string& name) {
    return policy == nullptr ? std::nullopt : find_group(policy->groups, name);
  };
  std::vector<GroupIndex> wanted;
  for (const GroupFile& file : kFiles) {
    for (const std::string& name : options.*file.groups) {
      if (const auto group = find(name)) wanted.push_back(*group);
    }
  }
  std::vector<PortSelection> sets;
  if (policy != nullptr) {
    std::vector<std::string> ignored;  // of all groups
    sets = evaluate_groups(fabric, policy->groups, wanted, workers, ignored);
  }
  std::size_t next = 0;  // of the sets
  for (const GroupFile& file : kFiles) {
    for (const std::string& name : std::exchange(options.*file.groups, {})) {
      const auto group = find(name);
      std::vector<Guid> guids;
      if (group) guids = guids_in(fabric, sets[next++]);
      if (guids.empty()) {
        warnings.push_back(fmt::format(
            "{} names the port group «{}», which {}", file.key, name,
            group ? "takes no port of the fabric"
                  : "there is not: pgrp_policy_file has the groups, and a line that is none begins "
                    "with a GUID, like 0x0002c90300001234"));
        continue;
      }
      std::vector<Guid>& all =
          (options.*file.guids).emplace((options.*file.guids).value_or(std::vector<Guid>()));
      all.insert(all.end(), guids.begin(), guids.end());
    }
  }
  return options;
}

}  // namespace weft
