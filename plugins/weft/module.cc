// libweft.so: the event plug-in «weft», with all engines.
#include "plugins/opensm/module.h"

#include "plugins/weft/engines.h"

namespace weft {

std::string_view module_name() { return "weft"; }

std::span<const EngineInfo* const> module_engines() { return all_engines(); }

}  // namespace weft
