// libweft-kdor-hc.so: the event plug-in «weft-kdor-hc».
#include "plugins/hypercube/kdor.h"
#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::kdor_hc_engine()};
}

WEFT_MODULE("weft-kdor-hc", kEngines)
