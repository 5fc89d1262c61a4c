// libweft-lash.so: the event plug-in «weft-lash».
#include "plugins/layered/lash.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::lash_engine()};
}

WEFT_MODULE("weft-lash", kEngines)
