// libweft-dor.so: the event plug-in «weft-dor».
#include "plugins/shortest/dor.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::dor_engine()};
}

WEFT_MODULE("weft-dor", kEngines)
