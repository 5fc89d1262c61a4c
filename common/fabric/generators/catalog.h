// The catalogue of topologies of `weft generate TOPOLOGY --option value...`: a table for its help
// text, and a function.
#ifndef WEFT_FABRIC_GENERATORS_CATALOG_H_
#define WEFT_FABRIC_GENERATORS_CATALOG_H_

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

class GeneratorOptions;

struct GeneratorOption {
  std::string_view name;  // without dashes: «fail-links»
  std::string_view value;  // placeholder in the help text: «N», «N,N,...», «N|P%», «SEED», ...
  std::string_view description;
  std::string_view default_value = {};  // as on the command line; empty: none
  bool required = false;
};

struct TopologyInfo {
  std::string_view name;
  std::string_view description;  // one line
  std::span<const GeneratorOption> options;
  Fabric (*make)(const GeneratorOptions& options);  // called by generate()
};

// All topologies with their own options; the second function returns the options of all.
std::span<const TopologyInfo> generator_topologies();
std::span<const GeneratorOption> common_generator_options();

// Returns a fabric without LIDs. Keys are option names without dashes. Throws BadInput for an
// unknown topology or option (with the list of known ones), a missing required option, an invalid
// value, and an impossible fabric.
Fabric generate(std::string_view topology, const std::map<std::string, std::string>& options);

// As generate(), from a line of `weft generate` without -o: «torus --dims 4,4 --cas 2».
Fabric generate_from_line(std::string_view line);
// The first word of such a line.
std::string_view topology_of_line(std::string_view line);
// True if the word is a topology.
bool names_topology(std::string_view line);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_CATALOG_H_
