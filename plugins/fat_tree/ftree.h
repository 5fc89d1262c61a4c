// Routing of fat trees for shift patterns, also where links are missing.
#ifndef WEFT_PLUGINS_FAT_TREE_FTREE_H_
#define WEFT_PLUGINS_FAT_TREE_FTREE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& ftree_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_FTREE_H_
