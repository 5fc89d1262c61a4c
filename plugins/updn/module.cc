// libweft-updn.so: the event plug-in «weft-updn».
#include "plugins/opensm/module.h"

#include "plugins/updn/updn.h"

namespace weft {

std::string_view module_name() { return "weft-updn"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&updn_engine()};
  return engines;
}

}  // namespace weft
