// Dimension order routing.
#ifndef WEFT_PLUGINS_SHORTEST_DOR_H_
#define WEFT_PLUGINS_SHORTEST_DOR_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& dor_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_SHORTEST_DOR_H_
