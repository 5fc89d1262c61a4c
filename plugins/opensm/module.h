// What makes a shared object an event plug-in of OpenSM.
#ifndef WEFT_PLUGINS_OPENSM_MODULE_H_
#define WEFT_PLUGINS_OPENSM_MODULE_H_

#include <span>
#include <string_view>

#include "common/routing/routing.h"

namespace weft {

// Each module defines these two; the bridge, which is linked into it, defines the rest.

// Its name as an event plug-in, for the log. Static storage.
std::string_view module_name();

// The engines that it registers, as «weft-» and their name. Static storage.
std::span<const EngineInfo* const> module_engines();

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_MODULE_H_
