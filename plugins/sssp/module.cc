// libweft-sssp.so: the event plug-in «weft-sssp».
#include "plugins/opensm/module.h"

#include "plugins/sssp/sssp.h"

namespace weft {

std::string_view module_name() { return "weft-sssp"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&sssp_engine()};
  return engines;
}

}  // namespace weft
