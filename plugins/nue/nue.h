// Nue: paths that are grown inside each lane's channel dependency graph.
#ifndef WEFT_PLUGINS_NUE_NUE_H_
#define WEFT_PLUGINS_NUE_NUE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& nue_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_NUE_H_
