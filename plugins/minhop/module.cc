// libweft-minhop.so: the event plug-in «weft-minhop».
#include "plugins/opensm/module.h"

#include "plugins/minhop/minhop.h"

namespace weft {

std::string_view module_name() { return "weft-minhop"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&minhop_engine()};
  return engines;
}

}  // namespace weft
