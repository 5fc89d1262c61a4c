// Routing of fat trees whose structure is known.
#ifndef WEFT_PLUGINS_FAT_TREE_PQFT_H_
#define WEFT_PLUGINS_FAT_TREE_PQFT_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& pqft_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_PQFT_H_
