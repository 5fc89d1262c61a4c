// Port groups: named sets of ports, as pgrp_policy_file describes them (the vendor's manual, «The
// routing chains feature», port groups). A policy is independent of the fabric; port_sets.h tells
// which ports of a fabric are in its groups.
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

// ALL, ALL_SWITCHES, ALL_CAS, ALL_ROUTERS (the manual): every port of the nodes of this kind. The
// others are in the vendor's osm_port_group.h, by their names alone: ALL_SWITCH_TO_SWITCH and
// ALL_TRUNK_PORTS, switch ports with a switch behind them; ALL_SWITCH_TO_CA, with a CA behind them;
// ALL_ANS, the CA ports of aggregation nodes; ALL_COMPUTE_CAS, all other CA ports;
// ALL_COMPUTE_LINKS, these and the switch ports that they are linked to. Nothing that OpenSM
// discovers tells what is in ALL_SWITCH_TO_GPU, ALL_GPUS, ALL_FNM_PORTS and ALL_MGMT_CAS: these are
// empty.
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
// As many of them cannot be defined by a file; of the others a definition counts.
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

// port-name: ports of CAs and routers of a host. Their node description is built of the hostname
// and the card, like «kuku HCA-1», today «kuku mlx5_0»: its first word is the hostname, and the
// number that its second word ends with is hca_idx.
struct PortsOfHost {
  std::string hostname;
  std::optional<PortNum> port;      // of all ports else
  std::optional<unsigned> hca_idx;  // of all cards else
};

// port-regexp: ports of nodes whose description begins with a match (RE2's syntax).
struct PortsOfPattern {
  std::string regexp;
  std::optional<PortNum> port;  // of all ports else
};

struct UnionOfGroups {
  GroupIndex first;
  GroupIndex second;
};

// What is in `first` but not in `second`.
struct DifferenceOfGroups {
  GroupIndex first;
  GroupIndex second;
};

using GroupRule = std::variant<PredefinedGroup, PortsOfGuid, GuidRange, PortsOfHost, PortsOfPattern,
                               UnionOfGroups, DifferenceOfGroups>;

struct PortGroup {
  std::string name;
  std::string use;               // what the administrator says of it
  std::vector<GroupRule> rules;  // at least one; a port is in the group if one of them takes it
  unsigned line = 0;             // where it begins; 0: predefined
};

struct PortGroups {
  std::string source;               // the file; what messages begin with
  std::vector<PortGroup> groups;    // the predefined ones first; each refers to earlier ones alone
  std::vector<GroupIndex> by_name;  // all of them, in the order of their names
};

// The predefined groups alone.
PortGroups predefined_groups();

// The group of this name; nothing if there is none. The case of a predefined name does not matter.
// Cost: O(log groups).
std::optional<GroupIndex> find_group(const PortGroups& groups, std::string_view name);

inline constexpr std::string_view kGroupKeyword = "port-group";
inline constexpr std::string_view kGroupQualifiers[] = {
    "name",      "use",         "port-guid",  "port-guid-range",
    "port-name", "port-regexp", "union-rule", "subtract-rule"};

// Reads the text of a pgrp_policy_file. Adds a sentence to `errors` for everything that is wrong,
// naming source, line, token and what was expected; the outcome is of use only if none was added.
// Of groups of one name the last counts, which a warning says; inside of that its name is the one
// before. lines: as of Mistakes (policy_text.h).
PortGroups parse_port_groups(std::string_view text, std::string_view source,
                             std::vector<std::string>& errors, std::vector<std::string>& warnings,
                             std::vector<unsigned>* lines = nullptr);

}  // namespace weft

#endif  // WEFT_POLICY_PORT_GROUPS_H_
