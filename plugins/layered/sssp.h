// SSSP: shortest paths, balanced over the whole fabric. What it is, how it balances and where to
// read on: layered_routing.h.
#ifndef WEFT_PLUGINS_LAYERED_SSSP_H_
#define WEFT_PLUGINS_LAYERED_SSSP_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& sssp_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_SSSP_H_
