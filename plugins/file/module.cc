// libweft-file.so: the event plug-in «weft-file».
#include "plugins/opensm/module.h"

#include "plugins/file/file.h"

namespace weft {

std::string_view module_name() { return "weft-file"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&file_engine()};
  return engines;
}

}  // namespace weft
