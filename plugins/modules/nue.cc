// libweft-nue.so: the event plug-in «weft-nue».
#include "plugins/nue/nue.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::nue_engine()};
}

WEFT_MODULE("weft-nue", kEngines)
