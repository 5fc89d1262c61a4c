// Min-hop: shortest paths, balanced.
#ifndef WEFT_PLUGINS_SHORTEST_MINHOP_H_
#define WEFT_PLUGINS_SHORTEST_MINHOP_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& minhop_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_SHORTEST_MINHOP_H_
