// libweft-dfsssp.so: the event plug-in «weft-dfsssp».
#include "plugins/layered/dfsssp.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::dfsssp_engine()};
}

WEFT_MODULE("weft-dfsssp", kEngines)
