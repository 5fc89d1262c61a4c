// libweft-updn.so: the event plug-in «weft-updn».
#include "plugins/up_down/updn.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::updn_engine()};
}

WEFT_MODULE("weft-updn", kEngines)
