// libweft-pqft.so: the event plug-in «weft-pqft».
#include "plugins/fat_tree/pqft.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::pqft_engine()};
}

WEFT_MODULE("weft-pqft", kEngines)
