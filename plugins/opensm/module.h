// WEFT_MODULE makes a shared object an event plug-in of OpenSM; use it once in a module.
// Tested by tests/plugins/opensm/plugin_test.cc.
// Tested by tests/e2e/test_loading.py.
#ifndef WEFT_PLUGINS_OPENSM_MODULE_H_
#define WEFT_PLUGINS_OPENSM_MODULE_H_

#include <span>
#include <string_view>

#include "common/routing/routing.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// The functions of an event plug-in that OpenSM calls. name: of the plug-in, for the log. engines:
// registered as «weft-» + name and under their other names; in static storage of a library that all
// modules load. All modules that an opensm loads share one Plugin.
void* create_plugin(osm_opensm_t* opensm, std::string_view name,
                    std::span<const EngineInfo* const> engines) noexcept;
void destroy_plugin(void* module) noexcept;
void report_to_plugin(void* module, osm_epi_event_id_t event, void* data) noexcept;

}  // namespace weft

// Defines the symbol that OpenSM looks up in a module; it is the only export. OSM_VERSION is that
// of the headers, so the macro must be used in the module itself.
#define WEFT_MODULE(name, engines)                                                         \
  extern "C" {                                                                             \
  extern osm_event_plugin_t osm_event_plugin;                                              \
  osm_event_plugin_t osm_event_plugin = {                                                  \
      OSM_VERSION,                                                                         \
      [](osm_opensm_t* opensm) { return weft::create_plugin(opensm, (name), (engines)); }, \
      weft::destroy_plugin, weft::report_to_plugin};                                       \
  }

#endif  // WEFT_PLUGINS_OPENSM_MODULE_H_
