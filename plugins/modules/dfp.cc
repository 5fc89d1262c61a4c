// libweft-dfp.so: the event plug-in «weft-dfp».
#include "plugins/dragonfly/dfp.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::dfp_engine()};
}

WEFT_MODULE("weft-dfp", kEngines)
