#include "common/policy/guid_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "common/options/option_table.h"
#include "common/policy/chain_policy.h"
#include "common/policy/port_sets.h"

namespace weft {
namespace {

// Calls visit(key, lines) for each option file that was read and whose lines may name groups.
template <typename AnyOptions, typename Visit>
void for_each_file(AnyOptions& options, Visit visit) {
  for (const OptionRow& row : kOptionTable) {
    std::visit(
        [&](const auto& field) {
          if constexpr (std::same_as<decltype(field), const LinesFile<NamedNode>&> ||
                        std::same_as<decltype(field), const LinesFile<SearchOrder>&>) {
            if (options.*field.field) visit(row.key, options.*field.field);
          }
        },
        row.field);
  }
}

NamedNode in_place_of_group(const NamedNode& line, Guid guid) { return {guid, {}, line.rank}; }
SearchOrder in_place_of_group(const SearchOrder& line, Guid guid) { return {guid, line.ports, {}}; }

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

// The GUIDs of each group that the options name and that exists.
std::map<std::string, std::vector<Guid>, std::less<>> guids_of_groups(const Options& options,
                                                                      const Fabric& fabric,
                                                                      const Workers& workers) {
  std::map<std::string, std::vector<Guid>, std::less<>> guids;
  const PortGroups predefined = predefined_groups();
  const PortGroups& groups =
      options.port_groups != nullptr ? options.port_groups->groups : predefined;
  std::map<std::string_view, GroupIndex> wanted;
  for (const GroupName& name : named_groups(options)) {
    if (const auto group = find_group(groups, name.group)) wanted.emplace(name.group, *group);
  }
  std::vector<GroupIndex> indices;
  indices.reserve(wanted.size());
  for (const auto& [name, group] : wanted) indices.push_back(group);
  std::vector<std::string> ignored;  // about all groups
  const std::vector<PortSelection> sets =
      evaluate_groups(fabric, groups, indices, workers, ignored);
  std::size_t next = 0;
  for (const auto& [name, group] : wanted) guids.emplace(name, guids_in(fabric, sets[next++]));
  return guids;
}

}  // namespace

std::vector<GroupName> named_groups(const Options& options) {
  std::vector<GroupName> names;
  for_each_file(options, [&](std::string_view key, const auto& lines) {
    for (const auto& line : *lines) {
      if (!line.group.empty()) names.push_back({key, line.group});
    }
  });
  return names;
}

bool names_groups(const Configuration& all) {
  return std::ranges::any_of(all.drained,
                             [](const DrainedPart& part) { return !part.group.empty(); }) ||
         names_groups(all.routing);
}

bool names_groups(const Options& options) { return !named_groups(options).empty(); }

Options with_nodes_of_groups(Options options, const Fabric& fabric, const Workers& workers,
                             std::vector<std::string>& warnings) {
  if (!names_groups(options)) return options;
  const auto guids = guids_of_groups(options, fabric, workers);
  for_each_file(options, [&](std::string_view key, auto& lines) {
    auto named = std::exchange(*lines, {});
    std::map<std::string, unsigned, std::less<>> lines_of;  // a file may repeat a large group
    for (auto& line : named) {
      if (line.group.empty()) {
        lines->push_back(std::move(line));
        continue;
      }
      if (const unsigned count = ++lines_of[line.group]; count > 1) {
        if (count == 2) {
          warnings.push_back(
              fmt::format("{} names the port group «{}» several times: the first line counts", key,
                          line.group));
        }
        continue;
      }
      const auto found = guids.find(line.group);
      if (found == guids.end() || found->second.empty()) {
        warnings.push_back(
            fmt::format("{} names the port group «{}», which {}", key, line.group,
                        found != guids.end()
                            ? "matches no port of the fabric"
                            : "does not exist: pgrp_policy_file defines the groups, and a name "
                              "that ends in a number stands between quotation marks; other "
                              "lines begin with a GUID, like 0x0002c90300001234"));
        continue;
      }
      for (const Guid guid : found->second) lines->push_back(in_place_of_group(line, guid));
    }
    if (!named.empty() && lines->empty()) lines.reset();
  });
  return options;
}

}  // namespace weft
