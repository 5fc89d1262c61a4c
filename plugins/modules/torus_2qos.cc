// libweft-torus-2QoS.so: the event plug-in «weft-torus-2QoS».
#include "plugins/torus/torus_2qos.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::torus_2qos_engine()};
}

WEFT_MODULE("weft-torus-2QoS", kEngines)
