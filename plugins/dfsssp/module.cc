// libweft-dfsssp.so: the event plug-in «weft-dfsssp».
#include "plugins/opensm/module.h"

#include "plugins/dfsssp/dfsssp.h"

namespace weft {

std::string_view module_name() { return "weft-dfsssp"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&dfsssp_engine()};
  return engines;
}

}  // namespace weft
