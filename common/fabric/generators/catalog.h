// The catalogue of topologies: what `weft generate TOPOLOGY --option value...` knows, as a table
// for its help text, and as a function.
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
  std::string_view name;  // without the dashes: «fail-links»
  std::string_view value;  // what stands for it in a help text: «N», «N,N,...», «N|P%», «SEED», ...
  std::string_view description;
  std::string_view default_value = {};  // as it would be given; empty: none
  bool required = false;
};

struct TopologyInfo {
  std::string_view name;
  std::string_view description;  // one line
  std::span<const GeneratorOption> options;
  Fabric (*make)(const GeneratorOptions& options);  // called by generate()
};

// All topologies, and the options that each of them has beside its own.
std::span<const TopologyInfo> generator_topologies();
std::span<const GeneratorOption> common_generator_options();

// A fabric without LIDs. Keys are option names without dashes. Throws BadInput, with a list of what
// there is, for an unknown topology or option; for a required option that is missing, a value that
// cannot be read, and a fabric that is not possible.
Fabric generate(std::string_view topology, const std::map<std::string, std::string>& options);

// The same of a line as `weft generate` takes it, without -o: «torus --dims 4,4 --cas 2».
Fabric generate_from_line(std::string_view line);
// The first word of such a line.
std::string_view topology_of_line(std::string_view line);
// Is that word a topology?
bool names_topology(std::string_view line);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_CATALOG_H_
