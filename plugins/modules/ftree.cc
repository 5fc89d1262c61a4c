// libweft-ftree.so: the event plug-in «weft-ftree».
#include "plugins/fat_tree/ftree.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::ftree_engine()};
}

WEFT_MODULE("weft-ftree", kEngines)
