// libweft-multipath.so: the event plug-in «weft-multipath».
#include "plugins/layered/multipath.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::multipath_engine()};
}

WEFT_MODULE("weft-multipath", kEngines)
