// libweft-dor.so: the event plug-in «weft-dor».
#include "plugins/opensm/module.h"

#include "plugins/dor/dor.h"

namespace weft {

std::string_view module_name() { return "weft-dor"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&dor_engine()};
  return engines;
}

}  // namespace weft
