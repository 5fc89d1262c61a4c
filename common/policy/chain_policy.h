// Routing chains: which engine routes which part of a fabric, in which order, as topo_policy_file
// and rch_policy_file describe it (the vendor's manual, «The routing chains feature»).
#ifndef WEFT_POLICY_CHAIN_POLICY_H_
#define WEFT_POLICY_CHAIN_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/policy/option_overlay.h"
#include "common/policy/port_groups.h"

namespace weft {

// A part of a fabric: the switches and switch ports of one group, the CA and router ports of
// another, and the links that both ends of are in them.
struct Topology {
  std::uint64_t id = 0;  // 1..
  GroupIndex switches = 0;
  GroupIndex hcas = 0;
  unsigned line = 0;
};

using TopologyIndex = std::uint32_t;  // into ChainPolicy::topologies; kNone: the whole fabric

struct ChainStep {
  std::uint64_t id = 0;     // 1..
  std::string engine = {};  // without «weft-», in lower case as the table of engines spells it
  std::string use = {};     // what the administrator says of it
  TopologyIndex topology = kNone;
  std::optional<std::uint8_t> path_bit = {};  // 0..127: route that LID of each port alone
  OptionOverlay options = {};                 // what its configuration file says
  unsigned line = 0;
};

// A step, and the steps that take its place, one after the other, if it fails.
struct ChainLink {
  ChainStep step;
  std::vector<ChainStep> fallbacks;  // in ascending order of id
};

struct ChainPolicy {
  PortGroups groups;
  std::vector<Topology> topologies;  // in ascending order of id
  std::vector<ChainLink>
      links;  // in ascending order of id, the first for the whole fabric; none: no chain
  std::uint64_t text = 0;  // a checksum of the files but those that options of steps name
};

// Is it the engine of some step? Without «weft-».
bool names_engine(const ChainPolicy& policy, std::string_view engine);

inline constexpr std::string_view kTopologyKeyword = "topology";
inline constexpr std::string_view kTopologyQualifiers[] = {"id", "sw-grp", "hca-grp"};
inline constexpr std::string_view kStepKeyword = "unicast-step";
inline constexpr std::string_view kStepQualifiers[] = {
    "id", "engine", "use", "config", "topology", "fallback-to", "path-bit"};

// Reads the text of a topo_policy_file. Adds a sentence to `errors` for everything that is wrong,
// naming source, line, token and what was expected; the outcome, in ascending order of id, is of
// use only if none was added. A topology of a group that there is not is left out, which is said in
// `warnings`. groups: null if they could not be read; their names are not looked up then, and the
// outcome is of no use. lines: as of Mistakes.
std::vector<Topology> parse_topologies(std::string_view text, std::string_view source,
                                       const PortGroups* groups, std::vector<std::string>& errors,
                                       std::vector<std::string>& warnings,
                                       std::vector<unsigned>* lines = nullptr);

// Every step is a routing of its own.
inline constexpr std::size_t kMostSteps = 4096;

// A step as rch_policy_file has it.
struct StepText {
  ChainStep step;      // without options
  std::string config;  // path; empty: none
  unsigned config_line = 0;
  std::optional<std::uint64_t> fallback_to;
  std::string fault = {};  // why it can never run; empty: it can
  unsigned fault_line = 0;
};

// The same of an rch_policy_file. Steps that can never run are left out, which is said in
// `warnings`: those, but the first, of an engine or a topology that there is not, fallbacks to a
// step that there is not or to another fallback, and fallbacks to the first step that do not route
// every LID of the whole fabric. engines: the names of the engines that there are, without «weft-»;
// «chain» among them is never a step's.
std::vector<StepText> parse_steps(std::string_view text, std::string_view source,
                                  const std::vector<Topology>* topologies,
                                  std::span<const std::string_view> engines,
                                  std::vector<std::string>& errors,
                                  std::vector<std::string>& warnings,
                                  std::vector<unsigned>* lines = nullptr);

}  // namespace weft

#endif  // WEFT_POLICY_CHAIN_POLICY_H_
