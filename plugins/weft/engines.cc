#include "plugins/weft/engines.h"

#include "plugins/dnup/dnup.h"
#include "plugins/dor/dor.h"
#include "plugins/file/file.h"
#include "plugins/minhop/minhop.h"
#include "plugins/updn/updn.h"

namespace weft {

std::span<const EngineInfo* const> all_engines() {
  static const EngineInfo* const engines[] = {&minhop_engine(), &updn_engine(), &dnup_engine(),
                                              &dor_engine(), &file_engine()};
  return engines;
}

}  // namespace weft
