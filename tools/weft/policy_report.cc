#include "tools/weft/policy_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "common/fabric/guid_index.h"
#include "common/fabric/part.h"

namespace weft::tool {
namespace {

// The ports of a node in a selection.
struct Member {
  std::string kind;  // switch, ca, router
  Guid guid = 0;     // of the node
  std::string_view name = {};
  std::string text = {};  // name and GUID
  std::vector<unsigned> ports = {};
};

std::vector<Member> switches_in(const Fabric& fabric, const PortSelection& selection) {
  std::vector<Member> members;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Member member = {"switch", fabric.switches()[s].node_guid, fabric.switch_name(s),
                     fabric.describe_switch(s)};
    for (unsigned p = 0; p < fabric.ports(s).size(); ++p) {
      if (selection.has_switch_port(fabric, s, static_cast<PortNum>(p))) member.ports.push_back(p);
    }
    if (!member.ports.empty()) members.push_back(std::move(member));
  }
  return members;
}

std::vector<Member> hosts_in(const Fabric& fabric, const PortSelection& selection) {
  std::vector<Member> members;
  const EndPortsOfNodes nodes(fabric);
  for (const auto& ports : nodes.groups()) {
    const EndPortIndex first = ports.front().second;
    const EndPort& end = fabric.end_ports()[first];
    Member member = {end.type == NodeType::kRouter ? "router" : "ca", end.node_guid,
                     fabric.end_port_name(first), fabric.describe_end_port(first)};
    for (const auto& [guid, e] : ports) {
      if (selection.has_end_port(e)) member.ports.push_back(fabric.end_ports()[e].port_num);
    }
    if (!member.ports.empty()) members.push_back(std::move(member));
  }
  return members;
}

std::vector<Member> members_of(const Fabric& fabric, const PortSelection& selection) {
  std::vector<Member> members = switches_in(fabric, selection);
  for (Member& host : hosts_in(fabric, selection)) members.push_back(std::move(host));
  return members;
}

// «1-4, 7»
std::string ranges(const std::vector<unsigned>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

FabricPart part_of(const PolicyFindings& findings, const Topology& topology) {
  return take_part(findings.fabric, findings.groups[topology.switches],
                   findings.groups[topology.hcas], {});
}

// Switch ports and hosts that no topology has.
std::vector<Member> left_out(const PolicyFindings& findings) {
  PortSelection switches = findings.groups[0];  // ALL
  PortSelection hosts = switches;
  for (const Topology& topology : findings.policy.topologies) {
    switches -= findings.groups[topology.switches];
    PortSelection taken(findings.fabric);
    for (const EndPortIndex e : part_of(findings, topology).end_ports) taken.add_end_port(e);
    hosts -= taken;
  }
  std::vector<Member> members = switches_in(findings.fabric, switches);
  for (Member& host : hosts_in(findings.fabric, hosts)) members.push_back(std::move(host));
  return members;
}

std::string describe(const ChainPolicy& policy, const ChainStep& step) {
  std::string text = fmt::format(
      "{} {}: {}", step.id, step.engine,
      step.topology == kNone ? "the whole fabric"
                             : fmt::format("topology {}", policy.topologies[step.topology].id));
  if (step.path_bit) text += fmt::format(", path bit {}", *step.path_bit);
  if (!step.use.empty()) text += fmt::format(" ({})", step.use);
  return text;
}

Json member_json(const Member& member) {
  return {{"type", member.kind},
          {"guid", fmt::format("0x{:016x}", member.guid)},
          {"name", member.name},
          {"ports", member.ports}};
}

Json members_json(const std::vector<Member>& members) {
  Json list = Json::array();
  for (const Member& member : members) list.push_back(member_json(member));
  return list;
}

Json step_json(const ChainPolicy& policy, const ChainStep& step) {
  Json json = {{"id", step.id},
               {"engine", step.engine},
               {"use", step.use},
               {"topology", step.topology == kNone ? 0 : policy.topologies[step.topology].id}};
  json["path_bit"] = step.path_bit ? Json(*step.path_bit) : Json(nullptr);
  return json;
}

}  // namespace

Json no_policy_json() {
  Json json = {{"error", nullptr}};
  for (const char* key : {"groups", "topologies", "steps", "in_no_topology", "warnings"}) {
    json[key] = Json::array();
  }
  return json;
}

void print_policy_json(const PolicyFindings& findings) {
  const ChainPolicy& policy = findings.policy;
  Json json = no_policy_json();
  for (GroupIndex g = 0; g < policy.groups.groups.size(); ++g) {
    const PortGroup& group = policy.groups.groups[g];
    json["groups"].push_back(
        {{"name", group.name},
         {"use", group.use},
         {"predefined", group.line == 0},
         {"nodes", members_json(members_of(findings.fabric, findings.groups[g]))}});
  }
  for (const Topology& topology : policy.topologies) {
    const FabricPart part = part_of(findings, topology);
    json["topologies"].push_back({{"id", topology.id},
                                  {"sw_grp", policy.groups.groups[topology.switches].name},
                                  {"hca_grp", policy.groups.groups[topology.hcas].name},
                                  {"switches", part.switches.size()},
                                  {"hca_ports", part.end_ports.size()}});
  }
  for (const ChainLink& link : policy.links) {
    Json step = step_json(policy, link.step);
    step["fallbacks"] = Json::array();
    for (const ChainStep& fallback : link.fallbacks) {
      step["fallbacks"].push_back(step_json(policy, fallback));
    }
    json["steps"].push_back(std::move(step));
  }
  json["in_no_topology"] = members_json(left_out(findings));
  json["warnings"] = findings.warnings;
  fmt::print("{}", json.text());
}

void print_policy_text(const PolicyFindings& findings) {
  const Fabric& fabric = findings.fabric;
  const ChainPolicy& policy = findings.policy;
  const auto print_members = [](const std::vector<Member>& members) {
    for (const Member& member : members) {
      fmt::print("    {}: {} {}\n", member.text, member.ports.size() == 1 ? "port" : "ports",
                 ranges(member.ports));
    }
  };
  fmt::print("Port groups\n");
  for (GroupIndex g = 0; g < policy.groups.groups.size(); ++g) {
    const PortGroup& group = policy.groups.groups[g];
    if (group.line == 0 && g >= kFixedGroups && findings.groups[g].empty()) continue;
    const std::vector<Member> members = members_of(fabric, findings.groups[g]);
    fmt::print("  {}{}: {} nodes, {} ports\n", group.name,
               group.use.empty() ? "" : fmt::format(" ({})", group.use), members.size(),
               findings.groups[g].size());
    if (group.line != 0) print_members(members);
  }
  fmt::print("Topologies\n");
  for (const Topology& topology : policy.topologies) {
    const FabricPart part = part_of(findings, topology);
    fmt::print("  {}: {} switches of {}, {} CA and router ports of {}\n", topology.id,
               part.switches.size(), policy.groups.groups[topology.switches].name,
               part.end_ports.size(), policy.groups.groups[topology.hcas].name);
  }
  fmt::print("Steps\n");
  for (const ChainLink& link : policy.links) {
    fmt::print("  {}\n", describe(policy, link.step));
    for (const ChainStep& fallback : link.fallbacks) {
      fmt::print("    if it fails: {}\n", describe(policy, fallback));
    }
  }
  const std::vector<Member> outside = left_out(findings);
  fmt::print("In no topology: {} nodes\n", outside.size());
  print_members(outside);
}

}  // namespace weft::tool
