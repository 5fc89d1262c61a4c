// libweft-sssp.so: the event plug-in «weft-sssp».
#include "plugins/layered/sssp.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::sssp_engine()};
}

WEFT_MODULE("weft-sssp", kEngines)
