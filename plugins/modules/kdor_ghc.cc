// libweft-kdor-ghc.so: the event plug-in «weft-kdor-ghc».
#include "plugins/hypercube/kdor.h"
#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::kdor_ghc_engine()};
}

WEFT_MODULE("weft-kdor-ghc", kEngines)
