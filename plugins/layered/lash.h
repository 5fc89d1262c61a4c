// LASH: layered shortest paths. What it is, how it balances and where to read on:
// layered_routing.h.
#ifndef WEFT_PLUGINS_LAYERED_LASH_H_
#define WEFT_PLUGINS_LAYERED_LASH_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& lash_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LASH_H_
