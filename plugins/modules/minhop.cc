// libweft-minhop.so: the event plug-in «weft-minhop».
#include "plugins/shortest/minhop.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::minhop_engine()};
}

WEFT_MODULE("weft-minhop", kEngines)
