// libweft-dragonfly.so: the event plug-in «weft-dragonfly».
#include "plugins/dragonfly/dragonfly.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::dragonfly_engine()};
}

WEFT_MODULE("weft-dragonfly", kEngines)
