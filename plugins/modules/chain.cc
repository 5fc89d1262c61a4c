// libweft-chain.so: the event plug-in «weft-chain».
#include "plugins/chain/chain.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::chain_engine()};
}

WEFT_MODULE("weft-chain", kEngines)
