// libweft-lash.so: the event plug-in «weft-lash».
#include "plugins/opensm/module.h"

#include "plugins/lash/lash.h"

namespace weft {

std::string_view module_name() { return "weft-lash"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&lash_engine()};
  return engines;
}

}  // namespace weft
