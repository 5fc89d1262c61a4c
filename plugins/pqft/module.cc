// libweft-pqft.so: the event plug-in «weft-pqft».
#include "plugins/opensm/module.h"

#include "plugins/pqft/pqft.h"

namespace weft {

std::string_view module_name() { return "weft-pqft"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&pqft_engine()};
  return engines;
}

}  // namespace weft
