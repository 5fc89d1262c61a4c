// libweft-dnup.so: the event plug-in «weft-dnup».
#include "plugins/up_down/dnup.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::dnup_engine()};
}

WEFT_MODULE("weft-dnup", kEngines)
