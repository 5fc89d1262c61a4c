// Routing chains: which engine routes which part of a fabric, in which order. topo_policy_file and
// rch_policy_file define them (the vendor's manual, «The routing chains feature»).
#ifndef WEFT_POLICY_CHAIN_POLICY_H_
#define WEFT_POLICY_CHAIN_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/policy/option_overlay.h"
#include "common/policy/port_groups.h"
#include "common/routing/vendor_engines.h"

namespace weft {

// A part of a fabric: the switches and switch ports of one group, the CA and router ports of
// another, and the links with both ends in them.
struct Topology {
  std::uint64_t id = 0;  // 1..
  GroupIndex switches = 0;
  GroupIndex hcas = 0;
  unsigned line = 0;
};

using TopologyIndex = std::uint32_t;  // into ChainPolicy::topologies; kNone: the whole fabric

struct ChainStep {
  std::uint64_t id = 0;     // 1..
  std::string engine = {};  // without «weft-», spelled as in the table of engines
  std::string use = {};     // the administrator's description
  TopologyIndex topology = kNone;
  std::optional<std::uint8_t> path_bit = {};  // 0..127: route only the LID of each port with this
                                              // path bit
  OptionOverlay options = {};                 // from its configuration file
  unsigned line = 0;
};

// A step and its fallbacks, which are tried in order if it fails.
struct ChainLink {
  ChainStep step;
  std::vector<ChainStep> fallbacks;  // in ascending order of id
};

struct ChainPolicy {
  PortGroups groups;
  std::vector<Topology> topologies;  // in ascending order of id
  // In ascending order of id, but a fallback that replaces its step is in the step's place. The
  // first is for the whole fabric; none: no chain.
  std::vector<ChainLink> links;
  std::uint64_t text = 0;  // checksum of the files, without the steps' configuration files
};

// True if a step uses the engine; its name is without «weft-».
bool names_engine(const ChainPolicy& policy, std::string_view engine);

inline constexpr std::string_view kTopologyKeyword = "topology";
inline constexpr std::string_view kTopologyQualifiers[] = {"id", "sw-grp", "hca-grp"};
inline constexpr std::string_view kStepKeyword = "unicast-step";
inline constexpr std::string_view kStepQualifiers[] = {
    "id", "engine", "use", "config", "topology", "fallback-to", "path-bit"};

// Reads the text of a topo_policy_file. Each error adds a sentence to `errors` with source, line,
// token and the expected text. The result, in ascending order of id, is only valid without errors.
// A topology of a group that does not exist is left out, with a sentence in `warnings`. groups:
// null if they could not be read; then group names are not checked, and the result is not valid.
// lines: as for Mistakes.
std::vector<Topology> parse_topologies(std::string_view text, std::string_view source,
                                       const PortGroups* groups, std::vector<std::string>& errors,
                                       std::vector<std::string>& warnings,
                                       std::vector<unsigned>* lines = nullptr);

// Limited, since every step is a full routing.
inline constexpr std::size_t kMostSteps = 4096;

// A step as in rch_policy_file.
struct StepText {
  ChainStep step;      // without options
  std::string config;  // path; empty: none
  unsigned config_line = 0;
  std::optional<std::uint64_t> fallback_to;
  std::string fault = {};  // why it cannot run; empty: it can
  unsigned fault_line = 0;
  const VendorEngine* vendor = nullptr;  // if the file names the engine as the vendor's SM does
  unsigned engine_line = 0;              // of that name

  bool is_no_fallback() const { return !fallback_to.has_value(); }
};

// Leaves out bad steps, as if they had failed: the first good fallback of such a step takes its
// place. tell() gets each bad step and this fallback; null: it has none.
void drop_steps(std::vector<StepText>& steps, const std::function<bool(const StepText&)>& is_bad,
                const std::function<void(const StepText&, const StepText*)>& tell);

// The end of a sentence about a step that is left out; empty for null.
std::string describe_instead(const StepText* instead);

// Reads the text of an rch_policy_file, like parse_topologies(), in the order of
// ChainPolicy::links. Steps that cannot run are left out, with a sentence in `warnings`: steps,
// except the first, with an unknown engine or topology; fallbacks to an unknown step or to another
// fallback; fallbacks to the first step that do not route every LID of the whole fabric. engines:
// names of the available engines, without «weft-»; a step cannot use «chain».
std::vector<StepText> parse_steps(std::string_view text, std::string_view source,
                                  const std::vector<Topology>* topologies,
                                  std::span<const std::string_view> engines,
                                  std::vector<std::string>& errors,
                                  std::vector<std::string>& warnings,
                                  std::vector<unsigned>* lines = nullptr);

}  // namespace weft

#endif  // WEFT_POLICY_CHAIN_POLICY_H_
