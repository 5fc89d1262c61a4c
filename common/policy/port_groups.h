// Port groups: named sets of ports, defined in pgrp_policy_file (the vendor's manual, «The routing
// chains feature», port groups). A policy does not depend on the fabric; port_sets.h finds the
// ports of a fabric in its groups.
#ifndef WEFT_POLICY_PORT_GROUPS_H_
#define WEFT_POLICY_PORT_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/types.h"

namespace weft {

using GroupIndex = std::uint32_t;  // into PortGroups::groups

// ALL, ALL_SWITCHES, ALL_CAS and ALL_ROUTERS (the manual) have every port of these nodes. The
// vendor's osm_port_group.h has only the names of the others. ALL_SWITCH_TO_SWITCH and
// ALL_TRUNK_PORTS: switch ports linked to a switch; ALL_SWITCH_TO_CA: switch ports linked to a CA;
// ALL_ANS: CA ports of aggregation nodes; ALL_COMPUTE_CAS: all other CA ports; ALL_COMPUTE_LINKS:
// these and the switch ports linked to them. ALL_SWITCH_TO_GPU, ALL_GPUS, ALL_FNM_PORTS and
// ALL_MGMT_CAS are empty, since OpenSM cannot discover their ports.
enum class PredefinedGroup : std::uint8_t {
  kAll,
  kSwitches,
  kCas,
  kRouters,
  kSwitchToSwitch,
  kTrunkPorts,
  kSwitchToCa,
  kAns,
  kComputeCas,
  kComputeLinks,
  kSwitchToGpu,
  kGpus,
  kFnmPorts,
  kMgmtCas,
};
inline constexpr std::size_t kPredefinedGroups = 14;
// The first predefined groups, which a file cannot define; a definition of the others counts.
inline constexpr std::size_t kFixedGroups = 4;

// port-guid: the ports of a node, or the port with this GUID. `ports`: ranges first..last of
// physical ports, 0..254; empty: all.
struct PortsOfGuid {
  Guid guid = 0;
  std::vector<std::pair<PortNum, PortNum>> ports;
};

// port-guid-range: all ports of nodes, and ports, whose GUID is first..last.
struct GuidRange {
  Guid first = 0;
  Guid last = 0;
};

// port-name: ports of a host's CAs and routers. The first word of their node description is the
// hostname, and the number at the end of the second word is hca_idx: «kuku HCA-1», today «kuku
// mlx5_0».
struct PortsOfHost {
  std::string hostname;
  std::optional<PortNum> port;      // nothing: all ports
  std::optional<unsigned> hca_idx;  // nothing: all cards
};

// port-regexp: ports of nodes whose description begins with a match (RE2's syntax).
struct PortsOfPattern {
  std::string regexp;
  std::optional<PortNum> port;  // nothing: all ports
};

struct UnionOfGroups {
  GroupIndex first;
  GroupIndex second;
};

// The ports in `first` but not in `second`.
struct DifferenceOfGroups {
  GroupIndex first;
  GroupIndex second;
};

using GroupRule = std::variant<PredefinedGroup, PortsOfGuid, GuidRange, PortsOfHost, PortsOfPattern,
                               UnionOfGroups, DifferenceOfGroups>;

struct PortGroup {
  std::string name;
  std::string use;               // the administrator's description
  std::vector<GroupRule> rules;  // at least one; the group has the ports of all rules
  unsigned line = 0;             // of its first line; 0: predefined
};

struct PortGroups {
  std::string source;               // the file; prefix of messages
  std::vector<PortGroup> groups;    // predefined groups first; a group only refers to earlier
                                    // groups
  std::vector<GroupIndex> by_name;  // all groups, ordered by name
};

// Only the predefined groups.
PortGroups predefined_groups();

// The group with this name; nothing if none. The case of a predefined name does not matter. Cost:
// O(log groups).
std::optional<GroupIndex> find_group(const PortGroups& groups, std::string_view name);

inline constexpr std::string_view kGroupKeyword = "port-group";
inline constexpr std::string_view kGroupQualifiers[] = {
    "name",      "use",         "port-guid",  "port-guid-range",
    "port-name", "port-regexp", "union-rule", "subtract-rule"};

// Reads the text of a pgrp_policy_file. Each error adds a sentence to `errors` with source, line,
// token and the expected text; the result is only valid without errors. The last group of a name
// counts, with a warning; inside that group the name means the earlier one. lines: as for Mistakes
// (policy_text.h).
PortGroups parse_port_groups(std::string_view text, std::string_view source,
                             std::vector<std::string>& errors, std::vector<std::string>& warnings,
                             std::vector<unsigned>* lines = nullptr);

}  // namespace weft

#endif  // WEFT_POLICY_PORT_GROUPS_H_
