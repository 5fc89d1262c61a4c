// Parses lists in an opensm.conf as OpenSM does: routing engines and plug-ins.
#ifndef WEFT_OPTIONS_ENGINE_LIST_H_
#define WEFT_OPTIONS_ENGINE_LIST_H_

#include <string_view>
#include <vector>

namespace weft {

// In routing_engine: not an engine, but no fallback to OpenSM's own min-hop after the list.
inline constexpr std::string_view kNoFallback = "no_fallback";

// OpenSM's name for no engine. opensm 3.3.23 ends with a segmentation fault where it is named.
inline constexpr std::string_view kFatalEngine = "none";

// OpenSM's own engines. Names are case-sensitive.
inline constexpr std::string_view kStockEngines[] = {"minhop",     "updn", "dnup",  "ftree",
                                                     "file",       "lash", "dor",   "nue",
                                                     "torus-2QoS", "sssp", "dfsssp"};
bool is_stock_engine(std::string_view name);

// The names in routing_engine, in order.
std::vector<std::string_view> engines_in(std::string_view routing_engine);

// The names in event_plugin_name; after the first name, commas do not separate.
std::vector<std::string_view> plugins_in(std::string_view event_plugin_name);

}  // namespace weft

#endif  // WEFT_OPTIONS_ENGINE_LIST_H_
