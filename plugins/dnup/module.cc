// libweft-dnup.so: the event plug-in «weft-dnup».
#include "plugins/opensm/module.h"

#include "plugins/dnup/dnup.h"

namespace weft {

std::string_view module_name() { return "weft-dnup"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&dnup_engine()};
  return engines;
}

}  // namespace weft
