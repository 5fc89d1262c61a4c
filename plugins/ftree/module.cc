// libweft-ftree.so: the event plug-in «weft-ftree».
#include "plugins/opensm/module.h"

#include "plugins/ftree/ftree.h"

namespace weft {

std::string_view module_name() { return "weft-ftree"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&ftree_engine()};
  return engines;
}

}  // namespace weft
