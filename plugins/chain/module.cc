// libweft-chain.so: the event plug-in «weft-chain».
#include "plugins/opensm/module.h"

#include "plugins/chain/chain.h"

namespace weft {

std::string_view module_name() { return "weft-chain"; }

std::span<const EngineInfo* const> module_engines() {
  static const EngineInfo* const engines[] = {&chain_engine()};
  return engines;
}

}  // namespace weft
