// The lists of an opensm.conf, as OpenSM takes them apart: the engines that it asks, and the
// plug-ins that it loads.
#ifndef WEFT_OPTIONS_ENGINE_LIST_H_
#define WEFT_OPTIONS_ENGINE_LIST_H_

#include <string_view>
#include <vector>

namespace weft {

// In routing_engine no engine: without it OpenSM's own min-hop follows the list.
inline constexpr std::string_view kNoFallback = "no_fallback";

// Those that OpenSM has itself. Names are compared as they stand.
inline constexpr std::string_view kStockEngines[] = {"minhop",     "updn", "dnup",  "ftree",
                                                     "file",       "lash", "dor",   "nue",
                                                     "torus-2QoS", "sssp", "dfsssp"};
bool is_stock_engine(std::string_view name);

// The names in routing_engine, in their order.
std::vector<std::string_view> engines_in(std::string_view routing_engine);

// The names in event_plugin_name: behind the first one commas do not separate.
std::vector<std::string_view> plugins_in(std::string_view event_plugin_name);

}  // namespace weft

#endif  // WEFT_OPTIONS_ENGINE_LIST_H_
