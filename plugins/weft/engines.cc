#include "plugins/weft/engines.h"

#include "plugins/minhop/minhop.h"

namespace weft {

std::span<const EngineInfo* const> all_engines() {
  static const EngineInfo* const engines[] = {&minhop_engine()};
  return engines;
}

}  // namespace weft
