// The options that engines know, as values: files are already read, nothing here does any I/O.
#ifndef WEFT_ROUTING_OPTIONS_H_
#define WEFT_ROUTING_OPTIONS_H_

#include <string_view>

namespace weft {

enum class Balance {
  kFabric,  // even the load of the paths that really cross a switch
  kSwitch,  // stock OpenSM's rule: even the table entries of each switch
};

struct Options {
  Balance balance = Balance::kFabric;
  bool keep_routes = true;                 // keep live entries that are still up and minimal
  bool port_profile_switch_nodes = false;  // count the LIDs of switches too
};

// Sets one option from text, as in opensm.conf or --set. True if the key is one of Options'; throws
// BadInput if so and the value is not understood.
bool set_option(Options& options, std::string_view key, std::string_view value);

}  // namespace weft

#endif  // WEFT_ROUTING_OPTIONS_H_
