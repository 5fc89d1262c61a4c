// libweft-auto.so: the event plug-in «weft-auto».
#include "plugins/auto/auto.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::auto_engine()};
}

WEFT_MODULE("weft-auto", kEngines)
