// libweft-nue.so: the event plug-in «weft-nue».
#include "plugins/opensm/module.h"

#include "plugins/nue/nue.h"

namespace weft {

std::string_view module_name() { return "weft-nue"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&nue_engine()};
  return engines;
}

}  // namespace weft
